import type { Page } from '@playwright/test'
import { expect, testOnImitation as test } from './stet'

const COUNT = 650

/** So many documents in the empty folder, “Letter 001” to “Letter 650”, listed in that order. */
async function showLetters(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    for (let n = 1; n <= count; n++)
      await window.memory.call(
        'document.create',
        { title: `Letter ${String(n).padStart(3, '0')}`, folderId: 'f-letters' },
        window.memory.library(),
      )
  }, COUNT)
  await page.getByRole('treeitem', { name: 'Letters', exact: true }).click()
  await page.getByRole('button', { name: 'Sort and group' }).click()
  await page.getByRole('menuitemradio', { name: /^Title/ }).click()
  await page.getByRole('option', { name: /^Letter 001/ }).waitFor()
}

/** From now on a page of the list takes this long, as on a slow disk. */
async function slowLists(page: Page, ms: number): Promise<void> {
  await page.evaluate((delay) => {
    const { memory } = window
    const call = memory.call.bind(memory)
    memory.call = async (name, input, library) => {
      if (name === 'documents.list') await new Promise((go) => setTimeout(go, delay))
      return call(name, input, library)
    }
  }, ms)
}

test('a fast wheel through a long list whose pages come late leaves rows on screen, never a blank window', async ({
  stet,
  page,
}) => {
  await showLetters(page)
  await slowLists(page, 40)
  const box = (await stet.documents.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 120)
  for (let turn = 0; turn < 25; turn++) await page.mouse.wheel(0, 9_000)
  await expect(stet.option('Letter 650')).toBeVisible()
  for (let turn = 0; turn < 25; turn++) await page.mouse.wheel(0, -9_000)
  await expect(stet.option('Letter 001')).toBeVisible()
})

test('End goes to a document that is not loaded yet: chosen, opened and focused once it is there; Home comes back', async ({
  stet,
  page,
}) => {
  await showLetters(page)
  await slowLists(page, 120)
  await stet.option('Letter 002').click()
  await expect(stet.title).toHaveValue('Letter 002')
  await stet.press('End')
  await expect(stet.option('Letter 650')).toBeFocused()
  await expect(stet.option('Letter 650')).toHaveAttribute('aria-selected', 'true')
  await expect(stet.title).toHaveValue('Letter 650')
  await stet.press('Home')
  await expect(stet.option('Letter 001')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 001')
  // Keys that come before the rows do are not lost.
  await stet.press('End')
  await stet.press('ArrowUp')
  await stet.press('ArrowUp')
  await expect(stet.option('Letter 648')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 648')
})

test('a row that is scrolled far away keeps the focus, and keys go on from it', async ({ stet, page }) => {
  await showLetters(page)
  await stet.option('Letter 003').click()
  await expect(stet.option('Letter 003')).toBeFocused()
  const box = (await stet.documents.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 120)
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 9_000)
  await expect(stet.option('Letter 650')).toBeVisible()
  await expect(stet.option('Letter 003')).toBeFocused()
  await stet.press('ArrowDown')
  await expect(stet.option('Letter 004')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 004')
})

test('letters find a title anywhere in a long list, whatever of it is loaded', async ({ stet, page }) => {
  await showLetters(page)
  await stet.option('Letter 002').click()
  await stet.type('letter 513')
  await expect(stet.option('Letter 513')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 513')
  await expect(stet.option('Letter 513')).toHaveAttribute('aria-selected', 'true')
})

test('what letters were to find comes late, and does not undo the key that was pressed after them', async ({
  stet,
  page,
}) => {
  await showLetters(page)
  await stet.option('Letter 002').click()
  await expect(stet.title).toHaveValue('Letter 002')
  const find = await page.evaluateHandle(() => window.memory.hold('documents.seek'))
  await stet.type('letter 300')
  await stet.press('ControlOrMeta+a')
  await expect(page.getByText('650 chosen')).toBeVisible()
  await find.evaluate((release) => release())
  // An answer that came now would be drawn before this one.
  await page.evaluate(() => window.memory.call('library.get', undefined, window.memory.library()))
  await expect(page.getByText('650 chosen')).toBeVisible()
  await expect(stet.title).toHaveValue('Letter 002')
})

test('a range that comes late does not undo the choice that was made after it', async ({ stet, page }) => {
  await showLetters(page)
  await stet.option('Letter 002').click()
  const choose = await page.evaluateHandle(() => window.memory.hold('documents.ids'))
  await stet.press('ControlOrMeta+a')
  await stet.press('ArrowDown')
  await expect(stet.option('Letter 003')).toBeFocused()
  await expect(stet.title).toHaveValue('Letter 003')
  await choose.evaluate((release) => release())
  await page.evaluate(() => window.memory.call('library.get', undefined, window.memory.library()))
  await expect(stet.option('Letter 003')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('650 chosen')).toHaveCount(0)
})

test('while a library is read, the count above the list stays in one line, with a comma in its thousands', async ({
  stet,
  page,
}) => {
  await page.evaluate(() => {
    const { memory } = window
    const call = memory.call.bind(memory)
    memory.call = async (name, input, library) => {
      const result = await call(name, input, library)
      if (name !== 'documents.list' || !result.ok) return result
      return { ...result, value: { ...(result.value as object), total: 14_400 } } as typeof result
    }
    const { records } = memory
    records.connection = { ...records.connection, progress: { done: 14_400, total: 20_000 } }
    memory.emit('connection.changed', records.connection)
  })
  await stet.folder('Letters').click()
  const count = page.getByText('14,400 so far')
  await expect(count).toBeVisible()
  const lines = await count.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
})
