import type { Worker } from 'node:worker_threads'
import { answerOf, startWorker } from '../../node/start-worker'
import type { DictionaryFiles } from './engine'

export interface SpellingData {
  /** The index of the word that is being looked up, within the present request. */
  readonly progress: Int32Array
}

export type ToSpelling =
  | { readonly kind: 'load'; readonly language: string; readonly files: DictionaryFiles }
  | { readonly kind: 'check'; readonly words: readonly string[]; readonly languages: readonly string[] }
  | { readonly kind: 'suggest'; readonly word: string; readonly languages: readonly string[] }

export type FromSpelling =
  | { readonly kind: 'loaded'; readonly isRead: boolean }
  | { readonly kind: 'checked'; readonly languageBits: readonly number[] }
  | { readonly kind: 'suggested'; readonly suggestions: readonly string[]; readonly isAll: boolean }

/** Looks words up in a thread of its own, which is ended where a word takes too long. */
export interface SpellingThread {
  /** Implements `spelling.check` of the contract; a word that would take for ever counts as right in every language. */
  check(words: readonly string[], languages: readonly string[]): Promise<readonly number[]>
  /** The suggestions that were found in time. */
  suggest(word: string, languages: readonly string[]): Promise<readonly string[]>
  /** Ends the thread after its answer; the next request starts another one, with the dictionaries of that time. */
  end(): void
}

interface SpellingThreadParts {
  /** Reads the files of a dictionary; rejects where they cannot be read. */
  readonly read: (language: string) => Promise<DictionaryFiles>
  /** Called when a dictionary cannot be used. */
  readonly isBroken: (language: string) => void
  readonly bounds?: Bounds
}

export interface Bounds {
  readonly loadMs: number
  readonly checkMs: number
  readonly suggestMs: number
}

const BOUNDS: Bounds = { loadMs: 60_000, checkMs: 5_000, suggestMs: 4_000 }
/** Words that took too long are remembered, so that each ends the thread only once. */
const ENDLESS_MAX = 1_000
/** How many words of one request may end the thread; after that the others count as right without a check. */
const ENDS_MAX = 3

export function createSpellingThread({
  read,
  isBroken,
  bounds = BOUNDS,
}: SpellingThreadParts): SpellingThread {
  const worker = createSpellingWorker()
  const loaded = new Set<string>()
  const broken = new Set<string>()
  const endless = new Set<string>()
  const inTurn = createTurns()

  function end(): void {
    loaded.clear()
    worker.end()
  }

  async function load(languages: readonly string[]): Promise<void> {
    for (const language of languages) {
      if (loaded.has(language) || broken.has(language)) continue
      const files = await read(language).catch(() => undefined)
      const answer = files && (await worker.ask({ kind: 'load', language, files }, bounds.loadMs))
      if (answer?.kind === 'loaded' && answer.isRead) loaded.add(language)
      else {
        broken.add(language)
        isBroken(language)
        // The thread may hang on this dictionary, or may have run out of memory.
        if (answer === undefined && files !== undefined) {
          end()
          return load(languages)
        }
      }
    }
  }

  async function look(
    words: readonly string[],
    languages: readonly string[],
    endsLeft = ENDS_MAX,
  ): Promise<readonly number[]> {
    const inAll = 2 ** languages.length - 1
    const asked = words.filter((word) => !endless.has(word))
    if (asked.length === 0 || endsLeft === 0) return words.map(() => inAll)
    await load(languages)
    const progress = worker.progress()
    const answer = await worker.ask({ kind: 'check', words: asked, languages }, bounds.checkMs)
    if (answer?.kind !== 'checked') {
      if (endless.size >= ENDLESS_MAX) endless.clear()
      endless.add(asked[Atomics.load(progress, 0)] ?? asked[0]!)
      end()
      return look(words, languages, endsLeft - 1)
    }
    let at = 0
    return words.map((word) => (endless.has(word) ? inAll : (answer.languageBits[at++] ?? inAll)))
  }

  async function find(word: string, languages: readonly string[]): Promise<readonly string[]> {
    await load(languages)
    let found: readonly string[] = []
    const answer = await worker.ask({ kind: 'suggest', word, languages }, bounds.suggestMs, (heard) => {
      if (heard.kind === 'suggested') found = heard.suggestions
      return heard.kind === 'suggested' && heard.isAll
    })
    if (answer === undefined) end()
    return found
  }

  return {
    check: (words, languages) => inTurn('usual', () => look(words, languages)),
    suggest: (word, languages) => inTurn('urgent', () => find(word, languages)),
    // The thread is ended between two requests: otherwise a request would continue in a thread without dictionaries.
    end: () =>
      void inTurn('urgent', async () => {
        broken.clear()
        end()
      }),
  }
}

/** The worker; it is started at the first request and runs until it is ended. */
function createSpellingWorker() {
  let running: { readonly worker: Worker; readonly progress: Int32Array } | undefined

  function start() {
    const progress = new Int32Array(new SharedArrayBuffer(4))
    const worker = startWorker(import.meta.url, 'spelling', { progress } satisfies SpellingData)
    worker.unref()
    return (running = { worker, progress })
  }

  return {
    /** The index of the present word. */
    progress: () => (running ?? start()).progress,
    /**
     * The last answer; `undefined` where none came in time or the thread ended. `hears`: gets the answers before it,
     * and returns whether one was the last.
     */
    ask(
      message: ToSpelling,
      withinMs: number,
      hears?: (answer: FromSpelling) => boolean,
    ): Promise<FromSpelling | undefined> {
      const { worker } = running ?? start()
      const answered = answerOf(worker, AbortSignal.timeout(withinMs), hears).catch(() => undefined)
      worker.postMessage(message)
      return answered
    },
    end(): void {
      const ending = running
      running = undefined
      void ending?.worker.terminate()
    },
  }
}

/** Runs requests one after another; suggestions, for which a writer waits, go before checks. */
function createTurns() {
  type Turn = () => Promise<void>
  const waiting: Readonly<Record<'urgent' | 'usual', Turn[]>> = { urgent: [], usual: [] }
  let isBusy = false

  async function goOn(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let next; (next = waiting.urgent.shift() ?? waiting.usual.shift()) !== undefined;) await next()
    isBusy = false
  }

  return <T>(kind: keyof typeof waiting, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting[kind].push(() => work().then(resolve, reject))
      void goOn()
    })
}
