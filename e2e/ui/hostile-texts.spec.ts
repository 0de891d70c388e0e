import type { Page } from '@playwright/test'
import { hostileTexts } from '../hostile-texts'
import { expect, test, type Stet } from './stet'

const PARTS = 3
/** Texts that were found to stop a part of the app; `e2e/hostile-texts.test.ts` takes all others through its functions. */
const FOUND = hostileTexts.filter(({ name }) => !name.startsWith('many'))

/** A document of this text, which no window has opened yet; answers with its id. */
const documentOf = (page: Page, title: string, text: string) =>
  page.evaluate(
    async ([name, words]) => {
      const { memory } = window
      const made = await memory.call('document.create', { title: name, folderId: null }, memory.library())
      if (!made.ok) throw new Error(made.problem.message)
      const record = memory.records.documents.get(made.value.id)
      if (record === undefined) throw new Error('no document')
      record.text = words
      return made.value.id
    },
    [title, text] as const,
  )

const endsWith = (page: Page, id: string, words: string) =>
  page.evaluate(([key, end]) => window.memory.records.documents.get(key)?.text.endsWith(end), [
    id,
    words,
  ] as const)

/** Opened from the palette, and typed in at its end, beside its outline and its count of words. */
async function openAndType({ page, title, text, saveStatus }: Stet, id: string, name: string): Promise<void> {
  await page.keyboard.press('Control+p')
  const palette = page.getByRole('dialog', { name: 'Go to document' })
  await palette.getByRole('combobox').fill(name)
  await palette.getByRole('option').first().click()
  await expect(title).toHaveValue(name)
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Typed.')
  await expect.poll(() => endsWith(page, id, ' Typed.')).toBe(true)
  await expect(saveStatus).toHaveText('Saved')
  await expect(page.locator('[data-pane="status"]')).toContainText(/[\d,]+ words?/)
}

// The fixture fails a test on each error in the page: what draws the text may run out of stack and go on without it.
for (let part = 0; part < PARTS; part++)
  test(`[H3] no text breaks a window that opens it and types in it: part ${part}`, async ({ stet, page }) => {
    test.slow()
    await page.getByRole('button', { name: 'Outline', exact: true }).click()
    for (const [index, { name, text }] of FOUND.entries()) {
      if (index % PARTS !== part) continue
      await test.step(name, async () => {
        const title = `Hostile ${index}`
        await openAndType(stet, await documentOf(page, title, text), title)
        await expect(page.getByRole('alert')).toHaveCount(0)
      })
    }
  })
