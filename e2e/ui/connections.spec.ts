import type { Page } from '@playwright/test'
import { EMBEDDED_ID } from '../../main/connections/list/connection-list'
import { ok } from '../../shared/problem'
import { SAMPLE_DOCUMENTS } from '../host/sample-library'
import { ABILITIES } from '../../shared/terms'
import type { Host } from '../host/host'
import { PASSPHRASE } from '../host/profile'
import { textsOf, typeElsewhere } from './editing'
import { answerForAnotherAccount } from './scenes'
import { expect, FERRYMAN, test, type Stet } from './stet'
import { expectNoViolations } from './violations'

/** The connection of the library on screen. */
async function connectionOf({ main }: Pick<Stet, 'main'>) {
  const { connections, activeId } = await main.ask('connections.list', undefined)
  return connections.find(({ id }) => id === activeId)!
}

test.describe('with a key that was kept until the app was quit', () => {
  test.use({ chosen: { library: 'service', keep: 'session' } })

  test('a library says so, and leads to the field for the key', async ({ app, stet, page }) => {
    const banner = page.getByRole('alert').filter({ hasText: 'is not kept on this device' })
    await expect(banner).toBeVisible()
    await expect(stet.connection).toHaveText('No key')
    await banner.getByRole('button', { name: 'Enter key…' }).click()
    const key = page.getByRole('textbox', { name: 'API key' })
    await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveValue(app.service.address)
    await expect(key).toBeFocused()
    await expect(key).toBeInViewport({ ratio: 1 })
  })
})

test('the menu of the library has one that came in meanwhile, as from another computer', async ({
  app,
  stet,
  page,
}) => {
  const { name } = await connectionOf(stet)
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) })
  await button.click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitemradio')).toHaveCount(1)
  await stet.press('Escape')
  await app.addLibrary('My library (from vm)', app.openService())
  await button.click()
  await expect(menu.getByRole('menuitemradio', { name: 'My library (from vm)' })).toBeVisible()
})

test('Test says what the key may do; another address clears the key and what was found', async ({
  app,
  stet,
  page,
}) => {
  const service = app.openService()
  const lacks = new Set(['files:read', 'rag:read'])
  const reader = service.addKey(ABILITIES.filter((ability) => !lacks.has(ability)))
  // Some services refuse every write of an id that they do not have in the same way.
  const isProbe = ({ method, path }: { readonly method: string; readonly path: string }) =>
    method !== 'GET' && path.includes('/999999999999999')
  app.faults.plan({ kind: 'status', status: 405 }, isProbe, Infinity)
  await stet.command('Connect to a service…')
  const address = page.getByRole('textbox', { name: 'Service address' })
  const key = page.getByRole('textbox', { name: 'API key' })
  const result = page.getByRole('status', { name: 'Test result' })
  await expect(address).toBeFocused()
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled()
  await address.fill(service.address)
  await key.fill(reader)
  await page.getByRole('button', { name: 'Test' }).click()
  await expect(result).toContainText('Other write access can’t be tested without changing something')
  await expect(result.getByRole('row', { name: 'Files no not yet known' })).toBeVisible()
  await address.fill('https://other.example.org')
  await expect(key).toHaveValue('')
  await expect(result).toHaveText('')
  const missed = page.getByText('Enter the key for this address.')
  await expect(missed).toBeVisible()
  await key.fill('mk_other')
  await expect(missed).toHaveCount(0)
})

