import { setTimeout as wait } from 'node:timers/promises'
import { expect, type App } from '../app'
import type { RunningService } from '../service'
import { measure, type Measure } from './measures'
import { pick, type World } from './worlds'

/** A key is stored about 100 ms after it is typed (docs/sync-rules.md, "When"); a busy machine gets more time. */
export const PAUSE_MS = 700

/** A document of the run, with the words typed at its end and, by another device, at its beginning. */
export interface Written {
  readonly id: number
  readonly title: string
  readonly typed: string[]
  readonly others: string[]
}

/** The part of a text that nobody edits. */
export const MIDDLE = ['Low water, early.', 'Boats lie on the mud.', 'The nets are dry.'].join('\n\n')

export async function makeDocuments(service: RunningService, count: number): Promise<readonly Written[]> {
  const made: Written[] = []
  for (let number = 1; number <= count; number++) {
    const title = `Soak ${number}`
    const { id } = await service.create({ title, content: `Begun.\n\n${MIDDLE}\n\nEnd:` })
    made.push({ id, title, typed: [], others: [] })
  }
  return made
}

export interface Run {
  readonly world: World
  readonly documents: readonly Written[]
  /** Returns a random number in [0, 1). */
  readonly random: () => number
  readonly say: (line: string) => void
}

let lastWord = 0

/** All words have the same length, so that the beginning of a word cut off by a kill is not another word. */
export const numbered = (number: number): string => `w${String(number).padStart(6, '0')}`

const newWord = (): string => numbered(++lastWord)

/**
 * Writes until the time is over, with network faults, another device, and pauses; returns a measurement for each
 * minute.
 */
export async function writeFor(run: Run, durationMs: number): Promise<readonly Measure[]> {
  const { world, documents, random, say } = run
  const app = await world.start()
  const measures: Measure[] = []
  const end = Date.now() + durationMs
  const everyMs = Math.max(5_000, durationMs / 60)
  let nextMs = Date.now() + everyMs
  let acts = 0
  try {
    while (Date.now() < end) {
      await act(run, app, pick(documents, random))
      acts++
      if (Date.now() < nextMs) continue
      nextMs = Date.now() + everyMs
      measures.push(await measure(app))
      say(`${Math.max(0, Math.round((end - Date.now()) / 1_000))} s left, ${acts} acts, ${lastWord} words`)
    }
    world.calm()
    await settle(run, app)
  } finally {
    await app.close().catch(() => undefined)
  }
  return measures
}

/** Makes one action of a writer, the network or another device. */
async function act({ world, random }: Run, app: App, document: Written): Promise<void> {
  const chance = random()
  if (chance < 0.25) await world.disturb(app, random)
  else if (chance < 0.3 && world.writeElsewhere !== undefined) {
    const word = newWord()
    await world.writeElsewhere(document, word)
    document.others.push(word)
  } else if (chance < 0.35) await app.page.keyboard.press('ControlOrMeta+s')
  else {
    await app.openDocument(document.title)
    await type(app, document, 1 + Math.floor(random() * 8))
    await wait(PAUSE_MS * random() * 2)
  }
}

async function type(app: App, document: Written, count: number): Promise<void> {
  const words = Array.from({ length: count }, newWord)
  await app.type(words.map((word) => ` ${word}`).join(''))
  document.typed.push(...words)
}

/** Waits until every document is saved on the service. */
async function settle({ documents }: Pick<Run, 'documents'>, app: App): Promise<void> {
  for (const { title } of documents) {
    await app.openDocument(title)
    await app.page.keyboard.press('ControlOrMeta+s')
    await expect(app.saveStatus).toHaveAttribute('data-phase', 'clean', { timeout: 120_000 })
  }
}

/** The document being edited when the app was killed. */
interface Killed {
  readonly document: Written
  /** The word typed in the last moment. */
  readonly late: string
}

/**
 * Runs rounds of writing that end with SIGKILL at a random moment. Words typed before the last pause must exist at the
 * next start; the words of the last moment may exist.
 */
export async function killRounds(run: Run, rounds: number): Promise<void> {
  const { world, documents, random, say } = run
  let killed: Killed | undefined
  for (let round = 1; round <= rounds; round++) {
    const app = await world.start()
    if (killed !== undefined) await checkAfterKill(app, killed)
    const document = pick(documents, random)
    await app.openDocument(document.title)
    world.turn(random)
    await type(app, document, 1 + Math.floor(random() * 5))
    await wait(PAUSE_MS)
    const late = newWord()
    await app.page.keyboard.type(` ${late}`)
    await wait(random() * 400)
    await app.kill()
    killed = { document, late }
    if (round % 10 === 0) say(`${round} of ${rounds} kills`)
  }
  world.calm()
  const app = await world.start()
  try {
    if (killed !== undefined) await checkAfterKill(app, killed)
    await settle(run, app)
  } finally {
    await app.close()
  }
}

/** Checks at the next start whether the last word survived the kill; if so, it must remain. */
async function checkAfterKill(app: App, { document, late }: Killed): Promise<void> {
  await app.openDocument(document.title)
  const words = new Set(wordsOf(await copyText(app)))
  const lost = document.typed.filter((word) => !words.has(word))
  if (lost.length > 0) throw new Error(`a kill lost ${lost.join(' ')} in ${document.title}`)
  if (words.has(late)) document.typed.push(late)
}

/** The whole text, copied like a writer does, because the editor draws only the part on screen. */
async function copyText(app: App): Promise<string> {
  await app.text.click()
  await app.page.keyboard.press('ControlOrMeta+a')
  await app.page.keyboard.press('ControlOrMeta+c')
  const content = await app.electron.evaluate(({ clipboard }) => clipboard.readText())
  await app.page.keyboard.press('ControlOrMeta+End')
  return content
}

const wordsOf = (text: string): readonly string[] => text.match(/w\d{6}(?!\d)/g) ?? []

/** Words on the service that are missing, duplicated or out of order; empty if every word occurs once in its place. */
export async function faultsOf({ world, documents }: Run): Promise<readonly string[]> {
  const { service } = world
  await world.open()
  const found: string[] = []
  for (const { id, title, typed, others } of documents) {
    const content = (await service.document(id))?.record.content ?? ''
    const words = wordsOf(content)
    const expected = [...others.toReversed(), ...typed]
    for (const word of expected) {
      const times = words.filter((one) => one === word).length
      if (times !== 1) found.push(`${title}: ${word} stands ${times} times`)
    }
    const known = new Set(expected)
    const order = words.filter((word) => known.has(word)).join(' ')
    if (order !== expected.join(' '))
      found.push(`${title}: the words are not in the order in which they were typed`)
    for (const part of MIDDLE.split('\n\n'))
      if (!content.includes(part)) found.push(`${title}: “${part}” is gone`)
  }
  return found
}
