import { chromium, type Page } from '@playwright/test'
import { createPage, pageChange } from '../../renderer/reading/page-blocks'
import { chromiumExecutable } from '../chromium'
import { openOurs, openOurWindow, place } from './editor-pages'
import { proseOf } from './long-text'
import { compare, median, type Figure } from './row'

const MEGABYTE = 1024 * 1024
const GOAL_MS = 16
const KEYS = 15

/**
 * The effect of a key in the middle of 1 MB, with the text on the left and its reading view on the right: the time of
 * the worker, which reads the change and compares the blocks, and the total time from the key's time stamp to the end
 * of the frame that painted the block, including the pause after a key.
 */
export default async function reading(): Promise<Figure[]> {
  const text = proseOf(MEGABYTE)
  const middle = text.indexOf('Nobody', MEGABYTE / 2)
  let keys = 0
  const pageOf = createPage()
  let shown = pageOf(text)
  const read = () => {
    const next = pageOf(`${text.slice(0, middle)}${'a'.repeat(++keys)} ${text.slice(middle)}`)
    if (pageChange(shown, next).blocks.length !== 1) throw new Error('more than one block is drawn again')
    shown = next
  }
  const worker = await compare({
    what: 'reading view: a key in a paragraph of 1 MB, read and compared in the worker',
    ours: read,
    peer: () => GOAL_MS,
    peerName: '16 ms',
    goal: 1,
  })
  const executablePath = chromiumExecutable()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const ours = await openOurWindow(browser)
    const { page } = ours
    await openOurs(ours, text)
    await page.keyboard.press('ControlOrMeta+Shift+D')
    await page
      .getByRole('region', { name: 'Right side' })
      .getByRole('textbox', { name: 'Document text' })
      .waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+E')
    await page
      .frameLocator('iframe')
      .locator('main > div > div > *')
      .nth(5_000)
      .waitFor({ state: 'attached' })
    await place(page, 0.5)
    const times: { whole: number; window: number }[] = []
    for (let key = 0; key < KEYS; key++) times.push(await keyToPage(page))
    await ours.close()
    const figure = (what: string, ms: number): Figure => ({ what, ours: ms, unit: 'ms' })
    return [
      worker,
      figure('reading view: longest task of the window for it', median(times.map((time) => time.window))),
      figure(
        'reading view: key to painted page, 150 ms of pause in it',
        median(times.map((time) => time.whole)),
      ),
    ]
  } finally {
    await browser.close()
  }
}

/**
 * Types a key and measures, in ms, the time until the page has painted the key, and the longest turn of the window's
 * thread in the meantime.
 */
async function keyToPage(page: Page): Promise<{ readonly whole: number; readonly window: number }> {
  const measured = await page.evaluateHandle(() => {
    const text = document.querySelector('iframe')!.contentDocument!.querySelector('main > div')!
    const measure = { whole: 0, window: 0, done: Promise.resolve() }
    let pressed = 0
    let turn = performance.now()
    let isOver = false
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      const now = performance.now()
      // The turns before the end of the pause belong to the key itself.
      if (pressed > 0 && now - pressed > 140) measure.window = Math.max(measure.window, now - turn)
      turn = now
      if (!isOver) port2.postMessage(0)
    })
    port1.start()
    port2.postMessage(0)
    document.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), {
      capture: true,
      once: true,
    })
    measure.done = new Promise((resolve) => {
      const drawn = new MutationObserver(() => {
        drawn.disconnect()
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.addEventListener('message', () => {
            measure.whole = performance.now() - pressed
            isOver = true
            resolve()
          })
          painted.port1.start()
          painted.port2.postMessage(0)
        })
      })
      drawn.observe(text, { childList: true, subtree: true })
    })
    return measure
  })
  await page.keyboard.press('a')
  const times = await measured.evaluate(async (measure) => {
    await measure.done
    return { whole: measure.whole, window: measure.window }
  })
  await page.waitForTimeout(300)
  return times
}
