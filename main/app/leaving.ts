import type { Clock } from '../system/clock'
import type { Documents } from '../documents/documents'
import type { HandOver } from './windows/window-flush'

export interface UnwrittenText {
  readonly title: string
  readonly text: string
}

/** How the writer is asked about words that no disk took, and what a copy is taken into. */
export interface UnwrittenDialog {
  /** The question is withdrawn, with any answer, when `changed` is aborted: these are not the texts that no disk took. */
  ask(texts: readonly UnwrittenText[], changed: AbortSignal): Promise<'stay' | 'copy' | 'leave'>
  copy(text: string): Promise<void>
}

export interface HandOverParts {
  readonly clock: Clock
  /**
   * Asks whether to go on waiting for windows that do not answer, or to lose what only they know; the question is
   * withdrawn, and answers `wait`, when `answered` is aborted.
   */
  readonly askSilent: (windows: number, answered: AbortSignal) => Promise<'wait' | 'leave'>
}

interface LeavingParts extends HandOverParts {
  /** All windows take no more keys, and are asked for everything that main does not have yet. */
  readonly handOver: () => HandOver
  /** The writer stays: the windows take keys again. */
  readonly stay: () => void
  /** Of every library that is open. */
  readonly documents: () => readonly Pick<Documents, 'unwritten' | 'read'>[]
  readonly unwritten: UnwrittenDialog
  readonly closeWindows: () => void
  /** Closes the libraries, then ends the service. */
  readonly closeLibraries: () => Promise<void>
  /** Nothing is left to wait for. */
  readonly left: () => void
}

/** After so long the writer is asked about a window that does not answer. */
export const SILENT_MS = 5_000
const AGAIN_MS = 500

/**
 * `leave`, once at a time: whoever asks while it is under way is given the same answer. A second one would be answered by
 * windows that take keys again since the writer stayed.
 */
export function createLeaving(parts: LeavingParts): () => Promise<boolean> {
  let leaving: Promise<boolean> | undefined
  return () => (leaving ??= leave(parts).finally(() => (leaving = undefined)))
}

/**
 * The one way of leaving (rule W23), for quitting, the last window and the end of the system: windows take no more keys and
 * hand over everything; every text of every open library is durable, or the writer has been asked; the windows go, the
 * libraries close, and the service ends last. False: the writer stays, and everything is as it was.
 */
async function leave(parts: LeavingParts): Promise<boolean> {
  let asked: HandOver
  do {
    asked = await handedOver(parts.handOver, parts)
    if (!(await mayQuit(parts))) {
      parts.stay()
      return false
    }
  } while (!asked.isWhole())
  parts.closeWindows()
  await parts.closeLibraries()
  parts.left()
  return true
}

/**
 * Waits until the windows have handed over everything, or the writer gives up what the silent ones have. A page that comes
 * meanwhile, in a new window or in place of one that crashed, has been asked by nobody: then all are asked again.
 */
export async function handedOver(ask: () => HandOver, parts: HandOverParts): Promise<HandOver> {
  for (;;) {
    const handOver = ask()
    await waitFor(handOver, parts)
    if (handOver.isWhole()) return handOver
  }
}

async function waitFor(handOver: HandOver, { clock, askSilent }: HandOverParts): Promise<void> {
  const { done, silent } = handOver
  const stopAsking = everyHalfSecond(clock, handOver.again)
  try {
    for (;;) {
      if (await isWithin(done, clock, SILENT_MS)) return
      const answered = new AbortController()
      void done.then(() => answered.abort())
      if ((await askSilent(silent().length, answered.signal)) === 'leave') return
    }
  } finally {
    stopAsking()
  }
}

/** The same for what is only read: nobody is asked about windows that do not answer. Says whether all have answered. */
export async function handedOverWithin(handOver: HandOver, clock: Clock, mostMs: number): Promise<boolean> {
  const stopAsking = everyHalfSecond(clock, handOver.again)
  try {
    return await isWithin(handOver.done, clock, mostMs)
  } finally {
    stopAsking()
  }
}

/** Does this every half second until it is stopped, also while the writer is asked. */
function everyHalfSecond(clock: Clock, task: () => void): () => void {
  let cancel = () => {}
  const wait = () => {
    cancel = clock.after(AGAIN_MS, () => {
      task()
      wait()
    })
  }
  wait()
  return () => cancel()
}

/** Whether this is done before so much time has passed. */
async function isWithin(done: Promise<unknown>, clock: Clock, ms: number): Promise<boolean> {
  let cancel = () => {}
  const late = new Promise<false>((resolve) => (cancel = clock.after(ms, () => resolve(false))))
  try {
    return await Promise.race([done.then(() => true), late])
  } finally {
    cancel()
  }
}

/**
 * Quitting never asks, but for this: words that no disk took are in memory alone, and end with it. Says whether to go; a
 * copy can be taken before, as often as it is wanted. What a disk takes meanwhile is asked about no longer.
 */
async function mayQuit({ documents, unwritten, clock }: LeavingParts): Promise<boolean> {
  for (;;) {
    const texts = unwrittenTexts(documents())
    if (texts.length === 0) return true
    const changed = new AbortController()
    const stopLooking = everyHalfSecond(clock, () => {
      if (namesOf(unwrittenTexts(documents())) !== namesOf(texts)) changed.abort()
    })
    const answer = await unwritten.ask(texts, changed.signal).finally(stopLooking)
    if (changed.signal.aborted) continue
    if (answer !== 'copy') return answer === 'leave'
    await unwritten.copy(
      texts.map(({ title, text }) => (title === '' ? text : `# ${title}\n\n${text}`)).join('\n\n'),
    )
  }
}

const namesOf = (texts: readonly UnwrittenText[]): string => JSON.stringify(texts.map(({ title }) => title))

function unwrittenTexts(libraries: ReturnType<LeavingParts['documents']>): readonly UnwrittenText[] {
  return libraries.flatMap((documents) =>
    documents.unwritten().flatMap((id) => {
      const document = documents.read(id)
      return document === undefined ? [] : [{ title: document.fields.title ?? '', text: document.text }]
    }),
  )
}
