import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './app'
import { WAIT_MS, freshFolder, removeFolder, testBuild } from './paths'

test('the app under test is the packed one, runs from its archive, and says that it is a test build', async ({
  start,
}) => {
  const app = await start()
  const seen = await app.electron.evaluate(({ app: running, BrowserWindow }) => ({
    isPackaged: running.isPackaged,
    from: running.getAppPath(),
    name: running.getName(),
    profile: running.getPath('userData'),
    title: BrowserWindow.getAllWindows()[0]?.getTitle(),
  }))
  expect(seen).toMatchObject({ isPackaged: true, name: 'Stet-Test-Build', profile: app.profile })
  expect(seen.from).toMatch(/app\.asar$/)
  expect(seen.title).toMatch(/\(test build\)$/)
})

test('About Stet, from the palette and the menu, names the app and its version, not the executable', async ({
  start,
}) => {
  const app = await start()
  await app.electron.evaluate(({ app: running }) => {
    const seen = running as typeof running & { told: unknown[] }
    seen.told = []
    running.setAboutPanelOptions = (options) => void seen.told.push(options)
    running.showAboutPanel = () => void seen.told.push('shown')
  })
  const told = () =>
    app.electron.evaluate(({ app: running }) => (running as typeof running & { told: unknown[] }).told)
  const about = { applicationName: 'Stet-Test-Build', applicationVersion: expect.stringMatching(/^\d+\./) }
  await app.runCommand('About Stet')
  await expect.poll(told).toEqual([expect.objectContaining(about), 'shown'])
  await app.electron.evaluate(({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('about')?.click())
  await expect.poll(async () => (await told()).length).toBe(4)
})

test('the packed executable is no Node, whatever the environment says', { tag: '@first' }, async () => {
  const ran = await promisify(execFile)(testBuild() ?? '', ['-e', 'console.log("ran")', '--version'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--version' },
    timeout: WAIT_MS,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  expect(ran.stdout).not.toContain('ran')
})

const onLinux = process.platform === 'linux' && testBuild() !== undefined ? test : () => {}

onLinux('it runs from a folder with spaces, quotes and letters of any script', async ({ start }) => {
  const executable = testBuild() ?? ''
  const folder = freshFolder(`it's "ours" & дом 家`)
  fs.cpSync(path.dirname(executable), folder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  process.env['STET_TEST_BUILD'] = path.join(folder, path.basename(executable))
  try {
    const app = await start({ profile: path.join(folder, 'profile') })
    await app.newDocument('Low tide')
    await app.type('Boats lie on the mud.')
    await app.page.keyboard.press('ControlOrMeta+s')
    await app.waitForPhase('clean')
    expect(await app.electron.evaluate(({ app: running }) => running.getAppPath())).toContain(folder)
    await app.close()
  } finally {
    process.env['STET_TEST_BUILD'] = executable
    removeFolder(folder)
  }
})
