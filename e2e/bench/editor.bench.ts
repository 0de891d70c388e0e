import { chromium } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { chromiumExecutable } from '../chromium'
import { ROOT, freshFolder } from '../paths'
import { KEYS, longestTask, openBare, openOurs, openOurWindow, pageOn, place, typeKeys } from './editor-pages'
import { longParagraphs, proseOf } from './long-text'
import { compare, type Figure } from './row'

const MEGABYTE = 1024 * 1024
const LONG_TASK_MS = 50
const OPEN_RATIO = 1.5
/** Two frames; a shorter time is not noticeable, whatever the peer needs. */
const OPEN_MS = 32

/**
 * Opens a long text and types in it, in the app's own window and in a bare CodeMirror (`bare/`), in two pages of one
 * Chromium with the same viewport, font, font size, text width and prose. The app's main process runs in the process of
 * this benchmark.
 *
 * Open: from a click on the row, or on the bare page's button, to the frame after which a new editor with lines is on
 * screen. Press and release follow each other immediately, so nothing is preloaded. Both sides receive the text as a
 * copy through a promise; the app also draws the title, fields, tab and status.
 * Keys: from the key's time stamp to the end of the frame that painted the key.
 */
export default async function editor(): Promise<Figure[]> {
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
    const ours = await openOurWindow(browser)
    const theirs = await pageOn(browser, bare, 'index.html')
    const rows: Figure[] = []
    for (const megabytes of [1, 10]) {
      const text = proseOf(megabytes * MEGABYTE)
      const row = await compare({
        what: `open ${megabytes} MB: click to painted text`,
        ours: () => openOurs(ours, text),
        peer: () => openBare(theirs, text, true),
        peerName: 'bare CodeMirror 6 with lang-markdown',
        goal: OPEN_RATIO,
        // The time is about two frames, so one frame more or less is half of it.
        rounds: megabytes === 1 ? 21 : 9,
      })
      const goal = `at most ${OPEN_RATIO} x, or ${OPEN_MS} ms`
      rows.push({ ...row, goal, met: row.met || row.ours <= OPEN_MS })
    }
    const typing = async (megabytes: number, where: keyof typeof PLACES, language: boolean) => {
      await place(ours.page, PLACES[where])
      await place(theirs, PLACES[where])
      rows.push(
        await compare({
          what: `keystroke to paint in ${megabytes} MB, ${where} (p95 of ${KEYS} keys)`,
          ours: () => typeKeys(ours.page),
          peer: () => typeKeys(theirs),
          peerName: language
            ? 'bare CodeMirror 6 with lang-markdown'
            : 'bare CodeMirror 6 without a language',
          goal: language ? 1.1 : 1.25,
          // At the narrower goal, the effect of a single frame averages out only over many rounds.
          rounds: language ? 15 : 7,
        }),
      )
    }
    await openBoth(1, true)
    for (const where of ['start', 'middle', 'end'] as const) await typing(1, where, true)
    for (const megabytes of [5, 10]) {
      await openBoth(megabytes, false)
      await typing(megabytes, 'middle', false)
    }
    // This measurement uses a new page, because the other one is still freeing the texts of 10 MB.
    await ours.close()
    const calm = await openOurWindow(browser)
    await openOurs(calm, longParagraphs(300_000))
    await place(calm.page, PLACES.middle)
    const longest = await longestTask(calm.page)
    await calm.close()
    rows.push({
      what: 'longest task while typing 60 s in 300,000 words, long paragraphs',
      ours: longest,
      goal: LONG_TASK_MS,
      met: longest <= LONG_TASK_MS,
      unit: 'ms',
    })
    return rows

    async function openBoth(megabytes: number, language: boolean): Promise<void> {
      const text = proseOf(megabytes * MEGABYTE)
      await openOurs(ours, text)
      await openBare(theirs, text, language)
    }
  } finally {
    await browser.close()
    fs.rmSync(bare, { recursive: true, force: true })
  }
}

/** Shares of the document's height. */
const PLACES = { start: 0.01, middle: 0.5, end: 0.99 } as const
