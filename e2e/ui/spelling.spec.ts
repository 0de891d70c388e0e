import type { Page } from '@playwright/test'
import { writeDictionary } from '../host/profile'
import { begin, kept, typeElsewhere } from './editing'
import { expect, test, type Stet } from './stet'

/** All words of these tests that are right, with those that are suggested for others. */
const ENGLISH =
  'a and at be being but but could did ferryman harbour house if in inland island it lies looked low may mind nine no ' +
  'not now of so still tech the tide to typed walk water with words you'
const inEnglish = (words: string) => ({ 'de-DE': ['haus'], 'en-US': words.split(' '), fr: ['maison'] })

test.use({ chosen: { settings: { spelling: true }, dictionaries: inEnglish(ENGLISH) } })

const marked = (page: Page) => page.locator('[data-spelling]')
const menuOf = (page: Page) => page.getByRole('menu', { name: 'Spelling' })

/** Begins with a text and waits for its marks. */
async function beginMarked(stet: Stet, text: string, words: readonly string[]) {
  await begin(stet, text)
  await stet.press('ControlOrMeta+Home')
  await expect(marked(stet.page)).toHaveText(words)
}

test('misspelt words are marked in prose, for eyes and for assistive technology', async ({ stet, page }) => {
  await beginMarked(stet, 'So teh tide in the harbor.\n\n`teh` and [words](http://teh.org/teh)\n\n‸', [
    'teh',
    'harbor',
  ])
  await expect(marked(page).first()).toHaveAttribute('aria-invalid', 'spelling')
  await expect(stet.text).toHaveAttribute('spellcheck', 'false')
})

test('the word that is being typed is marked once the cursor has left it', async ({ stet, page }) => {
  await begin(stet, '‸')
  await stet.type('So teh')
  // The mark of another word shows that the text has been looked at with this one in it.
  await stet.main.tell('spelling.changed', { dictionaries: [], languages: ['en-US'], words: [] })
  await stet.type(' harbor')
  await expect(marked(page)).toHaveText(['teh'])
  await stet.press('Home')
  await expect(marked(page)).toHaveText(['teh', 'harbor'])
})

test('the menu of a misspelt word offers what may be meant, in one step to undo', async ({ stet, page }) => {
  await beginMarked(stet, 'So teh tide‸', ['teh'])
  await marked(page).click({ button: 'right' })
  await expect(menuOf(page).getByRole('menuitem')).toContainText([
    'the',
    'tech',
    'Add to dictionary',
    'Ignore in this document',
    'More',
  ])
  await menuOf(page).getByRole('menuitem', { name: 'the', exact: true }).click()
  await expect(stet.text).toBeFocused()
  expect(await kept(stet, (text) => text.includes('the'))).toBe('So the tide')
  await expect(marked(page)).toHaveCount(0)
  await stet.press('ControlOrMeta+z')
  expect(await kept(stet, (text) => text.includes('teh'))).toBe('So teh tide')
})

test('keys go from one misspelt word to the next and back, and open its menu', async ({ stet, page }) => {
  await beginMarked(stet, 'So teh tide.\n\n`teh`\n\nThe harbor‸ lies still.', ['teh', 'harbor'])
  /** The line up to the cursor. */
  const before = () =>
    page.evaluate(() => {
      const { focusNode, focusOffset } = getSelection()!
      const element = focusNode instanceof Element ? focusNode : focusNode!.parentElement
      const range = document.createRange()
      range.setStart(element!.closest('.cm-line')!, 0)
      range.setEnd(focusNode!, focusOffset)
      return range.toString()
    })
  for (const [keys, line] of [
    ['Alt+F7', 'So teh'],
    ['Alt+F7', 'The harbor'],
    ['Alt+F7', 'So teh'],
    ['Alt+Shift+F7', 'The harbor'],
  ] as const) {
    await stet.press(keys)
    await expect.poll(before).toBe(line)
  }
  await stet.press('ControlOrMeta+.')
  const first = menuOf(page).getByRole('menuitem', { name: 'harbour' })
  await expect(first).toBeFocused()
  await stet.press('Enter')
  await expect(stet.text).toBeFocused()
  await kept(stet, (text) => text.includes('harbour'))
})

