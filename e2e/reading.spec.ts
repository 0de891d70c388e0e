import type { Locator } from '@playwright/test'
import { appOfFile, expect, test } from './app'

const running = appOfFile()

const TEXT = `A first line with **words** and [[Elsewhere]].

<img src="https://example.org/x" onerror="document.title='broken'">

## The slip

${'The tide was out, and nobody came to the slip that morning. '.repeat(60)}

## The last part

| Day | Crates |
| :-- | -----: |
| One | 12 |

The end of it[^1].

[^1]: A note.
`

/**
 * Compares with the bounds of the frame itself, because intersection observers do not work in a frame without scripts.
 */
const isOnScreen = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return bottom > 0 && top < one.ownerDocument.documentElement.clientHeight
  })

test('[L13] a text is read in a frame that runs nothing, at its place, and written again after Escape', async () => {
  const { app } = running()
  const { page } = app
  await app.newDocument('The ferryman')
  await app.text.click()
  await page.keyboard.insertText(TEXT)
  const reading = page.getByRole('article', { name: 'Reading view' })
  const text = reading.frameLocator('iframe')

  // The cursor is at the end of the text, and so is the page.
  await page.keyboard.press('ControlOrMeta+Shift+E')
  await expect.poll(() => isOnScreen(text.getByRole('heading', { name: 'The last part' }))).toBe(true)
  await expect(text.getByRole('cell', { name: '12' })).toBeVisible()
  await expect(text.locator('h1')).toHaveText('The ferryman')
  await expect(text.locator('strong')).toHaveText('words')

  // HTML in the text appears as words, and no script can run.
  await expect(text.locator('img')).toHaveCount(0)
  await expect(text.locator('pre')).toContainText('<img src=')
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin')
  const ran = await text.locator('body').evaluate((body) => {
    const shown = body.ownerDocument
    const script = "document.documentElement.dataset.ran = 'yes'"
    let refused = ''
    try {
      body.setAttribute('onclick', script)
    } catch (error) {
      refused = (error as Error).name
    }
    const link = shown.createElement('a')
    link.href = `javascript:${script}`
    body.append(link)
    link.click()
    link.remove()
    return { refused, ran: shown.documentElement.dataset['ran'] }
  })
  expect(ran).toEqual({ refused: 'TypeError', ran: undefined })

  // Keyboard shortcuts of the window work in the frame, and a link to a note goes to the note.
  await text.locator('a[role=doc-noteref]').click()
  await expect.poll(() => isOnScreen(text.getByText('A note.'))).toBe(true)
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
  await page.keyboard.press('Escape')

  // The page can be searched, and Escape returns to reading.
  await text.locator('strong').click()
  await page.keyboard.press('ControlOrMeta+F')
  await expect(reading.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type('the tide was')
  await expect(reading.getByRole('status', { name: 'Found' })).toHaveText('60 places')
  await page.keyboard.press('Enter')
  expect(await text.locator('body').evaluate(() => CSS.highlights.get('found-now')?.size)).toBe(1)
  await page.keyboard.press('Escape')
  await expect(reading.locator('iframe')).toBeFocused()

  // Text typed elsewhere, or before, appears on the page.
  await reading.getByRole('button', { name: 'Back to writing' }).click()
  await expect(app.text).toBeVisible()
  await app.type('More words.')
  await page.keyboard.press('ControlOrMeta+Shift+E')
  await expect(text.getByText('More words.')).toBeVisible()
  await text.locator('body').press('Escape')
  await expect(app.text).toBeVisible()
  await expect(reading).toBeHidden()
})

test('a formula has its own looks, which the policy of the page lets no markup give, and nothing scrolls in it', async () => {
  const { app } = running()
  const { page } = app
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await app.newDocument('Sums')
  await app.text.click()
  await page.keyboard.insertText(
    String.raw`$$\left( \sum_{k=1}^{n} \frac{1}{k^2} \right) \le \begin{pmatrix} a & b \\ c & d \end{pmatrix}$$`,
  )
  await page.keyboard.press('ControlOrMeta+Shift+E')
  const text = page.getByRole('article', { name: 'Reading view' }).frameLocator('iframe')
  const paddings = () =>
    text.locator('mtd').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).paddingLeft))
  await expect
    .poll(async () => (await paddings()).map((one) => one === '0px'))
    .toEqual([true, false, true, false])
  const { height, ofAll } = await text
    .locator('.formula')
    .evaluate((one) => ({ height: one.clientHeight, ofAll: one.scrollHeight }))
  expect(ofAll).toBe(height)
  expect(refused).toEqual([])
})