test.describe('without a keychain', () => {
  test.use({ chosen: { hasKeychain: false } })

  test('[D5] there are three choices, each with what it means', async ({ app, stet, page }) => {
    await page.setViewportSize({ width: 1280, height: 520 })
    const { address, key, store } = app.openService(1)
    const at = app.clock.now()
    store.folders.add(1, { parentId: null, name: 'Chapters', position: 0, createdAt: at, updatedAt: at })
    await stet.command('Connect to a service…')
    await page.getByRole('textbox', { name: 'Service address' }).fill(address)
    await page.getByRole('textbox', { name: 'API key' }).fill(key)
    await expect(page.getByRole('radio', { name: /Until you quit Stet/ })).toBeChecked()
    await page.getByRole('radio', { name: /with a passphrase/ }).click()
    const connect = page.getByRole('button', { name: 'Connect', exact: true })
    await expect(connect).toBeDisabled()
    await page.getByRole('textbox', { name: /Passphrase/ }).fill('short')
    await page.getByRole('textbox', { name: /Passphrase/ }).press('Enter')
    await expect(page.getByRole('status', { name: 'Test result' })).toContainText('at least 8')
    await expect(page.getByRole('status', { name: 'Test result' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('textbox', { name: /Passphrase/ }).fill(PASSPHRASE)
    await connect.click()
    await expect(stet.notice).toContainText(`Connected to “${new URL(address).host}”`)
    await expect(stet.folder('Chapters')).toBeFocused()
  })
})

test.describe('with a key under a passphrase', () => {
  test.use({ chosen: { library: 'service', keep: 'passphrase' } })

  test('a library is there without it, and asks for the passphrase', async ({ stet, page }) => {
    await expect(stet.connection).toHaveText('Locked')
    await expect(stet.text).toContainText('The tide was an hour late')
    await page.getByRole('alert').getByRole('button', { name: 'Unlock…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unlock “Harbour Press”' })
    await stet.type('low water, late')
    await stet.press('Enter')
    await expect(dialog.getByRole('status', { name: 'Unlock result' })).toContainText('Wrong passphrase')
    await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE)
    await stet.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(stet.connection).toHaveText('Online')
  })
})

const WHOSE = 'only you can tell whether it is your account'
const STORED = 'None of the texts that are here are in the stored library'

for (const [library, question, button, otherAccount] of [
  ['service', WHOSE, 'It is my account', false],
  ['service', WHOSE, 'Keep everything here', true],
  ['embedded', STORED, 'It is the same library', false],
] as const)
  test.describe(`before drafts are sent to an account of the kind ${library}`, () => {
    test.use({ chosen: { library } })

    test(`[C7] the writer is asked whose account a new key opens: ${button}`, async ({ app, stet, page }) => {
      await answerForAnotherAccount(app)
      const banner = page.getByRole('alert')
      await expect(banner).toContainText(question)
      if (library === 'embedded') await expect(banner).not.toContainText(/account|service/)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectNoViolations(page)
      }
      await stet.text.click()
      await banner.getByRole('button', { name: button }).click()
      await expect(page.getByText(question)).toHaveCount(0)
      const answered = await connectionOf(stet)
      expect([answered.asksAccount, answered.otherAccount]).toEqual([undefined, otherAccount])
    })
  })

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('[C7] while it is open whose account answers, the status line says so; "Keep everything here" is taken back in the settings', async ({
    app,
    stet,
    page,
  }) => {
    await answerForAnotherAccount(app)
    await app.tell('document.status-changed', {
      id: FERRYMAN,
      phase: 'queued',
      problem: { code: 'not-found', message: 'No such document.' },
      parked: [],
      notYetPublished: false,
    })
    const status = page.getByRole('contentinfo')
    await expect(status).toContainText(
      'only you can tell whether it is your account. What waits is sent once you say so.',
    )
    await expect(status).not.toContainText('No such document.')

    const banner = page.getByRole('alert')
    await banner.getByRole('button', { name: 'Keep everything here' }).click()
    await expect(banner).toContainText('You said that the service answers for another account')
    await banner.getByRole('button', { name: 'Show…' }).click()
    const details = page.getByRole('region', { name: 'This library' })
    // The service answers for the account of this library again.
    app.vary((service) => service)
    await details.getByRole('button', { name: 'It is my account' }).click()
    await expect(details.getByRole('button', { name: 'It is my account' })).toHaveCount(0)
    await stet.press('Escape')
    await expect(banner).toHaveCount(0)
    await expect(status).toContainText('No such document.')
  })

  test('removing it shows the captured words that are in no document yet, to be copied', async ({
    stet,
    page,
  }) => {
    await stet.main.ask('capture.keep', { was: '', text: 'Ask about the honey,\nand about the bees' })
    await stet.command('Settings')
    await page.getByRole('tab', { name: 'Connection' }).click()
    await page.getByRole('button', { name: 'Remove…' }).click()
    const only = page
      .getByRole('dialog', { name: /^Remove/ })
      .getByRole('region', { name: 'Not on the service yet' })
    const words = only.getByRole('listitem').filter({ hasText: 'Captured words' })
    await expect(words).toContainText('Ask about the honey, and about the bees')
    await expect(words).toContainText('In no document yet')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await words.getByRole('button', { name: 'Copy captured words' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Ask about the honey,\nand about the bees',
    )
  })

  test('Escape in a question over the settings leaves the settings open', async ({ stet, page }) => {
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const question = page.getByRole('dialog', { name: /^Remove/ })
    await stet.command('Settings')
    await settings.getByRole('tab', { name: 'Connection' }).click()
    await settings.getByRole('button', { name: 'Remove…' }).click()
    await expect(question).toBeVisible()
    await stet.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(settings).toBeVisible()
    await stet.press('Escape')
    await expect(settings).toHaveCount(0)
  })
})

