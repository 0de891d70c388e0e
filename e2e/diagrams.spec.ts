import type { Page } from '@playwright/test'
import { expect, test } from './app'

const fenced = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`
const CHART = 'flowchart LR\n  A[Draft] --> B[Published]'

const pictures = (page: Page) => page.getByRole('img', { name: 'Diagram' })

test('a diagram is drawn once the writer asks for it, keeps its last picture while it is wrong, and is read', async ({
  start,
}) => {
  const app = await start()
  const { page } = app
  await app.newDocument('The way of a text')
  await app.text.click()
  await page.keyboard.insertText(fenced(CHART))
  await page.keyboard.type('After it.')

  // Nothing of it is loaded before.
  await expect(page.getByRole('button', { name: 'Draw diagrams from now on' })).toBeVisible()
  expect(page.frames()).toHaveLength(1)
  await page.getByRole('button', { name: 'Draw diagrams from now on' }).click()
  const picture = pictures(page)
  await expect(picture).toBeVisible()
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.src)
  const first = await shown()
  expect(decodeURIComponent(first)).toContain('Published')
  const { width, height } = (await picture.boundingBox())!
  expect(width).toBeGreaterThan(100)
  expect(height).toBeGreaterThan(30)

  // Words in the text are typed on, and the picture follows the source.
  await app.text.getByText('A[Draft]').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' -->')
  await expect(page.getByText('This is no diagram yet')).toBeVisible()
  expect(await shown()).toBe(first)
  await page.keyboard.type(' C[Printed]')
  await expect.poll(async () => decodeURIComponent(await shown())).toContain('Printed')
  await expect(page.getByText('This is no diagram yet')).toBeHidden()

  await page.keyboard.press('Control+Shift+E')
  const text = page.getByRole('article', { name: 'Reading view' }).frameLocator('iframe')
  await expect(text.getByRole('img', { name: 'Diagram' })).toBeVisible()
  await expect(text.locator('pre')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(app.text).toContainText('C[Printed]')
})

test('[L13] no diagram runs, loads or leads anywhere, and one without end does not stop the window', async ({
  start,
}) => {
  const app = await start()
  const { page } = app
  const asked: string[] = []
  await page.context().route(/^https?:/, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await app.newDocument('Hostile')
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('Toggle drawing of diagrams')
  await page.keyboard.press('Enter')
  await app.text.click()
  const hostile = [
    'flowchart LR\n  A["<img src=x onerror=parent.document.title=1>"] --> B\n  click B href "javascript:alert(1)"',
    '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\nflowchart LR\n  A["<script>parent.postMessage(1)</script>"] --> B',
    'flowchart LR\n  A@{ img: "https://example.org/a.png", label: "x" } --> B',
    'flowchart LR\n  A --> B\n  style A fill:url(https://example.org/b.png)',
  ]
  await page.keyboard.insertText(hostile.map(fenced).join('\n'))
  await expect
    .poll(() =>
      page.locator('.cm-diagram').evaluateAll((all) => all.filter((one) => one.childElementCount > 0).length),
    )
    .toBe(hostile.length)
  expect(asked).toEqual([])
  expect(await page.title()).not.toContain('1')
  const drawn = await pictures(page).evaluateAll((all) =>
    all.map((one) => decodeURIComponent((one as HTMLImageElement).src)),
  )
  for (const svg of drawn) expect(svg).not.toMatch(/<script|javascript:| onerror=/i)

  // All of a kind that takes long: the window goes on, and the picture is given up.
  await app.newDocument('Without end')
  await app.text.click()
  const nodes = Array.from({ length: 60 }, (_, one) => one)
  const dense = nodes.flatMap((one) =>
    [1, 2, 3, 4, 5].map((step) => `  n${one} --> n${(one * 7 + step * 11) % 60}`),
  )
  await page.keyboard.insertText(fenced(`flowchart TD\n${dense.join('\n')}`))
  await app.type('And on.')
  await expect(app.text).toContainText('And on.')
  await expect(page.getByText('takes too long to draw').or(pictures(page))).toBeVisible()
})
