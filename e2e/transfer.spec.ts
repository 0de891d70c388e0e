import fs from 'node:fs'
import path from 'node:path'
import { connect, expect, test, type App } from './app'
import { freshFolder, removeFolder } from './paths'

/** How much later the other machine starts: until then, a create sent by the first one could still arrive (W17). */
const LATER = 120_000

/** Makes the system's dialogs return this file. */
const choosing = ({ electron }: App, file: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, file)

async function goTo({ page }: App, library: string | RegExp): Promise<void> {
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
  await page.getByRole('menuitemradio', { name: library }).click()
}

async function pack(app: App, file: string): Promise<void> {
  await choosing(app, file)
  await app.runCommand('Move everything to another computer')
  const dialog = app.page.getByRole('dialog', { name: 'Move everything to another computer' })
  await dialog.getByRole('button', { name: 'Write the file…' }).click()
  await expect(dialog.getByRole('status')).toContainText(file)
  await dialog.getByRole('button', { name: 'Done' }).click()
}

test('everything moves to a fresh profile: unsent words, histories, settings and words, and is sent once the key is given', async ({
  start,
  service,
}) => {
  const folder = freshFolder('transfer')
  const file = path.join(folder, 'everything.zip')
  try {
    await service.create({ title: 'Essay', content: 'First.' })
    const here = await start()
    await test.step('words in both libraries, some of which no service has', async () => {
      await here.newDocument('At home')
      await here.type('Kept on this machine.')
      await here.page.keyboard.press('ControlOrMeta+s')
      await here.waitForPhase('clean')
      await here.type(' And once more.')
      await here.page.keyboard.press('ControlOrMeta+s')
      await here.waitForPhase('clean')
      await connect(here, service, true)
      await here.openDocument('Essay')
      await here.waitForPhase('clean')
      await service.stop()
      await here.type(' Typed offline.')
      await here.newDocument('Never sent')
      await here.type('A draft that nobody else has.')
      await here.runCommand('Toggle style hints')
      await pack(here, file)
      expect(fs.readdirSync(folder)).toEqual(['everything.zip'])
      // A word typed after the file was written is not in the file, and stays on this machine.
      await here.type(' Later.')
      await here.kill()
    })

    const there = await start({ clockAheadMs: LATER })
    await test.step('a dry run, and nothing before the press', async () => {
      await choosing(there, file)
      await there.runCommand('Bring in from another computer')
      const dialog = there.page.getByRole('dialog', { name: 'Bring in from another computer' })
      await dialog.getByRole('button', { name: 'Choose the file…' }).click()
      await expect(dialog.getByRole('checkbox')).toHaveCount(3)
      await expect(dialog).toContainText('of which 2 with words or changes that are not sent yet')
      const folders = () => fs.readdirSync(path.join(there.profile, 'connections'))
      expect(folders()).toEqual(['embedded'])
      await dialog.getByRole('button', { name: 'Bring in', exact: true }).click()
      await expect(dialog.getByRole('status')).toContainText('with every word')
      expect(folders()).toHaveLength(3)
      expect(fs.existsSync(path.join(there.profile, 'transfer-in'))).toBe(false)
      await dialog.getByRole('button', { name: /^Go to/ }).click()
    })
    await test.step('the library of that machine is served here, with its history', async () => {
      await there.openDocument('At home')
      expect(await there.readText()).toBe('Kept on this machine. And once more.')
      await there.type(' And here.')
      await there.page.keyboard.press('ControlOrMeta+s')
      await there.waitForPhase('clean')
      const settings = JSON.parse(
        fs.readFileSync(path.join(there.profile, 'settings.json'), 'utf8'),
      ) as object
      expect(settings).toMatchObject({ styleHints: expect.arrayContaining([expect.any(String)]) })
    })
    await test.step('the library of the service waits for its key, and sends all of it then', async () => {
      await goTo(there, new URL(service.url).host)
      await there.openDocument('Never sent')
      expect(await there.readText()).toBe('A draft that nobody else has.')
      await there.openDocument('Essay')
      expect(await there.readText()).toBe('First. Typed offline.')
      expect(fs.existsSync(path.join(there.profile, 'secrets.json'))).toBe(false)
      await service.restart(LATER)
      await connect(there, service, true)
      const texts = async () => (await service.documents()).map(({ content }) => content).toSorted()
      await expect.poll(texts).toEqual(['A draft that nobody else has.', 'First. Typed offline.'])
    })
    await test.step('a second start has all of it', async () => {
      const { profile } = there
      await there.close()
      const again = await start({ profile, clockAheadMs: LATER })
      await goTo(again, /^My library \(from/)
      await again.openDocument('At home')
      expect(await again.readText()).toBe('Kept on this machine. And once more. And here.')
    })
  } finally {
    removeFolder(folder)
  }
})
