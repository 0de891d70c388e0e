import type { Page } from '@playwright/test'
import { documentOf, openByName, typeElsewhere } from './editing'
import { storedDocumentOf } from './scenes'
import { expect, test, type Stet } from './stet'

/** As many elements of one kind as a line may have. */
const MARKS_MAX = 500
/** As many as it may have of all kinds. */
const ELEMENTS_MAX = 2_500
/** More than a page could bear. */
const PLACES = 9_000

/** The page lives and main has what is typed. */
async function typeThere(stet: Stet, id: string, words: string): Promise<void> {
  await stet.type(words)
  await expect.poll(async () => (await stet.keptText(id))?.includes(words)).toBe(true)
}

/** Whether the marks with this class are those at the cursor. */
const marksCursor = (page: Page, name: string) =>
  page.evaluate((selector) => {
    const cursor = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? new DOMRect()
    return [...document.querySelectorAll(selector)].some((mark) => {
      const box = mark.getBoundingClientRect()
      return Math.abs(box.x - cursor.x) < 40 && Math.abs(box.y - cursor.y) < 30
    })
  }, `.${name}`)

test('[H3] with find open one types in a line of thousands of places, and the current one is marked', async ({
  stet,
  page,
}) => {
  const id = await documentOf(stet, 'Dense', 'a '.repeat(PLACES))
  await openByName(stet, 'Dense')
  await stet.text.focus()
  await stet.press('ControlOrMeta+Home')
  await stet.press('ControlOrMeta+f')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  await stet.type('a')
  await expect(panel.getByRole('status')).toHaveText('More than 1,000')
  const places = page.locator('.cm-searchMatch')
  await expect(places).toHaveCount(MARKS_MAX)
  for (const keys of ['Enter', 'Enter', 'Shift+Enter', 'Shift+Enter', 'Shift+Enter']) {
    await stet.press(keys)
    await expect(page.locator('.cm-searchMatch-selected')).toHaveText('a')
    await expect(places).toHaveCount(MARKS_MAX)
  }
  await stet.text.focus()
  // A key takes the browser a fifth of a second or more to lay out such a line, so few are typed.
  for (const [keys, words] of [
    ['ControlOrMeta+End', 'e a '],
    ['ControlOrMeta+Home', 'h a '],
  ] as const) {
    await stet.press(keys)
    await typeThere(stet, id, words)
    await expect.poll(() => marksCursor(page, 'cm-searchMatch')).toBe(true)
    expect(await places.count()).toBeLessThanOrEqual(MARKS_MAX)
  }
})

test('[H3] exact words that stand thousands of times in one line are marked around the current one', async ({
  stet,
  page,
}) => {
  const id = await documentOf(stet, 'Dense', `First.\n\n${'tide '.repeat(4_000)}`)
  await openByName(stet, 'Dense')
  await stet.press('ControlOrMeta+Shift+F')
  await page.getByRole('radio', { name: 'Exact words' }).check()
  await page.getByRole('searchbox', { name: 'Search' }).fill('tide')
  await stet.press('Enter')
  const hits = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await hits.filter({ hasText: 'tide tide' }).first().click()
  await expect(page.locator('.cm-hit-current').first()).toBeInViewport()
  await expect(stet.text).toBeFocused()
  await typeThere(stet, id, 'typed ')
  expect(await page.locator('.cm-hit').count()).toBeLessThanOrEqual(MARKS_MAX)
  await stet.press('F8')
  await expect(page.locator('.cm-hit-current').first()).toBeInViewport()
})

test('[H3] a merge that changed thousands of places of one line is reviewed', async ({ app, stet, page }) => {
  const sentences = (word: string) =>
    Array.from({ length: 6_000 }, (_, at) => `${at % 2 === 0 ? 'Word' : word} ${at}.`).join(' ')
  const id = await storedDocumentOf({ app, stet }, 'Dense', `First.\n\n${sentences('Word')}`)
  await openByName(stet, 'Dense')
  await typeElsewhere(stet, 0, 'Mine. ', id)
  await app.elsewhere.write(id, { content: `First.\n\n${sentences('W0rd')}` })
  await app.hear()
  await stet.notice.getByRole('button', { name: 'Review' }).click()
  await expect(page.locator('.cm-merged').first()).toHaveText('0')
  for (let count = 0; count < 3; count++) await stet.press('F7')
  expect(await page.locator('.cm-merged, .cm-removed').count()).toBeLessThanOrEqual(MARKS_MAX)
  await expect.poll(() => marksCursor(page, 'cm-merged')).toBe(true)
  await typeThere(stet, id, 'typed ')
})

test('[H3] a version in which thousands of words of one line differ is read and restored', async ({
  app,
  stet,
  page,
}) => {
  const words = (change: string) =>
    Array.from({ length: 3_000 }, (_, index) =>
      index % 2 === 0 ? `word${index}` : `${change}${index}`,
    ).join(' ')
  const id = await storedDocumentOf({ app, stet }, 'Dense', words('then'))
  await app.elsewhere.write(id, { content: words('now') })
  await app.hear()
  await openByName(stet, 'Dense')
  await stet.press('ControlOrMeta+Shift+H')
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('listbox', { name: 'Versions' }).getByRole('option').last().click()
  const reader = page.getByRole('region', { name: 'Version' })
  await expect(reader.getByRole('status', { name: 'Changes' })).toContainText(/of \d+ changes/)
  expect(await reader.locator('.cm-content *').count()).toBeLessThan(ELEMENTS_MAX)
  await history.getByRole('button', { name: 'Restore this version' }).click()
  await expect.poll(async () => (await stet.keptText(id)) === words('then')).toBe(true)
})

test('[H3] one types in a line of thousands of signs, which has a bounded number of elements', async ({
  stet,
  page,
}) => {
  for (const [what, text] of [
    ['links by title', '[[a]] '.repeat(3_300)],
    ['minified code', `\`\`\`json\n[${'1,'.repeat(PLACES)}1]\n\`\`\``],
    ['cells of a table', `${'|a'.repeat(PLACES)}|\n${'|-'.repeat(PLACES)}|\n${'|b'.repeat(PLACES)}|`],
    ['tags', '<b>'.repeat(6_000)],
    ['footnotes', '[^1] '.repeat(3_900)],
    ['pictures', '![](a.png) '.repeat(1_800)],
    ['addresses', 'www.a.org '.repeat(1_900)],
    ['Hebrew and English', 'א b '.repeat(4_900)],
  ] as const)
    await test.step(what, async () => {
      const id = await documentOf(stet, `Dense ${what}`, text)
      await openByName(stet, `Dense ${what}`)
      await stet.text.focus()
      await stet.press('ControlOrMeta+Home')
      if (what === 'minified code') await stet.press('ArrowDown')
      await stet.press('End')
      await typeThere(stet, id, 'Q ')
      for (const line of await page.locator('.cm-line').all())
        expect(await line.locator('*').count()).toBeLessThan(ELEMENTS_MAX)
    })
})
