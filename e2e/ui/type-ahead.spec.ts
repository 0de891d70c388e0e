import type { Page } from '@playwright/test'
import { textsOf } from './editing'
import { expect, FERRYMAN, slowTurns, test, type Stet } from './stet'

const titles = async ({ main }: Stet) => {
  const all = { filter: { smart: 'all' }, sort: 'created', descending: false, offset: 0, limit: 500 } as const
  return (await main.ask('documents.list', all)).items.map(({ title }) => title)
}

const textOf = async (stet: Stet, title: string) => (await textsOf(stet, title))[0]

test('what is typed right after Control+N is the new document, however late it is made and drawn', async ({
  stet,
  page,
}) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.text.click()
  const [made, opened] = [await stet.main.hold('document.create'), await stet.main.hold('document.open')]
  await stet.press('ControlOrMeta+n')
  await stet.type('Clash tow')
  await stet.press('Backspace')
  await stet.press('Backspace')
  await made()
  await stet.type('wo')
  await stet.press('Enter')
  await stet.type('- first')
  await stet.press('Enter')
  await page.keyboard.insertText('zweité')
  await opened()
  await stet.type(', and on')
  await expect(stet.title).toHaveValue('Clash two')
  await expect.poll(() => textOf(stet, 'Clash two')).toBe('- first\n- zweité, and on')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
})

test('two documents begun in one go have each its own title', { tag: '@first' }, async ({ stet }) => {
  await stet.text.click()
  const made = await stet.main.hold('document.create')
  for (const title of ['one', 'two']) {
    await stet.press('ControlOrMeta+n')
    await stet.type(`Number ${title}`)
  }
  await made()
  await expect(stet.title).toHaveValue('Number two')
  await expect.poll(() => titles(stet)).toEqual(expect.arrayContaining(['Number one', 'Number two']))
})

