import { parentPort, workerData } from 'node:worker_threads'
import type { Dictionary, SpellingEngine } from './engine'
import { loadHunspell } from './hunspell'
import type { FromSpelling, SpellingData, ToSpelling } from './spelling-thread'

/** Suggestions of one language, and of all together. */
const MAX_SUGGESTIONS = 8

const port = parentPort!
/** How many words of the question are done, for whoever has to end this thread in the middle of one. */
const { progress } = workerData as SpellingData
const tell = (message: FromSpelling) => port.postMessage(message)
const dictionaries = new Map<string, Dictionary>()
const engine = loadHunspell()

port.on('message', (message: ToSpelling) => void engine.then((ready) => take(ready, message)))

function take(ready: SpellingEngine, message: ToSpelling): void {
  switch (message.kind) {
    case 'load':
      try {
        dictionaries.set(message.language, ready.open(message.files))
        return tell({ kind: 'loaded', isRead: true })
      } catch {
        return tell({ kind: 'loaded', isRead: false })
      }
    case 'check':
      return tell({ kind: 'checked', right: message.words.map((word, at) => rightIn(word, at, message)) })
    case 'suggest':
      return suggest(message)
  }
}

function rightIn(word: string, at: number, { languages }: { readonly languages: readonly string[] }): number {
  Atomics.store(progress, 0, at)
  let right = 0
  for (const [place, language] of languages.entries())
    if (dictionaries.get(language)?.isRight(word) === true) right += 2 ** place
  return right
}

/** Told after each language, so that a slow one costs only its own suggestions. */
function suggest({ word, languages }: Extract<ToSpelling, { kind: 'suggest' }>): void {
  const lists: (readonly string[])[] = []
  for (const language of languages) {
    lists.push(dictionaries.get(language)?.suggest(word).slice(0, MAX_SUGGESTIONS) ?? [])
    tell({ kind: 'suggested', suggestions: inTurn(lists), isAll: false })
  }
  tell({ kind: 'suggested', suggestions: inTurn(lists), isAll: true })
}

/** The first of each language, then the second of each, and so on. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const turns = Array.from({ length: MAX_SUGGESTIONS }, (_, turn) =>
    lists.flatMap((list) => list[turn] ?? []),
  )
  return [...new Set(turns.flat())].slice(0, MAX_SUGGESTIONS)
}
