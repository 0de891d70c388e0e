import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { eventually, expect, onLinux, test, type App } from './app'
import { launchElectron } from './electron'
import { TEST_FLAGS, WAIT_MS, appCommand, freshFolder, removeFolder } from './paths'

/** Starts the app again with an argument, which the running app handles. */
async function openBySecondStart(app: App, word: string): Promise<void> {
  const [executable, ...words] = appCommand()
  await promisify(execFile)(executable, [...words, ...TEST_FLAGS, word], {
    env: { ...process.env, STET_PROFILE: app.profile },
    timeout: WAIT_MS,
  })
}

test('a second start with the same profile focuses the first window, hands over its files and ends', async ({
  start,
}) => {
  const app = await start()
  const folder = freshFolder('notes')
  const note = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  await app.electron.evaluate(
    (electron, file) => void electron.app.emit('open-file', { preventDefault() {} }, file),
    note('Spring tide.md', '\0\0'),
  )
  await expect(app.page.getByText('“Spring tide.md” was not taken. It is not text')).toBeVisible()
  await openBySecondStart(app, note('Low tide.md', '---\ntags: [sea]\n---\nBoats lie on the mud.'))
  expect(app.electron.windows()).toHaveLength(1)
  await expect(app.title).toHaveValue('Low tide')
  await expect(app.text).toHaveText('Boats lie on the mud.')
  const notice = app.page.getByRole('status', { name: 'Notice' })
  const from = ` from the folder “${path.basename(folder)}”`
  const copied = `${from} was copied into this library. What you write here does not change the file.`
  await expect(notice).toContainText(`“Low tide.md”${copied}`)
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(
    app.page.getByRole('listbox', { name: 'Tags' }).getByRole('option', { name: /^sea/ }),
  ).toBeVisible()

  await openBySecondStart(app, note('Neap tide.txt', 'Plain words.'))
  await expect(app.title).toHaveValue('Neap tide')

  // A file is opened as macOS does it, and by dropping it on the window.
  await app.electron.evaluate(
    (electron, file) => void electron.app.emit('open-file', { preventDefault() {} }, file),
    note('High tide.md', 'Boats swim.'),
  )
  await expect(app.title).toHaveValue('High tide')
  await expect(notice).toContainText(`“High tide.md”${copied}`)
  await app.text.evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['Nets dry.'], 'Slack water.md', { type: 'text/markdown' }))
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(app.title).toHaveValue('Slack water')
  await expect(app.text).toHaveText('Nets dry.')
  await expect(notice).toContainText('“Slack water.md” was copied into this library.')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toContainText('1 document taken back.')
})

test('a link that a second start brings shows its document: by the service’s id, and by that of this device', async ({
  start,
  service,
}) => {
  await service.create({ title: 'Essay', content: 'One.' })
  const app = await start({ service })
  await app.openDocument('Essay')
  const copied = async () => {
    await app.runCommand('Copy link to this document')
    await expect(app.page.getByText('Copied the link')).toBeVisible()
    return app.electron.evaluate(({ clipboard }) => clipboard.readText())
  }
  const [essay] = await service.documents()
  const toEssay = await copied()
  expect(toEssay).toBe(`stet://document/${essay?.id}`)
  await app.electron.evaluate(({ clipboard }) => clipboard.clear())

  await service.stop()
  await app.newDocument('Harbour')
  await app.type('Made on this device.')
  const toHarbour = await copied()
  expect(toHarbour).toMatch(/^stet:\/\/document\/new:[\da-f-]{36}$/)
  await openBySecondStart(app, toEssay)
  await expect(app.title).toHaveValue('Essay')
  await openBySecondStart(app, toHarbour)
  await expect(app.title).toHaveValue('Harbour')

  await service.restart()
  await app.waitForPhase('clean')
  const there = (await service.documents()).find(({ title }) => title === 'Harbour')
  for (const link of [toHarbour, `stet://document/${there?.id}`]) {
    await app.openDocument('Essay')
    await openBySecondStart(app, link)
    await expect(app.title).toHaveValue('Harbour')
  }

  await openBySecondStart(app, 'stet://document/999')
  await expect(app.page.getByText('A link leads to a document that is not in this library.')).toBeVisible()
  // Notices are shown one at a time, each until the writer has had time to read it. The mouse shows that the writer is
  // back.
  await app.page.mouse.move(400, 400)
  await openBySecondStart(app, 'stet://settings/appearance')
  await expect(app.page.getByText('A link that was opened with Stet names no document.')).toBeVisible()
  await app.close()
})

