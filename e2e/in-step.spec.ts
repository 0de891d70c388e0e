import type { Locator } from '@playwright/test'
import { appOfFile, expect, test } from './app'

const running = appOfFile()

const PICTURES = 100

/** The first numbered paragraph below the top of the screen. */
const firstBelow = (root: Locator, lines: string) =>
  root.evaluate((element, selector) => {
    const top = element.matches('[data-scroller]') ? element.getBoundingClientRect().top : 0
    const first = [...element.querySelectorAll(selector)].find(
      (line) => /^n\d+\./.test(line.textContent) && line.getBoundingClientRect().top > top,
    )
    return Number(first?.textContent.slice(1).split('.')[0])
  }, lines)

test('a hundred pictures that come while one scrolls leave the text and the page beside it in step', async () => {
  const { app } = running()
  const { page } = app
  await app.newDocument('Album')
  await app.text.click()
  await app.text.evaluate(async (element) => {
    const canvas = new OffscreenCanvas(800, 600)
    canvas.getContext('2d')?.fillRect(0, 0, 800, 600)
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'map.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const picture = app.text.locator('.cm-picture img')
  await expect(picture).toHaveAttribute('src', /serve/)
  const link = decodeURIComponent((await picture.getAttribute('src'))?.split('/').at(-1) ?? '')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(
    Array.from(
      { length: PICTURES },
      (_, index) => `n${index}. Words.\n\n![A map](${link}){width=${10 + ((index * 37) % 90)}%}`,
    ).join('\n\n'),
  )
  await page.keyboard.press('ControlOrMeta+Home')
  await app.runCommand('Split view')
  const right = page.getByRole('region', { name: 'Right side' })
  await expect(right.getByRole('textbox', { name: 'Document text' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Shift+E')
  const read = right.frameLocator('iframe').locator('main > div')
  await expect(read.getByText('n99.')).toBeAttached()

  const scroller = page.getByRole('region', { name: 'Left side' }).locator('[data-scroller]')
  const places = async () => [await firstBelow(scroller, '.cm-line'), await firstBelow(read, 'p')] as const
  for (const [over, by] of [
    [scroller, 6_000],
    [right.locator('iframe'), 7_000],
    [scroller, -3_000],
    [right.locator('iframe'), 5_000],
  ] as const) {
    const [before] = await places()
    await over.hover({ position: { x: 150, y: 200 } })
    await page.mouse.wheel(0, by)
    await expect.poll(async () => Math.sign((await places())[0] - before)).toBe(Math.sign(by))
    await expect
      .poll(async () => {
        const [written, shown] = await places()
        return Math.abs(written - shown)
      })
      .toBeLessThanOrEqual(1)
  }
})