test('keys open the menu of the misspelt word that the cursor is in', async ({ stet, page }) => {
  for (const keys of ['Shift+F10', 'ContextMenu'])
    await test.step(`${keys} opens the menu of the misspelt word that the cursor is in`, async () => {
      await beginMarked(stet, 'teh tide‸', ['teh'])
      await stet.press(keys)
      await expect(menuOf(page)).toBeVisible()
      await stet.press('Escape')
      await expect(stet.text).toBeFocused()
      await stet.press('End')
      await stet.press(keys)
      await expect(page.getByRole('menu', { name: 'Text' })).toBeVisible()
      await stet.press('Escape')
    })
})

test('a word that is added to the dictionary is right everywhere, and can be removed in the settings', async ({
  stet,
  page,
}) => {
  await beginMarked(stet, 'So teh Teh harbor‸', ['teh', 'Teh', 'harbor'])
  await marked(page).first().click({ button: 'right' })
  await menuOf(page).getByRole('menuitem', { name: 'Add to dictionary' }).click()
  await expect(marked(page)).toHaveText(['harbor'])
  await stet.command('Spelling languages…')
  const own = page.getByRole('textbox', { name: 'Your dictionary' })
  await expect(own).toHaveValue('teh')
  await own.fill('harbor\n\n  tideline \nharbor')
  await page.keyboard.press('Tab')
  await expect(own).toHaveValue('harbor\ntideline')
  await page.keyboard.press('Escape')
  await expect(marked(page)).toHaveText(['teh', 'Teh'])
})

test('words typed into the dictionary are kept, also where Escape closes the settings', async ({
  stet,
  page,
}) => {
  await stet.command('Spelling languages…')
  const own = page.getByRole('textbox', { name: 'Your dictionary' })
  await own.click()
  await stet.type('tideline\nharbor')
  await stet.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toHaveCount(0)
  await expect
    .poll(async () => (await stet.main.ask('spelling.state', undefined)).words.toSorted())
    .toEqual(['harbor', 'tideline'])
  await stet.command('Spelling languages…')
  await expect(own).toHaveValue('tideline\nharbor')
})

test('a word that is ignored in a document is marked in another', async ({ stet, page }) => {
  await beginMarked(stet, 'So teh tide‸', ['teh'])
  await marked(page).click({ button: 'right' })
  await menuOf(page).getByRole('menuitem', { name: 'Ignore in this document' }).click()
  await expect(marked(page)).toHaveCount(0)
  await stet.option('Low water').click()
  await stet.text.click()
  await stet.press('ControlOrMeta+Home')
  await stet.type('teh ')
  await expect(marked(page)).toHaveText(['teh'])
})

test('languages are chosen in the settings, and hold at once', { tag: '@first' }, async ({ stet, page }) => {
  await beginMarked(stet, 'The maison teh‸', ['maison', 'teh'])
  await stet.command('Spelling languages…')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByRole('checkbox', { name: /^English \(United States\)/ })).toBeChecked()
  for (const name of [/^German/, /^French/]) {
    const language = dialog.getByRole('checkbox', { name })
    await language.click()
    await expect(language).toBeChecked()
  }
  await page.keyboard.press('Escape')
  await expect(marked(page)).toHaveText(['teh'])
  await stet.command('Spelling languages…')
  await dialog.getByRole('button', { name: 'Match system' }).click()
  await expect(dialog.getByRole('checkbox', { name: /^French/ })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(marked(page)).toHaveText(['maison', 'teh'])
})