test('a library that comes late opens no document over what the writer has begun', async ({
  start,
  service,
}) => {
  await service.create({ title: 'Essay', content: 'One.' })
  await service.stop()
  const app = await start({ service })
  const empty = app.page.getByText('Pick a document')
  await expect(empty).toBeVisible()
  await empty.click({ delay: 150 })
  await service.restart()
  await app.page.getByRole('option', { name: /^Essay/ }).waitFor()
  await app.page.keyboard.type('words')
  await expect(app.page.getByText('The words that you typed are in no text yet')).toBeVisible()
  await expect(empty).toBeVisible()
})

test('a damaged settings file is set aside, the defaults hold, and it is said once', async ({ start }) => {
  const profile = freshFolder('profile')
  fs.writeFileSync(path.join(profile, 'settings.json'), '{"theme":')
  const app = await start({ profile })
  await expect(app.page.getByText(/could not read all of your settings/)).toBeVisible()
  expect(fs.readdirSync(profile).some((name) => name.startsWith('settings.damaged-'))).toBe(true)
  expect(fs.readFileSync(path.join(profile, 'stet.log'), 'utf8')).toContain(
    'could not read all of your settings',
  )
})

// A home of another owner, or a read-only one. Root can write anywhere, so a file in place of the folder stands for it.
for (const [name, place] of [
  ['a profile', 'STET_PROFILE'],
  ...(process.platform === 'linux' ? ([['a home', 'XDG_CONFIG_HOME']] as const) : []),
] as const)
  test(`${name} that cannot be used opens a window that says so and what to do`, async () => {
    const folder = freshFolder('profile')
    const file = path.join(folder, 'a-file')
    fs.writeFileSync(file, 'not a folder')
    const electron = await launchElectron({
      env: { ...(process.env as Record<string, string>), [place]: file },
    })
    const page = await electron.firstWindow({ timeout: WAIT_MS })
    await expect(page.getByRole('alert')).toContainText(file)
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    fs.rmSync(file)
    await page.getByRole('link', { name: 'Try again' }).click()
    const library = await eventually(() =>
      electron.windows().find((window) => window !== page && !window.isClosed()),
    )
    await expect(library.getByRole('tree', { name: 'Library' })).toBeVisible()
    await electron.close()
    removeFolder(folder)
  })

onLinux(
  'a disk that shares no memory, as some network disks, is said with what helps, and no library is begun on it',
  async () => {
    const profile = freshFolder('profile')
    const folder = path.join(profile, 'connections', 'embedded')
    fs.mkdirSync(folder, { recursive: true })
    // Like a pipe, such a disk does not support the memory mapping that SQLite needs.
    await promisify(execFile)('mkfifo', [path.join(folder, 'library.db-shm')])
    const electron = await launchElectron({
      env: { ...(process.env as Record<string, string>), STET_PROFILE: profile },
    })
    const trouble = await eventually(() =>
      electron.windows().find((page) => !page.isClosed() && page.url().startsWith('data:')),
    )
    const alert = trouble.getByRole('alert')
    await expect(alert).toContainText('Your library cannot be kept on this disk.')
    await expect(alert).toContainText('set STET_PROFILE to a folder there')
    fs.rmSync(path.join(folder, 'library.db-shm'))
    await trouble.getByRole('link', { name: 'Try again' }).click({ noWaitAfter: true })
    const library = await eventually(() =>
      electron.windows().find((page) => page !== trouble && !page.isClosed()),
    )
    await expect(library.getByRole('tree', { name: 'Library' })).toBeVisible()
    await electron.close()
    removeFolder(profile)
  },
)

