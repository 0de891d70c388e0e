import type { Page } from '@playwright/test'
import { begin, kept, result } from './editing'
import { expect, test, type Stet } from './stet'

const BOOK = '# One\n\na\n\n## Inner\n\nb\n\n# Two\n\nc‸\n\n# Three\n\nd'
const plain = (marked: string) => marked.replace('‸', '')

async function open({ page }: Stet) {
  await page.getByRole('button', { name: 'Outline', exact: true }).click()
  const outline = page.getByRole('tree', { name: 'Outline' })
  return { outline, row: (name: string) => outline.getByRole('treeitem', { name, exact: true }) }
}

const names = (page: Page) =>
  page.getByRole('tree', { name: 'Outline' }).getByRole('treeitem').allTextContents()

test('a heading of the outline leads there', { tag: '@first' }, async ({ stet }) => {
  await begin(stet, BOOK)
  const { row } = await open(stet)
  await expect(row('Inner')).toHaveAttribute('aria-level', '2')
  await row('Inner').click()
  await expect(stet.text).toBeFocused()
  expect(await result(stet)).toBe(plain(BOOK).replace('## Inner', '## ‸Inner'))
})

test('a name with a space leads to its row, and Enter in the filter to the first heading', async ({
  stet,
  page,
}) => {
  await begin(stet, '# Part 1\n\n# Part 2\n\n# Part 3‸')
  const { row } = await open(stet)
  await row('Part 1').focus()
  await stet.type('Part 3')
  await expect(row('Part 3')).toBeFocused()
  await expect(row('Part 3')).toHaveAttribute('aria-current', 'true')
  await page.getByRole('searchbox', { name: 'Filter headings' }).fill('2')
  await stet.press('Enter')
  await expect(stet.text).toBeFocused()
  expect(await result(stet)).toBe('# Part 1\n\n# ‸Part 2\n\n# Part 3')
})

test('the outline follows the cursor and the text, and takes no focus', async ({ stet, page }) => {
  await begin(stet, BOOK)
  const { row, outline } = await open(stet)
  await stet.text.focus()
  await expect(row('Two')).toHaveAttribute('aria-current', 'true')
  await stet.press('ControlOrMeta+End')
  await expect(row('Three')).toHaveAttribute('aria-current', 'true')
  await expect(outline.locator('[aria-current]')).toHaveCount(1)
  await stet.type('\n\n# Four')
  await expect(row('Four')).toHaveAttribute('aria-current', 'true')
  await expect(stet.text).toBeFocused()
  expect(await names(page)).toEqual(['One', 'Inner', 'Two', 'Three', 'Four'])
})

test('the outline is filtered by words', async ({ stet, page }) => {
  await begin(stet, BOOK)
  const { row } = await open(stet)
  const filter = page.getByRole('searchbox', { name: 'Filter headings' })
  await filter.fill('T')
  expect(await names(page)).toEqual(['Two', 'Three'])
  await filter.fill('none of them')
  await expect(page.getByRole('region', { name: 'Outline' })).toContainText('No heading has these words.')
  await filter.press('Escape')
  await expect(row('Inner')).toBeVisible()
  await expect(filter).toBeFocused()
})

test('keys go through the outline and move a section with all below it; one undo takes that back', async ({
  stet,
  page,
}) => {
  await begin(stet, BOOK)
  const { row } = await open(stet)
  await row('One').focus()
  await stet.press('ArrowRight')
  await expect(row('Inner')).toBeFocused()
  await stet.press('ArrowLeft')
  await stet.press('Alt+ArrowDown')
  await kept(stet, (text) => text === '# Two\n\nc\n\n# One\n\na\n\n## Inner\n\nb\n\n# Three\n\nd')
  expect(await names(page)).toEqual(['Two', 'One', 'Inner', 'Three'])
  await expect(row('One')).toBeFocused()
  await expect(page.getByRole('status', { name: 'Outline notice' })).toHaveText('“One” is moved')
  await stet.press('Alt+ArrowDown')
  await stet.press('Alt+ArrowDown')
  await expect(page.getByRole('status', { name: 'Outline notice' })).toHaveText('“One” stays where it is')
  expect(await names(page)).toEqual(['Two', 'Three', 'One', 'Inner'])
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === plain(BOOK))
  // The cursor stayed with its words.
  await stet.text.focus()
  expect(await result(stet)).toBe(BOOK)
})

test('Ctrl+Z in the outline takes back a section that was moved after something was done in the library', async ({
  stet,
  page,
}) => {
  await begin(stet, BOOK)
  const { row } = await open(stet)
  await stet.option('Low water').focus()
  await stet.press('Delete')
  await expect(stet.option('Low water')).toHaveCount(0)
  await row('One').focus()
  await stet.press('Alt+ArrowDown')
  expect(await names(page)).toEqual(['Two', 'One', 'Inner', 'Three'])
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === plain(BOOK))
  await expect(stet.option('Low water')).toHaveCount(0)
})

test('a heading that is dragged takes its section along; a filtered outline is not dragged', async ({
  stet,
  page,
}) => {
  await begin(stet, BOOK)
  const { row } = await open(stet)
  await row('Three').dragTo(row('Inner'), { targetPosition: { x: 40, y: 4 } })
  await kept(stet, (text) => text === '# One\n\na\n\n# Three\n\nd\n\n## Inner\n\nb\n\n# Two\n\nc')
  await row('One').dragTo(row('Two'), { targetPosition: { x: 40, y: 24 } })
  await kept(stet, (text) => text === '# Three\n\nd\n\n## Inner\n\nb\n\n# Two\n\nc\n\n# One\n\na')
  await stet.text.focus()
  await stet.press('ControlOrMeta+z')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === plain(BOOK))
  await page.getByRole('searchbox', { name: 'Filter headings' }).fill('T')
  await expect(row('Two')).toHaveAttribute('draggable', 'false')
})

test('a text that may not be changed, or is being read, keeps its sections', async ({ stet, page }) => {
  await begin(stet, BOOK)
  const { row } = await open(stet)
  await stet.text.focus()
  await stet.press('ControlOrMeta+Shift+E')
  await expect(page.getByTitle('Text as it is read')).toBeFocused()
  await row('Two').focus()
  await stet.press('Alt+ArrowUp')
  await expect(stet.notice).toContainText('The text is being read: no section is moved.')
  expect(await names(page)).toEqual(['One', 'Inner', 'Two', 'Three'])
})