test('the keys of the clipboard act on the title of a document that is made late', async ({
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stet.text.click()
  const made = await stet.main.hold('document.create')
  await stet.press('ControlOrMeta+n')
  await stet.type('Ebb')
  for (const key of 'axc') await stet.press(`ControlOrMeta+${key}`)
  await stet.type('Flow')
  await made()
  await expect.poll(() => titles(stet)).toContain('Flow')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Ebb')
})

test('what is typed after a copy was asked for is in the copy', async ({ stet }) => {
  const made = await stet.main.hold('document.create')
  await stet.text.click()
  await stet.command('Duplicate')
  await stet.type('X')
  await made()
  await expect.poll(() => titles(stet)).toContain('XThe ferryman copy')
})

test('what is typed right after the view is split is in the other side, where the writer was', async ({
  stet,
  page,
}) => {
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  const opened = await stet.main.hold('document.open')
  await stet.press('ControlOrMeta+Shift+d')
  await stet.type('One two')
  await opened()
  await stet.type(' three')
  await expect.poll(() => stet.keptText(FERRYMAN)).toMatch(/One two three$/)
  await expect(page.getByRole('region', { name: 'Right side' })).toHaveAttribute('aria-current', 'true')
})

for (const how of ['go to', 'to the side'] as const)
  test(`what is typed while a document is opened is in it: ${how}`, async ({ stet, page }) => {
    const before = await stet.keptText(FERRYMAN)
    await stet.text.click()
    const opened = await stet.main.hold('document.open')
    if (how === 'go to') await stet.press('ControlOrMeta+p')
    else await stet.command('Open to the side')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill('On winter light')
    await expect(palette.getByRole('option').first()).toContainText('On winter light')
    await stet.press('Enter')
    await stet.type('QX')
    await stet.press('ControlOrMeta+End')
    await stet.type('ZY')
    await opened()
    await expect.poll(() => textOf(stet, 'On winter light')).toMatch(/^QXIt comes[^]*ZY$/)
    expect(await stet.keptText(FERRYMAN)).toBe(before)
  })

for (const how of ['Go to document', 'Open to the side'] as const)
  test(`what is typed right after a choice in the palette is in its document: ${how}`, async ({
    stet,
    page,
  }) => {
    const before = await stet.keptText(FERRYMAN)
    await stet.text.click()
    await stet.command(how)
    const palette = page.getByRole('dialog', { name: how })
    await palette.getByRole('combobox').fill('On winter light')
    await expect(palette.getByRole('option').first()).toContainText('On winter light')
    await slowTurns(page)
    await stet.press('Enter')
    await stet.type('QX')
    await expect.poll(() => textOf(stet, 'On winter light')).toMatch(/^QXIt comes/)
    expect(await stet.keptText(FERRYMAN)).toBe(before)
  })

/** Opens the quick switcher, whose answers for what is typed there are held. */
async function hurry(stet: Stet, page: Page, query: string) {
  await stet.text.click()
  await stet.press('ControlOrMeta+p')
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  const found = await stet.main.hold('documents.find')
  await stet.type(query)
  await slowTurns(page)
  await stet.press('Enter')
  return { field, goOn: () => found() }
}

test('what is typed after an Enter that came before the titles is in the document that it opens', async ({
  stet,
  page,
}) => {
  const before = await stet.keptText(FERRYMAN)
  const { field, goOn } = await hurry(stet, page, 'winter light')
  // A second one out of impatience is no line break there.
  await stet.press('Enter')
  await stet.type('QX')
  await stet.press('Enter')
  await expect(field).toHaveValue('winter light')
  await goOn()
  await expect.poll(() => textOf(stet, 'On winter light')).toMatch(/^QX\nIt comes/)
  await stet.type('Z')
  await expect.poll(() => textOf(stet, 'On winter light')).toMatch(/^QX\nZIt comes/)
  expect(await stet.keptText(FERRYMAN)).toBe(before)
})

test('what is typed after an Enter that came before the titles is in the document that it makes', async ({
  stet,
  page,
}) => {
  const { goOn } = await hurry(stet, page, 'No such title')
  await stet.type('QX')
  await goOn()
  await expect.poll(() => textOf(stet, 'No such title')).toBe('QX')
})

test('where an Enter finds nothing, what was typed after it goes on in the field', async ({ stet, page }) => {
  const before = await stet.keptText(FERRYMAN)
  const { field, goOn } = await hurry(stet, page, 'winter')
  await stet.type(' light')
  await stet.main.refuse('documents.find', { code: 'unexpected', message: 'The list cannot be read.' })
  await goOn()
  await expect(field).toHaveValue('winter light')
  await stet.main.refuse('documents.find', undefined)
  await stet.type('s')
  await stet.press('Backspace')
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('On winter light')
  await stet.press('Enter')
  await expect(stet.title).toHaveValue('On winter light')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
})

test('Escape ends the wait for titles, and what was typed for them can be copied', async ({
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const before = await stet.keptText(FERRYMAN)
  const { goOn } = await hurry(stet, page, 'winter light')
  await stet.type('Late words')
  await stet.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy them' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Late words')
  await goOn()
  await stet.text.click()
  await stet.press('ControlOrMeta+End')
  await stet.type('Here')
  await expect.poll(() => stet.keptText(FERRYMAN)).toBe(`${before}Here`)
})

test('what is typed right after a choice in a menu is in the field that it opens', async ({ stet, page }) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.text.click()
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await stet.press('Enter')
  await page.getByRole('menuitem', { name: /^Find in document/ }).focus()
  await slowTurns(page)
  await stet.press('Enter')
  await stet.type('QX')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toHaveValue('QX')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
})

/**
 * Chooses a command in the palette of a busy window: what is pressed next is held for where that leads.
 *
 * @param write comes at once: on a busy machine the choice leads there before the answer to its key comes here
 */
