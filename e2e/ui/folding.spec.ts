import { begin, documentOf, kept, openByName, paste, result, typeElsewhere } from './editing'
import { expect, FERRYMAN, test, type Stet, inOnePage } from './stet'

const BOOK = '# One\n\nfirst words\n\n## Inner\n\ninner words\n\n# Two\n\nlast words'
const LIST = 'List:\n\n- fruit\n  - apple\n  - pear\n- bread'

const folded = ({ text }: Stet) => text.getByRole('button', { name: /^Unfold \d+ lines?$/ })
const mark = ({ text }: Stet, name: string) => text.getByRole('button', { name, exact: true })

/** Puts the cursor at the beginning of the text. */
async function open(stet: Stet, text: string) {
  await begin(stet, text)
  await stet.press('ControlOrMeta+Home')
}

test('in live preview and as source the mark in the margin folds a section and unfolds it; no byte changes', async ({
  stet,
}) => {
  for (const mode of ['live preview', 'source mode'])
    await test.step(`${mode}: the mark in the margin folds a section and unfolds it; no byte changes`, async () => {
      await begin(stet, BOOK)
      if (mode === 'source mode') await stet.press('ControlOrMeta+Shift+M')
      await expect(mark(stet, 'Fold section “One”')).toHaveAttribute('aria-expanded', 'true')
      await mark(stet, 'Fold section “One”').click()
      await expect(stet.text).not.toContainText('inner words')
      await expect(stet.text).toContainText('last words')
      await expect(mark(stet, 'Unfold section “One”')).toHaveAttribute('aria-expanded', 'false')
      await expect(folded(stet)).toHaveAccessibleName('Unfold 6 lines')
      await expect(stet.text).toBeFocused()
      await folded(stet).click()
      await expect(stet.text).toContainText('inner words')
      await kept(stet, (text) => text === BOOK)
    })
})

test(
  'what is folded in a text',
  inOnePage({
    'a list item folds what stands below it; one without anything below has no mark': async ({ stet }) => {
      await begin(stet, LIST)
      await expect(stet.text.locator('.cm-fold-mark')).toHaveCount(1)
      await mark(stet, 'Fold list item').click()
      await expect(stet.text).not.toContainText('pear')
      await expect(stet.text).toContainText('bread')
      await mark(stet, 'Unfold list item').click()
      await expect(stet.text).toContainText('pear')
    },

    'keys fold from the inner to the outer, and unfold; the cursor stays in sight': async ({ stet }) => {
      await begin(stet, BOOK.replace('inner words', 'inner wo‸rds'))
      await stet.press('ControlOrMeta+Shift+[')
      await expect(stet.text).not.toContainText('inner words')
      await expect(stet.text).toContainText('first words')
      await stet.press('ControlOrMeta+Shift+[')
      await expect(stet.text).not.toContainText('first words')
      await stet.press('ControlOrMeta+Shift+]')
      await expect(stet.text).toContainText('first words')
      await expect(stet.text).not.toContainText('inner words')
      await stet.command('Unfold all')
      await expect(stet.text).toContainText('inner words')
      expect(await result(stet)).toBe(BOOK.replace('# One', '# One‸'))
    },

    'all of a text is folded and unfolded by command; what cannot be folded is said': async ({ stet }) => {
      await begin(stet, `${BOOK}\n\n${LIST}`)
      await stet.command('Fold all')
      await expect(stet.text).not.toContainText(/first words|inner words|last words|pear/)
      await expect(stet.text).toContainText('Two')
      await stet.command('Unfold all')
      await expect(folded(stet)).toHaveCount(0)
      await begin(stet, 'plain')
      await stet.command('Fold')
      await expect(stet.notice).toContainText('The cursor is in no section and no list that could be folded.')
    },
  }),
)

test('arrows pass what is folded; a delete beside it shows it and takes nothing', async ({ stet }) => {
  await open(stet, BOOK)
  await stet.command('Fold')
  await stet.press('ControlOrMeta+Home')
  await stet.press('ArrowDown')
  await stet.press('ArrowDown')
  await stet.type('X')
  await kept(stet, (text) => text.includes('# XTwo'))
  await expect(folded(stet)).toHaveCount(1)
  await stet.press('Backspace')
  await stet.press('ControlOrMeta+Home')
  // To the end of the heading, and behind what is folded.
  await stet.press('End')
  await stet.press('End')
  await expect(folded(stet)).toHaveCount(1)
  await stet.press('Backspace')
  await expect(folded(stet)).toHaveCount(0)
  await kept(stet, (text) => text === BOOK)
})

