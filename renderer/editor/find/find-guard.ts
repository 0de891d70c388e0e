import { getSearchQuery, SearchQuery, setSearchQuery } from '@codemirror/search'
import { Annotation, EditorState, StateEffect, StateField, type Text } from '@codemirror/state'
import type { PatternAnswer, PatternQuestion } from './pattern.worker'

/** A pattern that takes longer over the text is rejected, because it would block the window. */
const LONGEST_MS = 800

/** Tries patterns in a worker; each question cancels the previous one. */
interface PatternGuard {
  /** `heard` receives whether the pattern ended in time. */
  ask(query: SearchQuery, text: Text, heard: (isBearable: boolean) => void): void
  /** Cancels the question. */
  forget(): void
  close(): void
}

export function createPatternGuard(): PatternGuard {
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  let waiting: ((isBearable: boolean) => void) | undefined

  function start(): Worker {
    const started = new Worker(new URL('pattern.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<PatternAnswer>) => {
      if (data.id !== last || waiting === undefined) return
      if (data.isDone) settle(true)
      // Until now the worker may have been starting, which does not count.
      else timer = setTimeout(giveUp, LONGEST_MS)
    })
    started.addEventListener('error', () => started === worker && giveUp())
    return started
  }
  function settle(isBearable: boolean): void {
    const heard = waiting
    waiting = undefined
    clearTimeout(timer)
    heard?.(isBearable)
  }
  function giveUp(): void {
    end()
    settle(false)
  }
  /** Terminates the worker, which may be busy for hours. */
  function end(): void {
    worker?.terminate()
    worker = undefined
  }
  function forget(): void {
    if (waiting === undefined) return
    waiting = undefined
    clearTimeout(timer)
    end()
  }

  return {
    ask({ search, caseSensitive }, text, heard) {
      forget()
      waiting = heard
      worker ??= start()
      const question: PatternQuestion = {
        id: ++last,
        source: search,
        isCaseSensitive: caseSensitive,
        text: text.toString(),
      }
      worker.postMessage(question)
    },
    forget,
    close() {
      forget()
      end()
    },
  }
}

const hold = StateEffect.define<SearchQuery | undefined>()
/** Marks changes of the editor's query that the guard makes, not the writer. */
export const isGuarding = Annotation.define<boolean>()
const NOTHING = new SearchQuery({ search: '' })

/** A pattern that has not been tried on the present text: the editor does not search for it yet. */
export const heldQuery = StateField.define<SearchQuery | undefined>({
  create: () => undefined,
  update(held, { effects }) {
    for (const effect of effects) if (effect.is(hold)) held = effect.value
    return held
  },
  provide: () => [
    EditorState.transactionExtender.of((transaction) => {
      const query = getSearchQuery(transaction.startState)
      const isTried = !query.regexp || !query.valid || transaction.isUserEvent('input.replace')
      return transaction.docChanged && !isTried
        ? { effects: holdingBack(query), annotations: isGuarding.of(true) }
        : null
    }),
  ],
})

/** The effects that keep a query from the editor until it has been tried. */
export const holdingBack = (query: SearchQuery) => [hold.of(query), setSearchQuery.of(NOTHING)]

/** The effects that pass a query on to the editor. */
export const lettingGo = (query: SearchQuery) => [hold.of(undefined), setSearchQuery.of(query)]
