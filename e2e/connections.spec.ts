import type { Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { connect, expect, onLinux, test } from './app'
import { freshFolder } from './paths'
import { startService } from './service'
import { ABILITIES } from '../shared/terms'

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('two services with equal ids never mix; each keeps its tabs and works offline; a removed one gives its drafts back', async ({
  start,
}) => {
  const [first, second] = await Promise.all([startService(), startService()])
  const app = await start()
  const { page } = app
  try {
    await first.create({ title: 'On the first', content: 'first text' })
    await second.create({ title: 'On the second', content: 'second text' })

    // The button Test checks an address before anything is connected.
    await app.runCommand('Connect to a service')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const address = settings.getByRole('textbox', { name: 'Service address' })
    const key = settings.getByRole('textbox', { name: 'API key' })
    const result = settings.getByRole('status', { name: 'Test result' })
    await address.fill(first.url)
    await key.fill('mk_wrong')
    await settings.getByRole('button', { name: 'Test' }).click()
    await expect(result).toContainText('key')
    await key.fill(first.key)
    await settings.getByRole('button', { name: 'Test' }).click()
    await expect(result).toContainText('The key may read documents, folders, tags and files.')
    await expect(result).toContainText('It may write documents, folders, tags and files.')
    await expect(result.getByRole('row', { name: 'Documents yes yes' })).toBeVisible()
    await address.press('End')
    await address.press('x')
    await expect(key, 'another address clears the key').toHaveValue('')
    await page.keyboard.press('Escape')

    await connect(app, first)
    await expect(page.getByRole('tree', { name: 'Library', exact: true })).toBeFocused()
    await app.openDocument('On the first')
    await app.type(', and more')
    await app.waitForPhase('clean')
    await connect(app, second)
    await expect(app.documents.getByRole('option', { name: /On the first/ })).toHaveCount(0)
    await app.openDocument('On the second')
    await app.type(', and more of it')
    await app.waitForPhase('clean')
    expect((await first.documents()).map(({ content }) => content)).toEqual(['first text, and more'])
    expect((await second.documents()).map(({ content }) => content)).toEqual(['second text, and more of it'])

    // Offline, switching is instant, the tab is restored, and typed words are kept.
    const nameOfFirst = new URL(first.url).host
    await first.stop()
    await switchTo(page, nameOfFirst)
    await expect(app.title).toHaveValue('On the first')
    await app.type(', offline')
    await app.waitForPhase('queued')

    // The dialog for removing a connection shows the words that the service does not have.
    await app.runCommand('Settings')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('tab', { name: 'Connection' }).click()
    await dialog.getByRole('button', { name: 'Remove…' }).click()
    const remove = page.getByRole('dialog', { name: `Remove “${nameOfFirst}”` })
    await expect(remove.getByRole('listitem')).toContainText('On the first')
    await expect(remove).toContainText('recovered text')
    const folder = freshFolder('export')
    await app.electron.evaluate(({ dialog: native }, chosen) => {
      native.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    }, folder)
    await remove.getByRole('button', { name: 'Export all of this…' }).click()
    await expect(remove.getByRole('status', { name: 'Export result' })).toContainText('files written')
    expect(fs.readFileSync(`${folder}/On the first.md`, 'utf8')).toBe('first text, and more, offline')
    await remove.getByRole('button', { name: 'Remove connection' }).click()
    await expect(app.documents.getByRole('option', { name: /On the first/ })).toHaveCount(0)

    // [M7] A removed library can be restored unchanged, and removed again.
    const removed = dialog.getByRole('region', { name: 'Removed libraries' })
    await expect(removed).toContainText('never sent')
    await removed.getByRole('button', { name: `Bring back ${nameOfFirst}` }).click()
    await expect(removed).toHaveCount(0)
    await page.keyboard.press('Escape')
    await switchTo(page, nameOfFirst)
    await expect(app.text).toContainText('first text, and more, offline')
    await app.runCommand('Settings')
    await dialog.getByRole('tab', { name: 'Connection' }).click()
    await dialog.getByRole('button', { name: 'Remove…' }).click()
    await remove.getByRole('button', { name: 'Remove connection' }).click()
    await expect(removed).toContainText(nameOfFirst)
    // Connecting to its address again offers the removed library.
    const again = dialog.getByRole('region', { name: 'Removed library', exact: true })
    await expect(again).toHaveCount(0)
    await address.fill(first.url)
    await expect(again).toContainText(`“${nameOfFirst}” of this address was removed from the list.`)
    await again.getByRole('button', { name: 'Bring it back' }).click()
    await expect(again).toHaveCount(0)
    await expect(removed).toHaveCount(0)
    await expect(dialog.getByRole('region', { name: 'Not on the service yet' })).toContainText('On the first')

    await first.restart()
    await page.keyboard.press('Escape')
    await connect(app, first)
    await expect
      .poll(async () => (await first.documents()).map(({ content }) => content))
      .toEqual(['first text, and more, offline'])
  } finally {
    await Promise.all([first.dispose(), second.dispose()])
  }
})

test('[D3] a key that is revoked: one banner, the drafts stay; a new key of the same account sends them', async ({
  start,
  service,
}) => {
  const { id, key } = await service.createKey(ABILITIES)
  const app = await start({ service: { url: service.url, key } })
  await app.newDocument('Kept')
  await app.type('One.')
  await app.waitForPhase('clean')
  await service.revokeKey(id)
  await app.type(' Two.')
  await expect(app.page.getByRole('alert')).toContainText('does not accept the key')
  await expect(app.connection).toHaveText('Key not accepted')
  await expect(app.text).toContainText('One. Two.')
  await app.page.getByRole('alert').getByRole('button', { name: 'Change key…' }).click()
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('textbox', { name: 'API key' })).toBeFocused()
  await expect(settings.getByRole('textbox', { name: 'Service address' })).toHaveValue(service.url)
  await expect(settings.getByRole('region', { name: 'Not on the service yet' })).toContainText('Kept')
  await settings.getByRole('textbox', { name: 'API key' }).fill(service.key)
  await settings.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(app.page.getByRole('alert')).toHaveCount(0)
  await expect.poll(async () => (await service.documents())[0]?.content).toBe('One. Two.')
})

