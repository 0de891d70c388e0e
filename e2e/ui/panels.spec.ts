import type { Page } from '@playwright/test'
import { ok } from '../../shared/problem'
import type { Host } from '../host/host'
import { typeElsewhere } from './editing'
import { DOORS, fillOutbox, makeDocuments, mergeIn, OFFICER, writeLog } from './scenes'
import { expect, FERRYMAN, test, type Stet } from './stet'

const LOW = 'd-low'

/** Keeps the texts of these documents as before a risky step. */
async function keepTexts(app: Host, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await app.ask('history.keep', { id, why: 'restore' })
}

/** Makes the service unreachable. */
async function goOffline(app: Host): Promise<void> {
  app.faults.offline(true)
  await app.hear()
}

async function goOnline(app: Host): Promise<void> {
  app.faults.clear()
  await app.hear()
}

/** Changes a document, and has it sent as soon as the service can be reached. */
async function edit(app: Host, stet: Stet, id: string): Promise<void> {
  await typeElsewhere(stet, 'end', 'More.', id)
  await app.ask('document.save', { id, reason: 'key' })
}

const waitingIn = (page: Page) => page.getByRole('list', { name: 'Waiting' }).getByRole('listitem')

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test(
    'the outbox says what waits, why, and what can be done',
    { tag: '@first' },
    async ({ app, stet, page }) => {
      await expect(stet.saveStatus).toHaveText('Saved')
      await fillOutbox({ app, stet })
      await stet.press('ControlOrMeta+Shift+O')
      const waiting = waitingIn(page)
      await expect(waiting).toHaveCount(4)
      const edited = waiting.filter({ hasText: 'What the salt kept' })
      await expect(edited).toContainText(/Again in \d+ s\. The service has a fault/)
      const deletion = waiting.filter({ hasText: 'harbour-map.png' })
      await expect(deletion).toContainText('This key may not write files.')
      await deletion.getByRole('button', { name: /^Discard/ }).press('Enter')
      await expect(waiting).toHaveCount(3)
      await expect(waiting.getByRole('button', { name: 'Decide' })).toBeFocused()
      await page.getByRole('button', { name: 'Pause' }).click()
      await expect(page.getByRole('button', { name: 'Resume' }).first()).toBeVisible()
      await app.ask('outbox.pause', { paused: false })
      await goOffline(app)
      await expect(edited).toContainText('Waits for the network')
      app.faults.clear()
      app.faults.plan({ kind: 'throttled', after: '60' }, '', Infinity)
      await app.hear()
      await expect(edited).toContainText(/Again in \d+ s\. The service asked to wait/)

      // The button goes with the trouble that it is about; the writer goes on in the text.
      const again = page.getByRole('contentinfo').getByRole('button', { name: 'Try now' })
      await again.focus()
      await goOnline(app)
      await expect(again).toHaveCount(0)
      await expect(stet.text).toBeFocused()
    },
  )
})

test('the sync log is searched, narrowed and copied, by keyboard', async ({ app, stet, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await writeLog({ app, stet })
  await stet.command('Show sync log')
  const log = page.getByRole('dialog', { name: 'Sync log' })
  await expect(log.getByRole('searchbox', { name: 'Search the log' })).toBeFocused()
  await expect(log.getByRole('listitem')).toHaveCount(4)
  await stet.type('low water')
  await expect(log.getByRole('listitem')).toHaveCount(2)
  await stet.press('Tab')
  await log.getByRole('combobox', { name: 'Show' }).selectOption('Not sent')
  await expect(log).toContainText('No entries match.')
  await expect(log.getByRole('button', { name: 'Copy for support' })).toBeDisabled()
  await log.getByRole('searchbox', { name: 'Search the log' }).fill('')
  const copy = log.getByRole('button', { name: 'Copy for support' })
  // A key that is pressed before the log is there again goes nowhere.
  await expect(copy).toBeEnabled()
  await copy.press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^\d{4}-\S+Z {2}not sent {2}Edit of “The customs officer”: It had changed/)
  // In a field that words are looked for with, Escape empties it first.
  await log.getByRole('searchbox', { name: 'Search the log' }).fill('door')
  await stet.press('Escape')
  await expect(log.getByRole('searchbox', { name: 'Search the log' })).toHaveValue('')
  await stet.press('Escape')
  await expect(log).toHaveCount(0)
})