test('a dictionary is added from a file and removed again', async ({ app, stet, page }) => {
  writeDictionary(`${app.folder}/cy`, ['harbwr'])
  app.dialogs.chooseDictionary = async () => `${app.folder}/cy.dic`
  await stet.command('Spelling languages…')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('button', { name: 'Add a dictionary…' }).click()
  await expect(dialog.getByRole('checkbox', { name: /^Welsh/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Remove Welsh' }).click()
  await expect(dialog.getByRole('checkbox', { name: /^Welsh/ })).toHaveCount(0)
})

test('without a language the commands say why they do nothing', async ({ stet, page }) => {
  await stet.main.ask('settings.set', { spellingLanguages: [] })
  await expect(stet.text).toHaveAttribute('spellcheck', 'true')
  await stet.press('ControlOrMeta+Shift+P')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('Next misspelt')
  const option = page.getByRole('option', { name: /^Next misspelt word/ })
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await expect(option).toContainText('no spelling language is chosen')
})

test('a text of a language without a dictionary is not marked, and says why', async ({ stet, page }) => {
  await beginMarked(stet, 'So teh tide.‸', ['teh'])
  await stet.title.fill('The teh harbor')
  await stet.text.focus()
  await expect(marked(page)).toHaveCount(3)
  await stet.press('ControlOrMeta+Home')
  await stet.type('---\nlang: de\n---\n\n')
  await expect(marked(page)).toHaveCount(0)
  await stet.press('Alt+F7')
  await expect(stet.notice).toContainText('names a language that has no dictionary here')
  await stet.notice.getByRole('button', { name: 'Choose languages…' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})

test.describe('under a key that may not write', () => {
  const dictionaries = inEnglish(ENGLISH.replace(' island', ''))
  test.use({ chosen: { library: 'service', settings: { spelling: true }, dictionaries } })

  test('the menu of a misspelt word offers no replacement', async ({ app, stet, page }) => {
    await app.forbid('documents:write')
    await stet.option('Low water').click()
    await expect(stet.title).toHaveValue('Low water')
    await marked(page).click({ button: 'right' })
    await expect(menuOf(page).getByRole('menuitem', { name: 'inland' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await menuOf(page).getByRole('menuitem', { name: 'Add to dictionary' }).click()
    await expect(marked(page)).toHaveCount(0)
  })
})

test('thousands of misspelt words in one line leave the page alive and most of them unmarked', async ({
  stet,
  page,
}) => {
  await begin(stet, '‸')
  await typeElsewhere(stet, 0, 'teh '.repeat(20_000))
  await expect.poll(() => marked(page).count()).toBeGreaterThan(100)
  expect(await marked(page).count()).toBeLessThanOrEqual(200)
  await stet.press('ControlOrMeta+Home')
  await stet.type('Now ')
  await kept(stet, (text) => text.startsWith('Now teh'))
})

test('keys pressed right after those for suggestions belong to the menu, never to the text', async ({
  stet,
  page,
}) => {
  await beginMarked(stet, 'So teh tide‸', ['teh'])
  const release = await stet.main.hold('spelling.suggest')
  for (const keys of ['Alt+F7', 'ControlOrMeta+.', 'Enter']) await stet.press(keys)
  // There is nothing to choose yet: the menu stays, and the text as it is.
  await expect(menuOf(page)).toBeVisible()
  await release()
  await expect(menuOf(page).getByRole('menuitem', { name: 'the', exact: true })).toBeFocused()
  await stet.press('Enter')
  await kept(stet, (text) => text === 'So the tide')
  await expect(marked(page)).toHaveCount(0)
  for (const keys of ['Alt+F7', 'ControlOrMeta+.', 'Enter']) await stet.press(keys)
  await expect(menuOf(page)).toHaveCount(0)
  await stet.type('X')
  await kept(stet, (text) => text === 'So theX tide')
})

test('the menu of a misspelt word is short, and the rest of the menu is behind More, by keyboard too', async ({
  stet,
  page,
}) => {
  await beginMarked(stet, 'So teh tide‸', ['teh'])
  await stet.press('Alt+F7')
  await stet.press('ControlOrMeta+.')
  await expect(menuOf(page).getByRole('menuitem', { name: 'the', exact: true })).toBeFocused()
  await stet.press('End')
  await expect(menuOf(page).getByRole('menuitem', { name: 'More' })).toBeFocused()
  await stet.press('ArrowRight')
  const more = page.getByRole('menu', { name: 'More' })
  await expect(more.getByRole('menuitem', { name: 'Cut' })).toBeFocused()
  await stet.press('Escape')
  await expect(more).toHaveCount(0)
})

test('the title is checked as the text is, and its words have the same menu', async ({ stet, page }) => {
  await begin(stet, 'So the tide‸')
  await stet.title.click()
  await stet.press('ControlOrMeta+a')
  await stet.type('The teh harbor')
  await expect(marked(page)).toHaveText(['teh'])
  await stet.press('Home')
  await stet.press('Enter')
  await expect(marked(page)).toHaveText(['teh', 'harbor'])
  await stet.type(' teh ')
  await expect(marked(page)).toHaveText(['teh', 'harbor', 'teh'])
  const lines = marked(page).evaluateAll((words) =>
    words.map((word) => {
      const { textDecoration, textDecorationSkipInk } = getComputedStyle(word)
      return `${textDecoration} ${textDecorationSkipInk}`
    }),
  )
  expect(new Set(await lines).size).toBe(1)
  await stet.title.focus()
  await stet.title.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5))
  await stet.press('Shift+F10')
  await menuOf(page).getByRole('menuitem', { name: 'the', exact: true }).click()
  await expect(stet.title).toHaveValue('The the harbor')
  await expect(stet.title).toBeFocused()
  await stet.press('ControlOrMeta+z')
  await expect(stet.title).toHaveValue('The teh harbor')
})