async function chooseSlowly(stet: Stet, command: string, write?: () => Promise<unknown>): Promise<void> {
  await stet.text.click()
  await stet.press('ControlOrMeta+Shift+p')
  await stet.type(command)
  await expect(stet.page.getByRole('option', { name: new RegExp(`^${command}`) })).toBeVisible()
  await slowTurns(stet.page)
  await Promise.all([stet.press('Enter'), write?.()])
}

/** Ways of writing in which no key types a letter; all that takes time is made ready before the choice. */
const WITHOUT_KEYS: Readonly<Record<string, (page: Page, words: string) => Promise<() => Promise<unknown>>>> =
  {
    'an emoji picker': async (page, words) => () => page.keyboard.insertText(words),
    async 'an input method'(page, words) {
      const client = await page.context().newCDPSession(page)
      const [first = ''] = words
      return () =>
        Promise.all([
          client.send('Input.imeSetComposition', { text: first, selectionStart: 1, selectionEnd: 1 }),
          client.send('Input.insertText', { text: words }),
        ])
    },
    async 'a paste'(page, words) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((text) => navigator.clipboard.writeText(text), words)
      return () => page.keyboard.press('ControlOrMeta+v')
    },
  }

for (const [means, ready] of Object.entries(WITHOUT_KEYS))
  test(`what comes by ${means} right after a choice in the palette is where the choice leads`, async ({
    stet,
    page,
  }) => {
    const before = await stet.keptText(FERRYMAN)
    const write = await ready(page, 'zwei')
    await chooseSlowly(stet, 'Find in document', write)
    await stet.type('té')
    await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toHaveValue('zweité')
    expect(await stet.keptText(FERRYMAN)).toBe(before)
  })