test('[B9] a fixed folder is chosen here, and said to be missing when it is', async ({ app, stet, page }) => {
  await stet.press('ControlOrMeta+,')
  await page.getByRole('tab', { name: 'Connection' }).click()
  const folder = page.getByRole('combobox', { name: 'Limit search to a folder' })
  const fixed = async () => (await connectionOf(stet)).fixedFolder
  const name = 'Passages that may come into the second volume'
  const { id: parentId } = await app.ask('folder.create', { name, parentId: 'f-chapters' })
  const { id } = await app.ask('folder.create', { name: 'Drafts', parentId })
  await folder.selectOption({ label: 'The Salt Road / Chapters' })
  await expect.poll(fixed).toBe('f-chapters')
  // The end of a path is what tells folders apart.
  await folder.selectOption({ label: '… / Drafts' })
  await expect.poll(fixed).toBe(id)
  await app.ask('folder.delete', { id })
  await expect(page.getByText('That folder is missing.')).toBeVisible()
  await folder.selectOption('')
  await expect(page.getByText('That folder is missing.')).toHaveCount(0)
  expect(await fixed()).toBeUndefined()
})

test('settings are searched, and shortcuts changed; keys that two commands want are said', async ({
  stet,
  page,
}) => {
  await stet.press('ControlOrMeta+,')
  await page.getByRole('searchbox', { name: 'Search in settings' }).fill('search the library')
  const keys = page.getByRole('button', { name: /^Keys for Search the library:/ })
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveCount(0)
  await keys.click()
  await stet.press('ControlOrMeta+Shift+H')
  await expect(keys).toHaveAccessibleName('Keys for Search the library: Ctrl+Shift+H')
  await expect(page.getByText('The same keys as Show history.')).toBeVisible()
  await keys.click()
  await stet.press('F9')
  await expect(page.getByText('The same keys as')).toHaveCount(0)
  await stet.press('Escape')
  await stet.press('F9')
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused()
})

test('keys that do something else in another place are listed with both', async ({ stet, page }) => {
  const library = 'Find and replace in the library'
  const inText = 'Find and replace in the document, from its text and its find bar'
  await stet.press('ControlOrMeta+,')
  await page.getByRole('searchbox', { name: 'Search in settings' }).fill('replace')
  const line = page.getByRole('listitem').filter({ hasText: library })
  await expect(line).toContainText(`The same keys: ${inText}.`)
  await line.getByRole('button').click()
  await stet.press('Backspace')
  await expect(line).not.toContainText(inText)
  await line.getByRole('button', { name: /^Reset/ }).click()
  await expect(line).toContainText(inText)
  await stet.press('Escape')
  await stet.command('Help')
  const sheet = page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })
  for (const words of [library, inText]) await expect(sheet).toContainText(`${words}CtrlH`)
})

test('[M7] a removed library is listed, and is brought back or deleted for good', async ({
  app,
  stet,
  page,
}) => {
  for (const name of ['Old Press', 'Older Press'])
    await app.ask('connection.remove', { id: await app.addLibrary(name, app.openService()) })
  await stet.press('ControlOrMeta+,')
  await page.getByRole('tab', { name: 'Connection' }).click()
  const removed = page.getByRole('region', { name: 'Removed libraries' })
  await expect(removed.getByRole('listitem')).toHaveCount(2)
  await expect(removed).toContainText('kept until')
  await removed.getByRole('button', { name: 'Bring back Old Press' }).click()
  await expect(removed.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Other libraries' })).toContainText('Old Press')
  await removed.getByRole('button', { name: 'Delete Older Press from this device' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete “Older Press” from this device' })
  await expect(sure).toContainText('deleted for good')
  await sure.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(removed).toHaveCount(0)
})

test('what a move brought into another library is in sight while it is sent', async ({ app, stet, page }) => {
  const press = await app.addLibrary('Press', app.openService())
  const list = await app.ask('connections.list', undefined)
  const elsewhere = async (waiting: number) => {
    const others = { sending: true, waiting, state: 'offline' }
    const connections = list.connections.map((one) => (one.id === press ? { ...one, ...others } : one))
    app.answerWith('connections.list', ok({ ...list, connections }))
    await app.tell('connection.changed', await connectionOf(stet))
  }
  await elsewhere(1_200)
  const status = page.getByRole('status', { name: 'Sending to Press' })
  await expect(status).toHaveText('1,200 not sent to “Press” yet')
  await status.getByRole('button').click()
  const others = page.getByRole('list', { name: 'Sending to other libraries' })
  await expect(others).toContainText('Offline')
  await elsewhere(0)
  await expect(status).toHaveCount(0)
  await expect(others).toHaveCount(0)
  await elsewhere(2)
  const open = others.getByRole('button', { name: 'Open Press' })
  await expect(open).toBeVisible()
  app.answerWith('connections.list', undefined)
  await open.click()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toContainText('Press')
  await expect.poll(async () => (await connectionOf(stet)).id).toBe(press)
})

test('what is pressed while another library is still to come belongs to that one', async ({
  app,
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' The end')
  await app.addLibrary('Press', app.openService())
  const release = app.hold('connection.activate')
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
  await page.getByRole('menuitemradio', { name: 'Press', exact: true }).click()
  await stet.press('ControlOrMeta+n')
  await stet.type('A letter')
  await stet.press('Enter')
  await stet.type('Dear friend')
  release()
  await expect(stet.title).toHaveValue('A letter')
  await expect.poll(() => textsOf(stet, 'A letter')).toEqual(['Dear friend'])
  await expect(stet.text).toBeFocused()
  await app.ask('connection.activate', { id: EMBEDDED_ID })
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/ The end$/)
})

test('who chooses the library that is on screen writes on in its text', async ({ stet, page }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' The end')
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('button').first().click()
  await page.getByRole('menuitemradio', { checked: true }).click()
  await stet.type(' of it')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/ The end of it$/)
})