test('a library of a newer version is not opened; its texts are read and saved as files, and nothing in it changes', async ({
  start,
}) => {
  const app = await start()
  await app.newDocument('Low <b>tide</b>')
  await app.type('Boats lie on the mud. 雪の朝')
  await app.page.keyboard.press('ControlOrMeta+s')
  await app.waitForPhase('clean')
  await app.close()
  const file = path.join(app.profile, 'connections/embedded/library.db')
  const newer = new DatabaseSync(file)
  newer.exec("ALTER TABLE documents ADD COLUMN colour TEXT; INSERT INTO migrations VALUES ('9999-later', 99)")
  newer.close()
  const before = fs.readFileSync(file)

  const electron = await launchElectron({
    env: { ...(process.env as Record<string, string>), STET_PROFILE: app.profile },
  })
  const trouble = await eventually(() =>
    electron.windows().find((page) => !page.isClosed() && page.url().startsWith('data:')),
  )
  await expect(trouble.getByRole('alert')).toContainText('A newer version of Stet wrote your library.')
  await trouble.getByRole('link', { name: 'Read the texts' }).click({ noWaitAfter: true })
  const reading = await eventually(() =>
    electron.windows().find((page) => page !== trouble && !page.isClosed() && page.url() === 'app://stet/'),
  )
  const list = reading.getByRole('list', { name: 'Documents' })
  await list.getByRole('link', { name: 'Low <b>tide</b>' }).click()
  await expect(reading.getByLabel('Document text')).toHaveText('Boats lie on the mud. 雪の朝')
  await reading.getByRole('link', { name: 'All texts' }).click()
  await reading.getByRole('link', { name: /^Earlier versions/ }).click()
  const versions = reading.getByRole('list', { name: 'Earlier versions' })
  await versions.getByRole('link', { name: 'Low <b>tide</b>' }).first().click()
  await expect(reading.getByLabel('Document text')).toHaveText('Boats lie on the mud. 雪の朝')
  await reading.getByRole('link', { name: 'All texts' }).click()
  await expect(versions).toBeVisible()

  const target = freshFolder('saved')
  await electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, target)
  await reading.getByRole('link', { name: 'Save all as files…' }).click({ noWaitAfter: true })
  await expect(reading.getByRole('status')).toContainText(`saved in ${target}`)
  expect(fs.readFileSync(path.join(target, 'Low -b-tide--b-.md'), 'utf8')).toContain(
    'Boats lie on the mud. 雪の朝',
  )
  expect(fs.readFileSync(file).equals(before)).toBe(true)
  const ended = electron.waitForEvent('close')
  await electron.evaluate(({ app: running }) => running.exit(0)).catch(() => {})
  await ended
  removeFolder(target)
})

test('[L21] an address in STET_URL that is none is named, and no folder is blamed', async () => {
  const folder = freshFolder('profile')
  const electron = await launchElectron({
    env: {
      ...(process.env as Record<string, string>),
      STET_PROFILE: folder,
      STET_URL: 'ftp://press.example',
    },
  })
  const trouble = await eventually(() =>
    electron.windows().find((page) => !page.isClosed() && page.url().startsWith('data:')),
  )
  const alert = trouble.getByRole('alert')
  await expect(alert).toContainText('STET_URL is not a usable address')
  await expect(alert).not.toContainText('folder')
  const ended = electron.waitForEvent('close')
  await electron.evaluate(({ app }) => app.exit(0)).catch(() => {})
  await ended
  removeFolder(folder)
})

const serviceFile = (profile: string) => path.join(profile, 'service', 'content.sqlite')

