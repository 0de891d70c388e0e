import { chromium, type Browser, type Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { chromiumExecutable } from '../chromium'
import { ROOT, freshFolder } from '../place'
import { compare, type Row } from './row'

const KEYS = 40
const MEGABYTE = 1024 * 1024

/** Typing in 1 MB and opening 1 MB, in the app's own window on the memory bridge, against a bare CodeMirror. */
export default async function editor(): Promise<Row[]> {
  const bare = freshFolder('bare')
  await build({
    root: path.join(ROOT, 'e2e/bench/bare'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: bare, emptyOutDir: true },
  })
  const executablePath = chromiumExecutable()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    const text = proseOf(MEGABYTE)
    const ours = await pageOn(browser, path.join(ROOT, 'out/ui'), 'memory.html')
    const theirs = await pageOn(browser, bare, 'index.html')
    const rows: Row[] = []
    rows.push(
      await compare({
        what: 'open 1 MB: asked to painted text (p50 of a round)',
        ours: () => openOurs(ours, text),
        peer: () => openBare(theirs, text),
        peerName: 'bare CodeMirror 6 with lang-markdown',
        goal: 1.2,
        rounds: 9,
      }),
    )
    for (const [where, share] of [
      ['start', 0.01],
      ['middle', 0.5],
      ['end', 0.99],
    ] as const) {
      await place(ours, share)
      await place(theirs, share)
      rows.push(
        await compare({
          what: `keystroke to paint in 1 MB, ${where} (p95 of ${KEYS} keys)`,
          ours: () => typeKeys(ours),
          peer: () => typeKeys(theirs),
          peerName: 'bare CodeMirror 6 with lang-markdown',
          goal: 1.1,
          rounds: 9,
        }),
      )
    }
    return rows
  } finally {
    await browser.close()
    fs.rmSync(bare, { recursive: true, force: true })
  }
}

async function pageOn(browser: Browser, folder: string, file: string): Promise<Page> {
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

interface MemoryWindow {
  memory: { call(name: string, input: unknown): Promise<{ value: { id: string } }> }
}

/** A new document each time, so that nothing of it is open yet; the click in the list is part of what is timed. */
async function openOurs(page: Page, text: string): Promise<number> {
  const title = `Long ${Math.random().toString(36).slice(2)}`
  await page.evaluate(
    ([name, body]) =>
      (window as unknown as MemoryWindow).memory.call('document.create', { title: name, text: body }),
    [title, text] as const,
  )
  await page.getByRole('button', { name: 'Recent', exact: true }).click()
  const option = page.getByRole('option', { name: new RegExp(`^${title}`) }).first()
  await option.waitFor()
  return option.evaluate(
    (element, name) =>
      new Promise<number>((resolve) => {
        const started = performance.now()
        const look = () => {
          const shown = document.querySelector<HTMLInputElement>('[aria-label="Title"]')
          const value = shown?.value ?? shown?.textContent
          if (value === name && (document.querySelector('.cm-line')?.textContent?.length ?? 0) > 0)
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
          else requestAnimationFrame(look)
        }
        const point = { bubbles: true, button: 0 }
        element.dispatchEvent(new PointerEvent('pointerdown', point))
        element.dispatchEvent(new MouseEvent('mousedown', point))
        element.dispatchEvent(new PointerEvent('pointerup', point))
        element.dispatchEvent(new MouseEvent('mouseup', point))
        element.dispatchEvent(new MouseEvent('click', point))
        look()
      }),
    title,
  )
}

function openBare(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (doc) =>
      new Promise<number>((resolve) => {
        const started = performance.now()
        ;(window as unknown as { openText(doc: string): void }).openText(doc)
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
      }),
    text,
  )
}

/** Puts the cursor at a share of the document's height, by scrolling there and clicking a line. */
async function place(page: Page, share: number): Promise<void> {
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

/** The p95 in ms from a key's own time stamp to the end of the frame that painted it. */
async function typeKeys(page: Page): Promise<number> {
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

/** Markdown prose of about this many characters: headings, paragraphs, emphasis, lists, quotes, links. */
function proseOf(characters: number): string {
  const paragraphs = [
    'The tide was an hour late, and the ferryman, who had *never* been late in his life, took it as a personal insult. He stood at the end of the slip with his cap in his hand.',
    '> Honey of this coast is taxed at the rate of a preserved fish.',
    '- rope, forty fathoms\n- a **ledger**, wet\n- one shoe, a child’s',
    'Nobody had ever [repealed it](https://example.org/law). There had been a customs house once; now there was a wall, and behind the wall a garden where somebody kept bees.',
  ]
  const parts: string[] = []
  for (let length = 0, index = 0; length < characters; index++) {
    const part =
      index % 12 === 0 ? `## Part ${index / 12 + 1}` : (paragraphs[index % paragraphs.length] ?? '')
    parts.push(part)
    length += part.length + 2
  }
  return parts.join('\n\n')
}
