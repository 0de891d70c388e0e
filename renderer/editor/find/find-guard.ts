import { getSearchQuery, SearchQuery, setSearchQuery } from '@codemirror/search'
import { Annotation, EditorState, StateEffect, StateField, type Text } from '@codemirror/state'
import type { PatternAnswer, PatternQuestion } from './pattern.worker'

/** A pattern that takes longer over the text is not searched for: the window would stand still. */
const LONGEST_MS = 800

/** Tries patterns beside the window; each question makes an earlier one void. */
interface PatternGuard {
  /** `heard`: whether it came to an end in time. */
  ask(query: SearchQuery, text: Text, heard: (isBearable: boolean) => void): void
  /** Nobody waits any more. */
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
      // Until now the worker may have been starting, which says nothing of the pattern.
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
  /** It may be at work for hours. */
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
/** The query of the editor changed by way of the guard, not by what somebody asked for. */
export const isGuarding = Annotation.define<boolean>()
const NOTHING = new SearchQuery({ search: '' })

/** A pattern that is not tried yet over the text as it is now: the editor does not look for it. */
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

/** Keeps the query from the editor until it has been tried. */
export const holdingBack = (query: SearchQuery) => [hold.of(query), setSearchQuery.of(NOTHING)]

/** Gives it to the editor. */
export const lettingGo = (query: SearchQuery) => [hold.of(undefined), setSearchQuery.of(query)]