/** What of the dialog in front has a scroll bar. */
const scrollBars = (page: Page) =>
  page.evaluate(() => {
    const front = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
    if (front === undefined) throw new Error('no dialog')
    return [front, ...front.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
      return [
        ...(scrolls(overflowY) && element.scrollHeight > element.clientHeight ? ['down'] : []),
        ...(scrolls(overflowX) && element.scrollWidth > element.clientWidth ? ['sideways'] : []),
      ]
    })
  })

/** Edits every document of the sample while the service is unreachable. */
async function editAllOffline(app: Host, stet: Stet): Promise<void> {
  app.faults.offline(true)
  for (const { id } of SAMPLE_DOCUMENTS) await typeElsewhere(stet, 'end', 'More.', id)
}

test('the name of a library is kept, also where Escape closes the settings', async ({ stet, page }) => {
  await stet.command('Settings')
  await page.getByRole('tab', { name: 'Connection' }).click()
  const name = page.getByRole('textbox', { name: 'Name of this library' })
  await name.fill('Winter work')
  await stet.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toHaveCount(0)
  await expect.poll(async () => (await connectionOf(stet)).name).toBe('Winter work')
})

test('the service is asked when the system says that the network has gone, and only its answer is believed', async ({
  app,
  stet,
  page,
}) => {
  await expect(stet.connection).toHaveText('Online')
  const before = app.given.length
  // To be really offline would close the page's socket to main, too.
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect.poll(() => app.given.slice(before).map(({ name }) => name)).toContain('connection.glance')
  await expect(stet.connection).toHaveText('Online')
})

test.describe('in the library of a service, without a keychain', () => {
  test.use({ chosen: { library: 'service', hasKeychain: false, keep: 'unprotected' } })

  for (const [width, height] of [
    [1280, 800],
    [640, 400],
    [480, 360],
  ] as const)
    test(`at ${width} the connection has one scroll bar, however much is not on the service`, async ({
      app,
      stet,
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await editAllOffline(app, stet)
      await stet.command('Settings')
      await page.getByRole('tab', { name: 'Connection' }).click()
      await expect.poll(() => scrollBars(page)).toEqual(['down'])
      await page.getByRole('button', { name: 'Change key…' }).click()
      const unsent = page.getByRole('region', { name: 'Not on the service yet' })
      await expect.poll(() => unsent.getByRole('listitem').count()).toBeGreaterThan(6)
      expect(await scrollBars(page)).toEqual(['down'])
      await page.getByRole('button', { name: 'Remove…' }).click()
      await expect(page.getByRole('dialog', { name: /^Remove/ })).toBeVisible()
      await expect.poll(() => scrollBars(page)).toEqual(['down'])
    })

  test('in a small window Test and Connect stay in sight while the form is filled in', async ({
    stet,
    page,
  }) => {
    await page.setViewportSize({ width: 900, height: 600 })
    await stet.command('Connect to a service…')
    await expect(page.getByRole('radio', { name: /Until you quit Stet/ })).toBeVisible()
    const inSight = async () => {
      for (const name of ['Test', 'Connect'])
        await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByRole('textbox', { name: 'Service address' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('textbox', { name: 'API key' })).toBeInViewport({ ratio: 1 })
    await inSight()
    // A field that the keyboard comes to is not under them.
    await page.getByRole('radio').last().focus()
    await inSight()
    const field = await page.getByRole('radio').last().boundingBox()
    const button = await page.getByRole('button', { name: 'Connect', exact: true }).boundingBox()
    expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  })
})