test('[C7] a better key for an account without documents goes to the library whose drafts wait, which asks', async ({
  start,
  service,
}) => {
  const { key } = await service.createKey(['documents:read', 'folders:read', 'tags:read'])
  const app = await start({ service: { url: service.url, key } })
  await app.page.keyboard.press('ControlOrMeta+n')
  await app.page.getByRole('button', { name: 'Start a local draft' }).click()
  await app.text.click()
  await app.page.keyboard.type('Words of a draft.')
  await app.waitForPhase('queued')
  await app.runCommand('Settings of this library')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Change key…' }).click()
  await settings.getByRole('textbox', { name: 'API key' }).fill(service.key)
  await settings.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(settings).toHaveCount(0)
  const banner = app.page.getByRole('alert')
  await expect(banner).toContainText('only you can tell whether it is your account')
  expect(await service.documents()).toEqual([])
  await banner.getByRole('button', { name: 'It is my account' }).click()
  await expect
    .poll(async () => (await service.documents()).map(({ content }) => content))
    .toEqual(['Words of a draft.'])
})

/** With these variables, Chromium finds no keychain and falls back to a fixed password. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', XDG_CURRENT_DESKTOP: '', DESKTOP_SESSION: '' }

onLinux(
  '[D5] where the system has no keychain the key stays in memory, which is said, and the next start asks for it',
  async ({ start, service }) => {
    await service.create({ title: 'Low tide', content: 'Boats lie on the mud.' })
    const app = await start({ env: NO_KEYCHAIN })
    await app.runCommand('Connect to a service')
    const settings = app.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('textbox', { name: 'Service address' }).fill(service.url)
    await settings.getByRole('textbox', { name: 'API key' }).fill(service.key)
    await expect(settings.getByRole('group', { name: /^No system keychain found/ })).toBeVisible()
    await expect(settings.getByRole('radio', { name: /Until you quit Stet/ })).toBeChecked()
    await settings.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(settings).toHaveCount(0)
    await app.openDocument('Low tide')
    await app.close()
    const holders = fs
      .readdirSync(app.profile, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(app.profile, name))
      .filter((file) => fs.lstatSync(file).isFile() && fs.readFileSync(file).includes(service.key))
    expect(holders).toEqual([])

    const again = await start({ profile: app.profile, env: NO_KEYCHAIN })
    await expect(again.page.getByRole('alert')).toContainText('key')
    await expect(again.connection).not.toContainText('Online')
    await again.openDocument('Low tide')
    await expect(again.text).toHaveText('Boats lie on the mud.')
    await again.close()
  },
)