test('what is typed is never hidden', { tag: '@first' }, async ({ stet }) => {
  await open(stet, BOOK)
  await stet.press('End')
  await stet.command('Fold')
  await stet.type(' more')
  await expect(folded(stet)).toHaveCount(1)
  await kept(stet, (text) => text.startsWith('# One more\n'))
  await stet.press('Enter')
  await stet.type('typed here')
  await expect(stet.text).toContainText('typed here')
  await expect(stet.text).toContainText('inner words')

  await open(stet, BOOK)
  await stet.command('Fold')
  await folded(stet).evaluate((element) => {
    const range = document.createRange()
    range.setStartAfter(element)
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
  })
  await stet.type('behind')
  await expect(stet.text).toContainText('behind')

  await open(stet, BOOK)
  await stet.press('End')
  await stet.command('Fold')
  await paste(stet, ' and\n\npasted words')
  await expect(stet.text).toContainText('pasted words')
  await expect(stet.text).toContainText('inner words')
})

test('find, a heading of the outline and the next found place unfold what they lead into', async ({
  stet,
  page,
}) => {
  await open(stet, BOOK)
  await stet.command('Fold all')
  await stet.press('ControlOrMeta+f')
  await stet.type('inner words')
  await stet.press('Enter')
  await expect(stet.text).toContainText('inner words')
  await stet.press('Escape')

  await stet.command('Fold all')
  await expect(stet.text).not.toContainText('Inner')
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  await page.getByRole('treeitem', { name: 'Inner' }).click()
  await expect(stet.text).toContainText('Inner')
  await expect(stet.text).not.toContainText('last words')
})

test('a footnote and a misspelt word are unfolded when they are gone to', async ({ stet }) => {
  await begin(stet, '# One\n\na[^1]‸\n\n# Notes\n\n[^1]: The note.')
  await stet.command('Fold all')
  await stet.press('ControlOrMeta+Home')
  await stet.press('ControlOrMeta+Shift+]')
  await stet.press('ArrowDown')
  await stet.press('ArrowDown')
  await stet.press('End')
  await expect(stet.text).not.toContainText('The note')
  await stet.press('ControlOrMeta+Enter')
  await expect(stet.text).toContainText('The note')
})

test('what comes from elsewhere into a folded section is folded with it', async ({ stet }) => {
  await open(stet, BOOK)
  await stet.command('Fold')
  await typeElsewhere(stet, BOOK.indexOf('\n\n# Two'), '\n\nfrom elsewhere')
  await expect(folded(stet)).toHaveAccessibleName('Unfold 8 lines')
  await folded(stet).click()
  await expect(stet.text).toContainText('from elsewhere')
})

test('what was folded is folded when the document is opened again, wherever its lines are by then', async ({
  stet,
}) => {
  const id = await documentOf(stet, 'Book', BOOK)
  await openByName(stet, 'Book')
  await mark(stet, 'Fold section “Inner”').click()
  await stet.press('ControlOrMeta+w')
  await expect(stet.title).not.toHaveValue('Book')
  await typeElsewhere(stet, 0, 'New words before.\n\n', id)
  await openByName(stet, 'Book')
  await expect(stet.text).toContainText('New words before.')
  await expect(folded(stet)).toHaveAccessibleName('Unfold 2 lines')
  await expect(stet.text).not.toContainText('inner words')
  expect(await stet.keptText(FERRYMAN)).not.toBe('')
})

test('a heading that is deleted by itself leaves its section, in sight', async ({ stet }) => {
  const left = BOOK.replace('# One\n', '')
  await open(stet, BOOK)
  await stet.command('Fold')
  await stet.command('Delete line')
  await expect(stet.text).toContainText('inner words')
  await kept(stet, (text) => text === left)
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === BOOK)
  await stet.press('ControlOrMeta+Home')
  await stet.command('Fold')
  await stet.press('ControlOrMeta+Home')
  await stet.press('Shift+End')
  await stet.press('Delete')
  await expect(stet.text).toContainText('inner words')
  await kept(stet, (text) => text === BOOK.replace('# One', ''))
})

test('a selection over what is folded shows it before it is deleted', async ({ stet }) => {
  await open(stet, BOOK)
  await stet.command('Fold')
  await expect(stet.text).not.toContainText('inner words')
  await stet.press('Shift+ArrowDown')
  await stet.press('Backspace')
  await expect(stet.text).toContainText('inner words')
  await kept(stet, (text) => text === BOOK)
  await stet.press('Backspace')
  await expect(stet.text).not.toContainText('inner words')
  await kept(stet, (text) => !text.includes('first words') && text.includes('last words'))
})

test('from the end of a line with a mark in its margin Down goes on in its column', async ({ stet }) => {
  for (const [before, after] of [
    ['- plum and fig‸s\n\n  plum and fig.', '- plum and fig\n\n  plum and fig‸.'],
    ['```js‸x\n// one\nconst fig = 1\n```', '```js\n// one\nconst‸ fig = 1\n```'],
  ] as const) {
    await begin(stet, before)
    // A cursor that a deletion leaves belongs to what stood behind it.
    await stet.press('Delete')
    await stet.press('ArrowDown')
    await stet.press('ArrowDown')
    expect(await result(stet)).toBe(after)
  }
})