for (const [means, ready] of Object.entries(WITHOUT_KEYS))
  test(`what comes by ${means} right after a choice is offered where the choice leads to numbers`, async ({
    stet,
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const before = await stet.keptText(FERRYMAN)
    const write = await ready(page, 'bees')
    await chooseSlowly(stet, 'Goals', write)
    await page.getByRole('button', { name: 'Copy them' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('bees')
    expect(await stet.keptText(FERRYMAN)).toBe(before)
  })

test('what is typed right after Duplicate in the menu of a document is in the copy', async ({
  stet,
  page,
}) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.option('The ferryman').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate' }).focus()
  await slowTurns(page)
  await stet.press('Enter')
  await stet.type('QX')
  await expect.poll(() => titles(stet)).toContain('QXThe ferryman copy')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
})

for (const when of ['before', 'after'] as const)
  test(`an Enter for a question that no delete asks is no line break in the next text: ${when} the delete is done`, async ({
    stet,
    page,
  }) => {
    const before = await stet.keptText('d-low')
    await stet.text.click()
    const deleted = await stet.main.hold('document.delete')
    if (when === 'after') await deleted()
    await stet.command('Delete document')
    if (when === 'after') await expect(stet.notice).toContainText('Deleted “The ferryman”')
    await expect(stet.title).toHaveValue('Low water')
    await expect(page.locator('[data-pane="editor"]')).toBeFocused()
    await stet.press('Enter')
    await stet.press('Enter')
    await deleted()
    await expect(stet.notice).toContainText('Deleted “The ferryman”')
    await stet.text.press('ControlOrMeta+End')
    await stet.type('!')
    await stet.press('Enter')
    await stet.type('On')
    await expect.poll(() => stet.keptText('d-low')).toBe(`${before}!\nOn`)
  })

test('an Enter for a question that no delete asks opens no row that is about to go', async ({ stet }) => {
  await stet.option('Letters, unsent').click()
  await stet.documents.focus()
  const deleted = await stet.main.hold('document.delete')
  await stet.press('Delete')
  await stet.press('Enter')
  await deleted()
  await expect(stet.notice).toContainText('Deleted “Letters, unsent”')
  await expect(stet.text).not.toBeFocused()
  await expect(stet.option('Letters, unsent')).toHaveCount(0)
})

test('a folder is there under its name while main is still making it', async ({ stet }) => {
  const before = await stet.keptText(FERRYMAN)
  await stet.text.click()
  const made = await stet.main.hold('folder.create')
  await stet.command('New folder')
  await stet.type('Ledgers')
  await stet.press('Enter')
  await expect(stet.folder('Ledgers')).toBeFocused()
  await made()
  await expect(stet.folder('Ledgers')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.folder('Ledgers')).toBeFocused()
  expect(await stet.keptText(FERRYMAN)).toBe(before)
})

test('where no document comes, what was typed for it can be copied', async ({ stet, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const before = await stet.keptText(FERRYMAN)
  await stet.text.click()
  const made = await stet.main.hold('document.create')
  await stet.main.refuse('document.create', { code: 'unexpected', message: 'There is no room.' })
  await stet.press('ControlOrMeta+n')
  await stet.type('Late words')
  await made()
  await page.getByRole('button', { name: 'Copy them' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Late words')
  expect(await stet.keptText(FERRYMAN)).toBe(before)
  await expect(stet.text).toBeFocused()
})

test('Tab among keys that are held for a dialog leads to its next field', async ({ stet, page }) => {
  await chooseSlowly(stet, 'Goals')
  await stet.type('60')
  await stet.press('Tab')
  await stet.type('500')
  const fields = page.getByRole('dialog', { name: 'Goals' }).getByRole('spinbutton')
  await expect(fields.nth(1)).toHaveValue('500')
  await expect(fields.nth(0)).toHaveValue('60')
  await stet.press('Shift+Tab')
  await stet.type('70')
  await expect(fields.nth(0)).toHaveValue('70')
})

test('words that are held for a dialog are not typed into its fields for numbers', async ({
  stet,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await chooseSlowly(stet, 'Goals')
  await stet.type('12 bees 12')
  await stet.press('Backspace')
  await stet.press('Tab')
  await stet.type('500')
  const fields = page.getByRole('dialog', { name: 'Goals' }).getByRole('spinbutton')
  await expect(fields.nth(1)).toHaveValue('500')
  await expect(fields.nth(0)).toHaveValue('')
  await page.getByRole('button', { name: 'Copy them' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('12 bees 1')
})

test('Backspace takes the whole of an emoji from words that are held', async ({ stet, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copiedOffer = async () => {
    await page.getByRole('button', { name: 'Copy them' }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await chooseSlowly(stet, 'Goals', async () => {
    for (const words of ['bees', '👩‍🌾', '🙂']) await page.keyboard.insertText(words)
  })
  await stet.press('Backspace')
  await stet.press('Backspace')
  expect(await copiedOffer()).toBe('bees')
  await stet.press('Escape')

  const { goOn } = await hurry(stet, page, 'winter light')
  await page.keyboard.insertText('Late words🇳🇿')
  await stet.press('Backspace')
  await stet.press('Escape')
  expect(await copiedOffer()).toBe('Late words')
  await goOn()
})

test('what is held for a title that it does not fit into is said', async ({ stet, page }) => {
  await stet.text.click()
  const made = await stet.main.hold('document.create')
  await stet.press('ControlOrMeta+n')
  await page.keyboard.insertText('x'.repeat(300))
  await made()
  await expect(stet.title).toHaveValue('x'.repeat(255))
  await expect(stet.notice).toHaveText('At most 255 characters fit here. The rest was not taken.')
})

test('words typed in a list are offered, and the name of a row is not', async ({ stet, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stet.option('The ferryman').focus()
  await stet.type('low wat')
  await expect(stet.option('Low water')).toBeFocused()
  await stet.folder('Chapters').click()
  await stet.type('The train was late.')
  const offer = stet.notice.filter({ hasText: 'The words that you typed are in no text yet' })
  await offer.getByRole('button', { name: 'Copy them' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('The train was late.')
})
