import type { Clock } from '../system/clock'
import type { Documents } from '../documents/documents'
import type { HandOver } from './windows/window-flush'

export interface UnwrittenText {
  readonly title: string
  readonly text: string
}

/** Asks the writer about words that no disk took, and where to save a copy. */
export interface UnwrittenDialog {
  /**
   * When `changed` is aborted the question is withdrawn and any answer ignored: the set of affected texts has changed.
   */
  ask(texts: readonly UnwrittenText[], changed: AbortSignal): Promise<'stay' | 'copy' | 'leave'>
  copy(text: string): Promise<void>
}

export interface HandOverParts {
  readonly clock: Clock
  /**
   * Asks whether to wait longer for windows that do not respond, or to lose the words that only they have. When
   * `answered` is aborted the question is withdrawn and resolves with `wait`.
   */
  readonly askSilent: (windows: number, answered: AbortSignal) => Promise<'wait' | 'leave'>
}

interface LeavingParts extends HandOverParts {
  /** Blocks input in all windows, and asks them for everything that main does not have yet. */
  readonly handOver: () => HandOver
  /** Lets the windows accept keys again, because the writer stays. */
  readonly stay: () => void
  /** The documents of every open library. */
  readonly documents: () => readonly Pick<Documents, 'unwritten' | 'read'>[]
  readonly unwritten: UnwrittenDialog
  readonly closeWindows: () => void
  /** Closes the libraries, then stops the service. */
  readonly closeLibraries: () => Promise<void>
  /** Called when nothing is left to wait for. */
  readonly left: () => void
}

/** After this time the writer is asked about a window that does not respond. */
export const SILENT_MS = 5_000
const AGAIN_MS = 500

/**
 * Runs `leave` once at a time: a second caller gets the same promise. Another run would be answered by windows that
 * accept keys again since the writer stayed.
 */
export function createLeaving(parts: LeavingParts): () => Promise<boolean> {
  let leaving: Promise<boolean> | undefined
  return () => (leaving ??= leave(parts).finally(() => (leaving = undefined)))
}

/**
 * The one way of leaving (rule W23), for quitting, the last window and the end of the system's session: windows accept
 * no more keys and hand over everything; every text of every open library becomes durable, or the writer is asked; the
 * windows close, the libraries close, and the service stops last. `false`: the writer stays, and nothing has changed.
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
 * Waits until the windows have handed over everything, or the writer gives up the words of those that do not respond. A
 * page that appears meanwhile, in a new window or in place of a crashed one, has not been asked: then all windows are
 * asked again.
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

/**
 * Waits in the same way before texts are only read, without asking about windows that do not respond. Returns whether
 * all have answered.
 */
export async function handedOverWithin(handOver: HandOver, clock: Clock, mostMs: number): Promise<boolean> {
  const stopAsking = everyHalfSecond(clock, handOver.again)
  try {
    return await isWithin(handOver.done, clock, mostMs)
  } finally {
    stopAsking()
  }
}

/** Runs the task every half second until it is stopped, even while the writer is asked. */
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

/** Whether the promise resolves within this time. */
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
 * Whether the app may quit. Quitting asks in one case only: words that no disk took are only in memory, and would be
 * lost. The writer can save copies first, any number of times. Texts that a disk takes meanwhile are no longer asked
 * about.
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