test('a report is read and copied, by keyboard', async ({ stet, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stet.command('Report a problem…')
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(dialog.getByRole('group', { name: 'Report' })).toBeFocused()
  await expect(dialog.getByRole('group', { name: 'Report' })).toContainText('The log is empty.')
  await dialog.getByRole('button', { name: 'Copy the report' }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Stet 0\.0\.0 \(test\)[^]*The log is empty\./)
  await stet.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(stet.text).toBeFocused()
})

test('a discard in the sync log leads to the text that was kept', async ({ app, stet, page }) => {
  await goOffline(app)
  await edit(app, stet, OFFICER)
  const { waiting } = await app.ask('outbox.list', undefined)
  await app.ask('outbox.discard', { id: waiting[0]!.id })
  await stet.command('Show sync log')
  await page.getByRole('button', { name: 'Show the text: Edit of “The customs officer”' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recovered texts' }).last()).toBeVisible()
  await expect(stet.text).toHaveCount(0)
})

test('a found passage opens where it stands', async ({ stet, page }) => {
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('searchbox', { name: 'Search' }).fill('sideways')
  const hit = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(hit).toHaveCount(1)
  await stet.press('ArrowDown')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('On winter light')
  await expect(stet.text).toBeFocused()
  expect((await page.locator('.cm-hit-passage').allTextContents()).join('')).toBe(
    'It comes in sideways and asks to be let alone.',
  )
})

for (const isEmpty of [false, true])
  test(`Escape leads back from the recovered texts to the place in the text${isEmpty ? ', where there are none as well' : ''}`, async ({
    app,
    stet,
    page,
  }) => {
    if (!isEmpty) await keepTexts(app, LOW)
    await stet.text.click()
    await stet.press('ControlOrMeta+End')
    await page.getByRole('button', { name: 'Recovered texts' }).click()
    const reader = page.getByRole('main')
    await expect(reader).toContainText('Escape leads back to where you were.')
    // A dialog over it is closed first.
    await stet.command('Settings')
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await stet.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Settings' })).toHaveCount(0)
    await expect(reader).toContainText('Escape leads back to where you were.')
    const texts = page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option')
    if (isEmpty) await expect(texts).toHaveCount(0)
    else await texts.first().click()
    await stet.press('Escape')
    await expect(stet.text).toBeFocused()
    await stet.type(' And back.')
    await expect(stet.text.locator('.cm-line').last()).toContainText(/ And back\.$/)
  })

test('a recovered text is read, compared with its document, and restored as a new draft', async ({
  app,
  stet,
  page,
}) => {
  await mergeIn({ app, stet }, LOW, (text) => `Theirs.\n\n${text}`)
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  const mine = page
    .getByRole('listbox', { name: 'Recovered texts' })
    .getByRole('option', { name: /Yours, before a merge/ })
  await mine.click()
  await expect(page.getByRole('article')).toContainText('At low water')
  await page.getByRole('button', { name: 'Compare with the document' }).click()
  await expect(
    page.getByRole('listbox', { name: 'Versions' }).locator('[aria-selected="true"]'),
  ).toContainText('Yours, before a merge')
  await expect(
    page.getByRole('region', { name: 'Version' }).getByRole('status', { name: 'Changes' }),
  ).toContainText('since this version')
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  await mine.click()
  await page.getByRole('button', { name: 'Restore as a new draft' }).click()
  await expect(stet.title).toHaveValue('Low water')
  await expect(stet.notice).toContainText('Nothing was overwritten')
})

test('texts as they were opened are in the history of their document, and here when they are asked for', async ({
  app,
  stet,
  page,
}) => {
  await stet.text.click()
  await keepTexts(app, LOW)
  for (const id of [DOORS, OFFICER, 'd-salt']) await typeElsewhere(stet, 'end', 'More.', id)
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  const options = page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  const count = await options.count()
  await expect(options.filter({ hasText: 'When it was opened' })).toHaveCount(0)
  await expect(page.getByText('3 texts were kept when a document was opened')).toBeVisible()
  await page.getByRole('button', { name: 'Show here too' }).click()
  await expect(options).toHaveCount(count + 3)
  await page.getByRole('button', { name: 'Show without them' }).click()
  await expect(options).toHaveCount(count)
})

test('the keyboard is in the list of recovered texts once they are shown, and they are never said to be none', async ({
  app,
  stet,
  page,
}) => {
  await expect(stet.text).toBeVisible()
  await typeElsewhere(stet, 'end', 'More.', DOORS)
  await stet.command('Show recovered texts')
  await expect(page.getByText('kept when a document was opened')).toBeVisible()
  await expect(page.getByText('Nothing has needed it')).toHaveCount(0)
  await expect(page.getByRole('listbox', { name: 'Recovered texts' })).toBeFocused()
  await stet.press('Escape')
  await keepTexts(app, LOW, FERRYMAN)
  await stet.command('Show recovered texts')
  const options = page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option')
  await expect(options.first()).toBeFocused()
  await stet.press('ArrowDown')
  await expect(options.nth(1)).toBeFocused()
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
})

test('copies of one text of the same minute can be told apart by their times', async ({
  app,
  stet,
  page,
}) => {
  await expect(stet.text).toBeVisible()
  await keepTexts(app, LOW)
  const [one] = await app.ask('snapshots.list', {})
  const now = Date.now()
  const copies = (
    [
      ['s-2', 30 * 3_600_000],
      ['s-3', 30 * 3_600_000 + 1_000],
      ['s-4', 31 * 3_600_000],
    ] as const
  ).map(([id, ago]) => ({ ...one, id, title: 'Many copies', at: new Date(now - ago).toISOString() }))
  app.answerWith('snapshots.list', ok([one, ...copies]))
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  const times = page
    .getByRole('listbox', { name: 'Recovered texts' })
    .getByRole('option', { name: /^Many copies/ })
    .locator('time')
  await expect(times).toHaveCount(3)
  const words = await times.allTextContents()
  expect(new Set(words).size).toBe(3)
})

test('several recovered texts are chosen, with keys or the mouse, and restored together', async ({
  app,
  stet,
  page,
}) => {
  await page.getByRole('button', { name: /^All documents/ }).click()
  const before = Number(await stet.documents.getByRole('option').first().getAttribute('aria-setsize'))
  await keepTexts(app, LOW, FERRYMAN, DOORS)
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  const options = page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option')
  const chosen = page
    .getByRole('listbox', { name: 'Recovered texts' })
    .getByRole('option', { selected: true })
  const count = await options.count()
  expect(count).toBeGreaterThan(1)
  await options.first().click()
  await stet.press('Shift+ArrowDown')
  await expect(chosen).toHaveCount(2)
  await options.first().click({ modifiers: ['ControlOrMeta'] })
  await expect(chosen).toHaveCount(1)
  await stet.press('ControlOrMeta+a')
  await expect(chosen).toHaveCount(count)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  // Each once, however often the button is pressed.
  await page.getByRole('button', { name: 'Restore all as new drafts' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(stet.notice).toContainText(`Restored ${count} texts as new drafts`)
  await expect(page.getByText(`${count} chosen`)).toBeVisible()
  await page.getByRole('button', { name: /^All documents/ }).click()
  await expect(stet.documents.getByRole('option').first()).toHaveAttribute(
    'aria-setsize',
    `${before + count}`,
  )
})

test('Ctrl+A marks what is read, and no label of the window', async ({ app, stet, page }) => {
  await keepTexts(app, LOW)
  const marked = () => page.evaluate(() => getSelection()?.toString())
  await page.getByRole('tablist', { name: 'Open documents' }).getByRole('tab').first().focus()
  await stet.press('ControlOrMeta+a')
  expect(await marked()).toBe('')
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('region', { name: 'Outline' }).getByRole('button').first().focus()
  await stet.press('ControlOrMeta+a')
  expect(await marked()).toBe('')
  await page.getByRole('button', { name: 'Recovered texts' }).click()
  await page.getByRole('listbox', { name: 'Recovered texts' }).getByRole('option').first().click()
  await page.getByRole('article').focus()
  await stet.press('ControlOrMeta+a')
  expect(await marked()).toContain('At low water')
  expect(await marked()).not.toContain('Settings')
})

test('the writer says how much this device keeps; a value of her own hand is shown as it is', async ({
  stet,
  page,
}) => {
  await stet.main.ask('settings.set', { recoveredDays: 45 })
  await stet.command('Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'This device' }).click()
  const texts = settings.getByRole('combobox', { name: 'Storage for texts' })
  await expect(texts.locator('option:checked')).toHaveText('1 GB')
  await expect(
    settings.getByRole('combobox', { name: 'Keep recovered texts for' }).locator('option:checked'),
  ).toHaveText('45 days')
  await texts.selectOption('No limit')
  await settings.getByRole('combobox', { name: 'Storage for recovered texts' }).selectOption('10 GB')
  await expect
    .poll(() => stet.main.ask('settings.get', undefined))
    .toMatchObject({ textsMegabytes: 1_000_000, recoveredDays: 45, recoveredMegabytes: 10_000 })
  await settings.getByRole('searchbox', { name: 'Search in settings' }).fill('recovered')
  await expect(settings.getByRole('combobox')).toHaveCount(2)
})

test('the panel for finding stands beside a panel that lies over the text, with its buttons in sight', async ({
  stet,
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 500 })
  await stet.command('Show outline')
  await stet.text.focus()
  await stet.press('ControlOrMeta+f')
  const find = page.getByRole('search', { name: 'Find in the document' })
  await expect(find).toBeVisible()
  for (const name of ['Previous', 'Next', 'Match case', 'Close']) {
    const button = find.getByRole('button', { name, exact: true })
    const isInSight = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect([name, isInSight]).toEqual([name, true])
  }
})

test('what was said before a dialog came is not among its buttons, and is said when it is gone', async ({
  stet,
  page,
}) => {
  await stet.command('Delete document')
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await stet.command('Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings).toBeVisible()
  await expect(settings.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await stet.press('Escape')
  await expect(stet.notice.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('a command that is off says why, and takes no words after Enter; the text and the caret stay', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.press('ArrowDown')
  await stet.press('ArrowRight')
  const before = (await stet.keptText(FERRYMAN)) ?? ''
  await stet.press('ControlOrMeta+Shift+P')
  await stet.type('send all now')
  await expect(page.getByRole('option', { name: /^Send all now/ })).toBeVisible()
  await stet.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0)
  await expect(stet.notice).toContainText('“Send all now” is not available')
  await expect(stet.text).toBeFocused()
  await stet.type('QQ')
  await expect.poll(() => stet.keptText(FERRYMAN)).toContain('QQ')
  const after = (await stet.keptText(FERRYMAN)) ?? ''
  expect(after.replace('QQ', '')).toBe(before)
  expect(after.startsWith('Q')).toBe(false)
})

test('Ctrl+Z in the list takes no words out of the text', async ({ stet }) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type(' zed')
  await stet.option('The ferryman').focus()
  await stet.press('ControlOrMeta+z')
  await expect(stet.text).toContainText('zed')
})

test('words typed into a dialog that has no field for them can be copied', async ({ stet, page }) => {
  await stet.command('Publish…')
  const publish = page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' })
  await expect(publish).toBeFocused()
  // The space would press the button.
  await stet.type('and on')
  await expect(publish).toBeFocused()
  await expect(stet.notice).toContainText(
    'The words that you typed while “Publish” was open are in no text yet',
  )
  await expect(stet.notice.getByRole('button', { name: 'Copy them' })).toBeVisible()
})

test('[W23] words that are offered for copying are among the captured ones once the window was left', async ({
  stet,
  page,
}) => {
  await stet.main.ask('capture.keep', { was: '', text: 'Kept before.' })
  await stet.command('Publish…')
  const publish = page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' })
  const captured = async () => (await stet.main.ask('capture.read', undefined)).text
  await expect(publish).toBeFocused()
  await stet.type('and on')
  await stet.main.tell('flush.requested', { reason: 'leave', round: 1 })
  await expect.poll(captured).toBe('Kept before.\n\nand on')
  await stet.main.tell('leaving.cancelled', {})
  // While it is left it takes no keys.
  await page.evaluate(() => {
    window.focusLost = []
  })
})

test('what is said while a dialog is open stands above it, and is gone without it', async ({
  stet,
  page,
}) => {
  await stet.main.refuse('settings.set', { code: 'storage-full', message: 'The disk is full.' })
  await stet.command('Settings')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'This device' }).click()
  await settings.getByRole('combobox', { name: 'Storage for texts' }).selectOption('No limit')
  await expect(stet.notice).toHaveText('The disk is full.')
  const isOnTop = () =>
    stet.notice.evaluate((notice) => {
      const { left, top, width, height } = notice.getBoundingClientRect()
      return notice.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  expect(await isOnTop()).toBe(true)
  await stet.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(stet.notice).toHaveText('The disk is full.')
  expect(await isOnTop()).toBe(true)
})

test('a service is tested in words and connected to; the key leaves the page', async ({
  app,
  stet,
  page,
}) => {
  const { address, key } = app.openService()
  await stet.command('Connect to a service…')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('textbox', { name: 'Service address' }).fill(address)
  await settings.getByRole('textbox', { name: 'API key' }).fill('wrong')
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByRole('status', { name: 'Test result' })).toContainText(
    'does not accept this key',
  )
  await settings.getByRole('textbox', { name: 'API key' }).fill(key)
  await settings.getByRole('button', { name: 'Test' }).click()
  await expect(settings.getByRole('status', { name: 'Test result' })).toContainText(
    'may read documents, folders, tags and files',
  )
  await settings.getByRole('button', { name: 'Connect' }).click()
  await expect(settings).toHaveCount(0)
  await expect(page.getByRole('button', { name: /127\.0\.0\.1/ })).toBeVisible()
  expect(await page.content()).not.toContain(key)
})

test('words that are in memory alone look like it', async ({ stet, page }) => {
  await stet.main.tell('document.status-changed', {
    id: FERRYMAN,
    phase: 'queued',
    onlyInMemory: true,
    problem: { code: 'storage-full', message: 'The disk is full. Free some space.' },
    parked: [],
    notYetPublished: false,
  })
  await expect(stet.saveStatus).toHaveText('Kept in memory only')
  await expect(stet.saveStatus).toHaveAttribute('data-attention', '')
  await expect(page.getByRole('contentinfo').getByRole('alert')).toContainText('Free some space')
})

test('unpublished changes are said to be on this device only', async ({ stet, page }) => {
  await stet.option('Low water').click()
  await expect(stet.saveStatus).toHaveText('Saved')
  await stet.text.press('ControlOrMeta+End')
  await stet.type('More.')
  await expect(page.getByRole('contentinfo')).toContainText('Unpublished changes, on this device only')
})

test.describe('in the library of a service', () => {
  test.use({ chosen: { library: 'service' } })

  test('a tag that was renamed on two devices: the status line leads to the question, which names both', async ({
    app,
    stet,
    page,
  }) => {
    await expect(stet.text).toBeVisible()
    await goOffline(app)
    await app.ask('tag.rename', { id: 't-winter', name: 'quay' })
    const params = { id: String(app.sample.ids.get('t-winter')) }
    await app.other.call('tags.update', { params, body: { name: 'harbour' } })
    await goOnline(app)
    await page.getByRole('button', { name: '1 decision in the outbox' }).click()
    const row = waitingIn(page)
    await expect(row.getByRole('button', { name: /^Keep “quay”/ })).toBeVisible()
    await row.getByRole('button', { name: /^Take “harbour”/ }).click()
    await expect(page.getByRole('button', { name: /in the outbox$/ })).toHaveCount(0)
    await expect(stet.tags.getByRole('option', { name: 'harbour' })).toBeVisible()
  })

  test('Discard: no row moves under the pointer, and Undo brings the edit back', async ({
    app,
    stet,
    page,
  }) => {
    await goOffline(app)
    for (const id of [OFFICER, 'd-letters']) await edit(app, stet, id)
    await stet.press('ControlOrMeta+Shift+O')
    const rows = waitingIn(page)
    const discard = rows.first().getByRole('button', { name: /^Discard/ })
    await expect(rows).toHaveCount(2)
    const place = await discard.boundingBox()
    const press = () => page.mouse.click(place!.x + place!.width / 2, place!.y + place!.height / 2)
    await press()
    await expect(stet.notice).toContainText('Discarded. Your text is in Recovered texts.')
    await expect(rows.first()).toContainText('No longer waiting')
    await press()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Edit of “Letters, unsent”')
    await expect(rows.nth(1).getByRole('button', { name: /^Discard/ })).toBeVisible()
    await stet.notice.getByRole('button', { name: 'Undo' }).click()
    await expect(
      rows.filter({ hasText: 'Edit of “The customs officer”' }).getByRole('button'),
    ).not.toHaveCount(0)
    expect(await stet.keptText(OFFICER)).toMatch(/More\.$/)
  })

  test('Discard of a move names no text, as none is kept', async ({ app, stet, page }) => {
    await goOffline(app)
    await app.ask('document.edit-fields', { id: FERRYMAN, folderId: 'f-essays' })
    await stet.press('ControlOrMeta+Shift+O')
    await page.getByRole('button', { name: /^Discard/ }).click()
    await expect(stet.notice).toContainText('Discarded.')
    await expect(stet.notice).not.toContainText('Recovered texts')
    await expect(stet.notice.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(stet.notice.getByRole('button', { name: 'Show' })).toHaveCount(0)
  })

  test('things that wait offline by chance are no batch, and nothing offers to cancel them', async ({
    app,
    stet,
    page,
  }) => {
    await goOffline(app)
    makeDocuments(app, 'Letter', 23)
    await stet.press('ControlOrMeta+Shift+O')
    await expect(waitingIn(page)).toHaveCount(23)
    app.faults.clear()
    app.faults.plan({ kind: 'silent' }, 'POST /api/v1/documents', Infinity)
    await app.hear()
    await expect(page.getByText('Sending 0 of 23').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel the rest' })).toHaveCount(0)
    await goOffline(app)
    await expect(stet.connection).toHaveText('Offline')
    await expect(page.getByText(/0 of 23/)).toHaveCount(0)
  })

  test('a text that was published without a network says what waits', async ({ app, stet, page }) => {
    await stet.option('Low water').click()
    await expect(stet.saveStatus).toHaveText('Saved')
    await goOffline(app)
    await stet.text.press('ControlOrMeta+End')
    await stet.type('Published.')
    await expect.poll(() => stet.keptText(LOW)).toContain('Published.')
    await app.ask('document.save', { id: LOW, reason: 'publish' })
    await stet.type(' And on.')
    await expect(page.getByRole('contentinfo')).toContainText('without what you wrote since')
  })

  test('a document without a word says nothing about being kept', async ({ app, stet }) => {
    await goOffline(app)
    await stet.command('New document')
    await expect(stet.title).toHaveValue('')
    await expect(stet.saveStatus).toHaveAttribute('data-phase', 'queued')
    await expect(stet.saveStatus).toHaveText('')
    await stet.title.fill('Harbour')
    await expect(stet.saveStatus).toHaveText('On this device')
  })

  test('the notice of a delete goes when the delete needs a decision', async ({ app, stet }) => {
    await app.ask('outbox.pause', { paused: true })
    await stet.option('The ferryman').click()
    await stet.option('The ferryman').press('Delete')
    await expect(stet.notice).toContainText('Deleted “The ferryman”')
    await app.elsewhere.write(FERRYMAN, { content: 'Theirs.' })
    await app.ask('outbox.pause', { paused: false })
    await app.hear()
    await expect(stet.notice).toContainText('Deleting “The ferryman” on the service needs your decision.')
    await expect(stet.notice).not.toContainText('Deleted')
  })

  test('a saved text is not said with the green dot while other changes wait offline', async ({
    app,
    stet,
    page,
  }) => {
    const dot = stet.saveStatus.locator('[data-look]')
    await expect(stet.saveStatus).toHaveText('Saved')
    await expect(dot).toHaveAttribute('data-look', 'saved')
    await goOffline(app)
    await edit(app, stet, OFFICER)
    await expect(page.getByText('Other changes are not sent yet')).toBeVisible()
    await expect(dot).toHaveAttribute('data-look', 'idle')
  })

  test('a text that is saved says of a picture that it is not sent yet', async ({ app, stet, page }) => {
    await expect(stet.saveStatus).toHaveText('Saved')
    app.faults.plan({ kind: 'silent' }, 'POST /api/v1/files')
    await app.ask('file.add', { name: 'map.png', bytes: Buffer.from('map') })
    await expect(page.getByText('1 file not sent yet')).toBeVisible()
    app.faults.clear()
    app.clock.pass(600_000)
    await expect(page.getByText('1 file not sent yet')).toHaveCount(0)
  })
})
