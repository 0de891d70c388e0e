import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startApp, type App } from '../app'
import { freshFolder } from '../paths'
import { footprintOf } from '../processes'
import { proseOf } from './long-text'
import { median, type Figure } from './row'
import { fill, textOf, titleOf } from './words-library'

/** An unused address, so that the library is the one on this device. */
const OFFLINE = { url: 'http://127.0.0.1:9', key: 'none' }
const DOCUMENTS = 50_000
const MAIN_MB = 200
const RENDERER_MB = 250

/** Memory in MB. */
interface Held {
  readonly main: number
  readonly renderer: number
}
interface Memory {
  /** The private pages. */
  readonly own: Held
  /** The private pages and those of Electron's binary, which its processes share. */
  readonly resident: Held
}

/**
 * The memory of the app with a document of 1 MB open in a library of 50,000 documents with their texts: at rest, with
 * the word index created at an earlier start, and the maximum while the list and the text are scrolled and words are
 * typed. The goals apply to Chromium's private memory footprint, because half of the resident memory in main consists
 * of pages of Electron's binary, which every app has.
 */
export default async function memory(): Promise<Figure[]> {
  const profile = freshFolder('memory')
  try {
    const first = await startApp({ profile, service: OFFLINE })
    await first.close()
    const connections = path.join(profile, 'connections')
    const [connection = ''] = fs.readdirSync(connections)
    const texts = Array.from({ length: DOCUMENTS }, (_, seed) =>
      seed === 0 ? proseOf(1_000_000) : textOf(seed),
    )
    fill(path.join(connections, connection, 'library.db'), texts)
    const indexing = await startApp({ profile, service: OFFLINE })
    await quiet(indexing)
    await indexing.close()
    const app = await startApp({ profile, service: OFFLINE })
    try {
      await app.page.keyboard.press('ControlOrMeta+p')
      await app.page.keyboard.type(titleOf(0))
      await app.page
        .getByRole('option', { name: new RegExp(`^${titleOf(0)}( |$)`) })
        .first()
        .click()
      await app.text.waitFor()
      await quiet(app)
      const rest = await seen(app, 5)
      const used = await inUse(app)
      return [
        ...within('at rest', rest, (all) => median(all)),
        ...within('in use, the most', used, (all) => Math.max(...all)),
      ]
    } finally {
      await app.close()
    }
  } finally {
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

function within(when: string, taken: readonly Memory[], of: (all: readonly number[]) => number): Figure[] {
  const what = (who: string) => `memory of ${who}, 1 MB open, 50,000 documents, ${when}`
  const figures = (who: string, name: keyof Held, goal: number): Figure[] => {
    const own = of(taken.map((one) => one.own[name]))
    const resident = of(taken.map((one) => one.resident[name]))
    return [
      { what: what(who), ours: own, unit: 'MB', goal, met: own <= goal },
      { what: `${what(who)}, resident`, ours: resident, unit: 'MB' },
    ]
  }
  return [...figures('main', 'main', MAIN_MB), ...figures('the renderer', 'renderer', RENDERER_MB)]
}

async function look({ electron }: App): Promise<Memory> {
  const metrics = await electron.evaluate(({ app }) =>
    app.getAppMetrics().map(({ type, pid, memory: { workingSetSize } }) => ({ type, pid, workingSetSize })),
  )
  const sumOf = (type: string, of: (one: (typeof metrics)[number]) => number) =>
    metrics.reduce((sum, one) => sum + (one.type === type ? of(one) / 1_000 : 0), 0)
  const held = (of: (one: (typeof metrics)[number]) => number): Held => ({
    main: sumOf('Browser', of),
    renderer: sumOf('Tab', of),
  })
  return { own: held(({ pid }) => footprintOf(pid)), resident: held((one) => one.workingSetSize) }
}

async function seen(app: App, times: number): Promise<Memory[]> {
  const all: Memory[] = []
  for (let at = 0; at < times; at++) {
    all.push(await look(app))
    await wait(1_000)
  }
  return all
}

/** Waits until indexing and writing have ended: until main has used almost no processor time for five seconds. */
async function quiet({ electron }: App): Promise<void> {
  const used = () => electron.evaluate(() => process.cpuUsage().user)
  for (let calm = 0, before = await used(); calm < 5;) {
    await wait(1_000)
    const now = await used()
    calm = now - before < 100_000 ? calm + 1 : 0
    before = now
  }
}

async function inUse(app: App): Promise<Memory[]> {
  const all: Memory[] = []
  await app.text.click()
  for (let at = 0; at < 20; at++) {
    await app.page.keyboard.type('and the tide went out ')
    await app.page.evaluate(
      (share) => {
        for (const selector of ['[role=listbox]', '.cm-scroller']) {
          const found = document.querySelector(selector)
          const scroller = found?.scrollHeight === found?.clientHeight ? found?.parentElement : found
          if (scroller) scroller.scrollTop = share * scroller.scrollHeight
        }
      },
      (at % 10) / 10,
    )
    all.push(await look(app))
  }
  return all
}
