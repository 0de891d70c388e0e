import type { Page } from '@playwright/test'
import { expect, test, testInOwnContext, type Stet } from './stet'

/** Main says something that it says once. */
const raise = (page: Page, text: string) =>
  page.evaluate(
    (said) => window.memory.emit('notice.raised', { id: said, tone: 'attention', text: said }),
    text,
  )

/** Longer than any notice is shown. */
const LONG_MS = 20_000

const MINUTES_MS = 10 * 60_000

/** A clock that the test moves, in a window that the writer has left alone for minutes. */
async function leaveAlone({ page }: Stet): Promise<void> {
  await page.clock.install()
  await page.goto('/memory.html')
  await page.getByRole('textbox', { name: 'Document text', exact: true }).waitFor()
  await page.clock.fastForward(MINUTES_MS)
}

testInOwnContext('a notice waits until somebody is there to read it', async ({ stet, page }) => {
  await leaveAlone(stet)
  await raise(page, 'It is said.')
  await page.clock.fastForward(MINUTES_MS)
  await expect(stet.notice).toHaveText('It is said.')
  await stet.press('Shift')
  await page.clock.fastForward(1_000)
  await expect(stet.notice).toHaveText('It is said.')
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toBeEmpty()
})

testInOwnContext(
  'the time of a notice begins with a key, a move, a press or the wheel',
  async ({ stet, page }) => {
    await leaveAlone(stet)
    const signs = {
      key: () => stet.press('Shift'),
      move: () => page.mouse.move(300, 300),
      press: () => page.mouse.down().then(() => page.mouse.up()),
      wheel: () => page.mouse.wheel(0, 10),
    }
    for (const [name, sign] of Object.entries(signs))
      await test.step(name, async () => {
        await raise(page, name)
        await page.clock.fastForward(MINUTES_MS)
        await expect(stet.notice).toHaveText(name)
        await sign()
        await page.clock.fastForward(LONG_MS)
        await expect(stet.notice).toBeEmpty()
      })
  },
)

testInOwnContext(
  'a notice that comes while the writer is busy there goes by itself',
  async ({ stet, page }) => {
    await leaveAlone(stet)
    await stet.press('Shift')
    await raise(page, 'It is said.')
    await expect(stet.notice).toHaveText('It is said.')
    await page.clock.fastForward(LONG_MS)
    await expect(stet.notice).toBeEmpty()
  },
)

testInOwnContext('a notice waits while another window is in front', async ({ stet, page }) => {
  await leaveAlone(stet)
  await raise(page, 'It is said.')
  await stet.press('Shift')
  await page.clock.fastForward(1_000)
  await page.evaluate(() => {
    document.hasFocus = () => false
    window.dispatchEvent(new FocusEvent('blur'))
  })
  await page.clock.fastForward(MINUTES_MS)
  await expect(stet.notice).toHaveText('It is said.')
  await stet.press('Shift')
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toBeEmpty()
})

testInOwnContext('who reads by the reading view reads a notice there', async ({ stet, page }) => {
  await stet.press('Control+Shift+E')
  const frame = page.getByRole('article', { name: 'Reading view' }).locator('iframe')
  await expect(frame).toBeFocused()
  await frame.hover()
  await page.clock.install()
  await page.clock.fastForward(MINUTES_MS)
  await raise(page, 'It is said.')
  await page.clock.fastForward(MINUTES_MS)
  await expect(stet.notice).toHaveText('It is said.')
  await page.mouse.wheel(0, 10)
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toBeEmpty()
})

testInOwnContext('what main said is read after what the writer does meanwhile', async ({ stet, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await leaveAlone(stet)
  await raise(page, 'It is said.')
  await expect(stet.notice).toHaveText('It is said.')
  await stet.command('Copy link to this document')
  await expect(stet.notice).not.toHaveText('It is said.')
  await page.clock.fastForward(LONG_MS)
  await expect(stet.notice).toHaveText('It is said.')
})

testInOwnContext('what main said over a night is there in the morning, all of it', async ({ stet, page }) => {
  await leaveAlone(stet)
  const said = Array.from({ length: 12 }, (_, index) => `Night ${index + 1}.`)
  for (const text of said) {
    await raise(page, text)
    await page.clock.fastForward(MINUTES_MS)
  }
  for (const text of said) {
    await expect(stet.notice).toHaveText(text)
    await stet.press('Shift')
    await page.clock.fastForward(LONG_MS)
  }
  await expect(stet.notice).toBeEmpty()
})