test('a damaged library of the embedded service is said in one sentence, and what is on this device stays readable', async ({
  start,
}) => {
  const app = await start()
  await app.openDocument('Let it stand')
  const sentence = 'This is a place to write in that takes the mark seriously.'
  await expect(app.text).toContainText(sentence)
  await app.close()
  const file = serviceFile(app.profile)
  const whole = fs.readFileSync(file)
  await test.step('a page of it: the rest is read into a new one, and is written to', async () => {
    const bytes = Buffer.from(whole)
    bytes.fill(0xee, 8 * 4096, 9 * 4096)
    fs.writeFileSync(file, bytes)
    const again = await start({ profile: app.profile })
    const notice = again.page.getByText(/^Your library was damaged\. \d+ documents were read from it/)
    await expect(notice).toBeVisible()
    const aside = /kept as (content\.sqlite\.damaged-\S+)\.$/.exec((await notice.textContent()) ?? '')?.[1]
    expect(fs.readFileSync(path.join(app.profile, 'service', aside!)).equals(bytes)).toBe(true)
    await again.openDocument('Let it stand')
    await again.type(' And more.')
    await again.page.keyboard.press('ControlOrMeta+s')
    await again.waitForPhase('clean')
    await again.close()
  })
  await test.step('all of it: it is left as it is', async () => {
    const garbage = 'this is no database at all '.repeat(400)
    fs.writeFileSync(file, garbage)
    const again = await start({ profile: app.profile })
    await expect(again.page.getByText(/no text can be read from it; it was left as it is/)).toBeVisible()
    await expect(again.connection).toContainText('Offline')
    await expect(again.text).toContainText(sentence)
    await expect(again.text).toContainText('And more.')
    expect(fs.readFileSync(file, 'utf8')).toBe(garbage)
    await again.close()
  })
  await test.step('an empty one in its place: the writer is asked about the library, and no account is spoken of', async () => {
    for (const name of fs.readdirSync(path.dirname(file)))
      if (name.startsWith('content.sqlite')) fs.rmSync(path.join(path.dirname(file), name))
    const again = await start({ profile: app.profile })
    const banner = again.page.getByRole('alert')
    await expect(banner).toContainText('None of the texts that are here are in the stored library')
    await expect(banner).not.toContainText('account')
    await banner.getByRole('button', { name: 'It is the same library' }).click()
    await expect(banner).toHaveCount(0)
    await expect(again.page.getByText(sentence).first()).toBeVisible()
  })
})

test('[W23] a second start while the app ends opens no window, and the app ends; its file is opened by the next start', async ({
  start,
}) => {
  const app = await start()
  const note = path.join(freshFolder('notes'), 'Low tide.md')
  fs.writeFileSync(note, 'Boats lie on the mud.')
  const running = app.electron.process()
  const ended = new Promise<string>((resolve) => running.once('exit', () => resolve('ended')))
  await app.electron
    .evaluate(({ app: electron, BrowserWindow }, file) => {
      // The windows are gone, and the libraries are being closed.
      const [window] = BrowserWindow.getAllWindows()
      window?.on('closed', () => setTimeout(() => electron.emit('second-instance', {}, ['stet', file], '/')))
      electron.quit()
    }, note)
    .catch(() => {
      // The app may be gone before it answers.
    })
  const late = new Promise<string>((resolve) => setTimeout(resolve, WAIT_MS, 'still running'))
  const outcome = await Promise.race([ended, late])
  if (outcome !== 'ended') await app.kill()
  expect(outcome).toBe('ended')
  const again = await start({ profile: app.profile })
  await expect(again.title).toHaveValue('Low tide')
  await expect(again.text).toHaveText('Boats lie on the mud.')
  await again.close()
  const third = await start({ profile: app.profile })
  await expect(third.documents.getByRole('option', { name: /^Low tide/ })).toHaveCount(1)
})

const THIRTY_YEARS_MS = 30 * 365.25 * 24 * 3_600_000

test('with a clock that is thirty years ahead or behind words are saved, and are there when it is right again', async ({
  start,
}) => {
  let app = await start({ clockAheadMs: THIRTY_YEARS_MS })
  await app.newDocument('Low tide')
  await app.type('Boats lie on the mud.')
  await app.page.keyboard.press('ControlOrMeta+s')
  await app.waitForPhase('clean')
  await app.type(' They wait.')
  await app.close()
  app = await start({ profile: app.profile, clockAheadMs: -THIRTY_YEARS_MS })
  await app.openDocument('Low tide')
  await expect(app.text).toHaveText('Boats lie on the mud. They wait.')
  await app.type(' For the tide.')
  await app.page.keyboard.press('ControlOrMeta+s')
  await app.waitForPhase('clean')
  await app.newDocument('High tide')
  await app.type('Boats swing.')
  await app.close()
  app = await start({ profile: app.profile })
  await app.openDocument('High tide')
  await expect(app.text).toHaveText('Boats swing.')
  await app.openDocument('Low tide')
  await expect(app.text).toHaveText('Boats lie on the mud. They wait. For the tide.')
  await app.type(' It comes.')
  await app.page.keyboard.press('ControlOrMeta+s')
  await app.waitForPhase('clean')
})
