import type { Browser, Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import type { Host } from '../host/host'
import { startHost } from '../ui/app'
import { serveRenderer, WINDOW } from '../ui/site'

export const KEYS = 40
const TYPING_MS = 60_000

/** Opens a page from a built folder, as if served by a server. */
export async function pageOn(browser: Browser, folder: string, file: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const asked = path.join(folder, path.posix.normalize(pathname))
    return fs.existsSync(asked) ? route.fulfill({ path: asked }) : route.abort()
  })
  const page = await context.newPage()
  await page.goto(`http://localhost/${file}`)
  await page.waitForLoadState('networkidle')
  return page
}

/** The app's own window, with its main process. */
export interface OurWindow {
  readonly page: Page
  readonly app: Host
  close(): Promise<void>
}

/**
 * Opens the app's window on the sample library. Main and its service run in this process; a socket takes the place of
 * Electron's process boundary.
 *
 * @param prepare runs before the window is opened
 */
export async function openOurWindow(browser: Browser, prepare?: (app: Host) => void): Promise<OurWindow> {
  const site = await serveRenderer((socket) => app.accept(socket))
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const app = await startHost(page)
  prepare?.(app)
  await page.goto(new URL(WINDOW, site.url).href)
  await page.waitForLoadState('networkidle')
  return {
    page,
    app,
    async close() {
      await context.close()
      await app.close()
      site.close()
    },
  }
}

/** Opens a new document, so that nothing is cached; returns the ms from the click. */
export async function openOurs({ page, app }: OurWindow, text: string): Promise<number> {
  const title = `Long ${Math.random().toString(36).slice(2)}`
  await app.ask('document.create', { title, text })
  await page.getByRole('button', { name: 'Recent', exact: true }).click()
  const option = page.getByRole('option', { name: new RegExp(`^${title}`) }).first()
  await option.waitFor()
  await page.waitForTimeout(300)
  return option.evaluate(clickToPainted)
}

export async function openBare(page: Page, text: string, language: boolean): Promise<number> {
  await page.evaluate(
    ([kept, withLanguage]) =>
      (window as unknown as { offer(text: string, language: boolean): void }).offer(kept, withLanguage),
    [text, language] as const,
  )
  await page.waitForTimeout(300)
  return page.getByRole('button', { name: 'Open' }).evaluate(clickToPainted)
}

/**
 * Runs in the page: clicks an element and waits until a new editor with lines was painted; returns the ms from the
 * click.
 */
async function clickToPainted(element: Element): Promise<number> {
  const point = { bubbles: true, button: 0 }
  return new Promise((resolve) => {
    const before = document.querySelector('.cm-content')
    const observer = new MutationObserver(() => {
      const shown = document.querySelector('.cm-content')
      if (shown === null || shown === before || shown.querySelector('.cm-line')?.textContent === '') return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - started), { once: true })
        port1.start()
        port2.postMessage(0)
      })
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const started = performance.now()
    element.dispatchEvent(new PointerEvent('pointerdown', point))
    element.dispatchEvent(new MouseEvent('mousedown', point))
    element.dispatchEvent(new PointerEvent('pointerup', point))
    element.dispatchEvent(new MouseEvent('mouseup', point))
    element.dispatchEvent(new MouseEvent('click', point))
  })
}

/** Puts the cursor at a share of the document's height, by scrolling there and clicking a line. */
export async function place(page: Page, share: number): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await page.evaluate((part) => {
      const scroller = document.querySelector('[data-scroller], .cm-scroller')
      if (scroller !== null) scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight)
    }, share)
    await page.waitForTimeout(150)
  }
  const box = await page.locator('[data-scroller], .cm-scroller').first().boundingBox()
  if (box !== null) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(300)
}

/** The p95 in ms from a key's time stamp to the end of the frame that painted the key. */
export async function typeKeys(page: Page): Promise<number> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () => times.push(performance.now() - timeStamp), {
            once: true,
          })
          channel.port1.start()
          channel.port2.postMessage(0)
        }),
      {
        capture: true,
        signal: (
          Object.assign(window, { stop: new AbortController() }) as unknown as { stop: AbortController }
        ).stop.signal,
      },
    )
  })
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a')
    await page.waitForTimeout(25)
  }
  return page.evaluate(() => {
    const { times, stop } = window as unknown as { times: number[]; stop: AbortController }
    stop.abort()
    const sorted = times.toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  })
}

/**
 * Types for a minute at the speed of a fast writer; returns the longest task of the page's thread in ms, or 0 below 50.
 */
export async function longestTask(page: Page): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  for (const until = performance.now() + TYPING_MS; performance.now() < until;) {
    await page.keyboard.type('and the tide went out ')
    await page.waitForTimeout(100)
  }
  if (!(await page.locator('.cm-content').innerText()).includes('and the tide went out and the tide'))
    throw new Error('what was typed is not in the text')
  return page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
}
