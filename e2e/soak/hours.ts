import fs from 'node:fs'
import path from 'node:path'
import v8 from 'node:v8'
import vm from 'node:vm'
import { createFileDisk } from '../protocol/disk'
import { createThere, openWriter, thereOf, type Window, type Writer } from '../protocol/writer'
import { FAULTS, pick } from './worlds'
import { MIDDLE, numbered } from './writing'

const HOUR_MS = 3_600_000
const STEP_MS = 4_000
const DOCUMENTS = 6

/** The resources of this process after an hour of the virtual clock. */
export interface HourMeasure {
  /** The JavaScript heap in MB after garbage collection. */
  readonly heap: number
  readonly descriptors: number
  /** The number of tasks waiting for the clock. */
  readonly timers: number
  /** The journals of both devices in MB. */
  readonly journals: number
}

/** The upper bound of the last hour, depending on the first. */
export const HOUR_BOUNDS: Readonly<Record<keyof HourMeasure, (first: number) => number>> = {
  heap: (first) => first + 3,
  descriptors: (first) => first + 2,
  timers: (first) => first + 10,
  journals: () => 70,
}

export interface Hours {
  readonly hours: number
  readonly words: number
  /** Words that are missing, duplicated or out of order; empty if every word occurs once in its place. */
  readonly faults: readonly string[]
  /** One measurement for each hour, including the first. */
  readonly measures: readonly HourMeasure[]
}

/**
 * Two devices edit the same documents for a number of hours of a virtual clock, in this process: one at the end of each
 * text, the other at the beginning. The networks of both fail repeatedly.
 *
 * @param random returns a number in [0, 1)
 */
export async function writeForHours(
  hours: number,
  random: () => number,
  say: (line: string) => void,
): Promise<Hours> {
  const folders: string[] = []
  const disk = () => {
    const made = createFileDisk()
    folders.push(made.folder())
    return made
  }
  const ann = openWriter({ disk, name: 'ann', random })
  const ben = openWriter({ disk, name: 'ben', random, service: ann.service, clock: ann.clock })
  try {
    const story = await begin(ann, ben)
    const measures: HourMeasure[] = []
    for (let hour = 1; hour <= hours; hour++) {
      const end = ann.clock.now() + HOUR_MS
      while (ann.clock.now() < end) await act(story, random)
      measures.push(measure(story, folders))
      say(`hour ${hour} of ${hours}, ${story.count} words: ${JSON.stringify(measures.at(-1))}`)
    }
    return { hours, words: story.count, measures, faults: await faultsOf(story) }
  } finally {
    await ben.close()
    await ann.close()
  }
}

/** One document that both devices have open, with the words of each in typing order. */
interface Shared {
  readonly id: string
  readonly atEnd: { readonly window: Window; readonly words: string[] }
  readonly atBeginning: { readonly window: Window; readonly words: string[] }
}

interface Story {
  readonly ann: Writer
  readonly ben: Writer
  readonly documents: readonly Shared[]
  count: number
}

async function begin(ann: Writer, ben: Writer): Promise<Story> {
  const ids: string[] = []
  for (let number = 1; number <= DOCUMENTS; number++)
    ids.push(await createThere(ann, { title: `Hours ${number}`, content: `Begun.\n\n${MIDDLE}\n\nEnd:` }))
  for (const one of [ann, ben]) one.workspace.attend('focused')
  await ann.pass(90_000)
  const documents: Shared[] = []
  for (const id of ids)
    documents.push({
      id,
      atEnd: { window: await ann.edit(id), words: [] },
      atBeginning: { window: await ben.edit(id), words: [] },
    })
  return { ann, ben, documents, count: 0 }
}

/** Makes one action of a writer or a network; then time passes. */
async function act(story: Story, random: () => number): Promise<void> {
  const { ann, ben, documents } = story
  const device = random() < 0.5 ? ann : ben
  const document = pick(documents, random)
  const chance = random()
  if (chance < 0.04) device.faults.offline(random() < 0.4)
  else if (chance < 0.12) device.faults.plan(pick(FAULTS, random), '', 1 + Math.floor(random() * 3))
  else if (chance < 0.15) await device.workspace.documents.save({ id: document.id, reason: 'key' })
  else if (chance < 0.17) await device.workspace.search.words({ query: 'nets', limit: 20, filter: {} })
  else await write(story, device, document)
  forgetWhatTestsKeep(story)
  await ann.pass(Math.floor(STEP_MS * 2 * random()))
}

async function write(story: Story, device: Writer, { atEnd, atBeginning }: Shared): Promise<void> {
  const word = numbered(++story.count)
  const isAtEnd = device === story.ann
  const { window, words } = isAtEnd ? atEnd : atBeginning
  // Words are typed letter by letter, as a window sends them. The words of `ben` are inserted in order before all other
  // words.
  const letters = isAtEnd ? ` ${word}` : `${word} `
  for (const [at, letter] of [...letters].entries()) {
    const text = window.text()
    await window.type(isAtEnd ? text + letter : text.slice(0, at) + letter + text.slice(at))
  }
  words.push(word)
}

/** Clears the events and requests recorded by the test writer, which would be a memory leak here. */
function forgetWhatTestsKeep({ ann, ben }: Story): void {
  for (const { told, notices, faults } of [ann, ben]) {
    told.length = 0
    notices.length = 0
    faults.forget()
  }
}

function measure({ ann }: Story, folders: readonly string[]): HourMeasure {
  v8.setFlagsFromString('--expose-gc')
  ;(vm.runInNewContext('gc') as () => void)()
  const journals = folders.map(
    (folder) => fs.statSync(path.join(folder, 'library.db-wal'), { throwIfNoEntry: false })?.size ?? 0,
  )
  return {
    heap: process.memoryUsage().heapUsed / 1e6,
    descriptors: fs.readdirSync('/proc/self/fd').length,
    timers: ann.clock.pending(),
    journals: journals.reduce((sum, size) => sum + size, 0) / 1e6,
  }
}

/** The faults on the service and on either device after the network is good. */
async function faultsOf({ ann, ben, documents }: Story): Promise<readonly string[]> {
  for (const { faults, workspace } of [ann, ben]) {
    faults.clear()
    faults.offline(false)
    workspace.retry()
  }
  await ann.pass(10 * 60_000)
  const found: string[] = []
  for (const { id, atEnd, atBeginning } of documents) {
    const expected = [...atBeginning.words.toReversed(), 'Begun.', ...atEnd.words].join(' ')
    const { content = '' } = await thereOf(ann, id)
    const texts = { 'the service': content, ann: atEnd.window.text(), ben: atBeginning.window.text() }
    for (const [where, text] of Object.entries(texts)) {
      if (text.match(/w\d{6}|Begun\./g)?.join(' ') !== expected)
        found.push(`document ${id}: the words of ${where} are not those that were written`)
      if (!text.includes(MIDDLE)) found.push(`document ${id}: the middle of ${where} is gone`)
    }
  }
  return found
}
