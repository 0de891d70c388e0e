import { parentPort, workerData } from 'node:worker_threads'
import type { Dictionary, SpellingEngine } from './engine'
import { loadHunspell } from './hunspell'
import { isCapitalised, rankSuggestions } from './rank'
import type { FromSpelling, SpellingData, ToSpelling } from './spelling-thread'

/** The most suggestions of all languages together. */
const SUGGESTIONS_MAX = 5

const port = parentPort!
/** The index of the word in progress, for the caller that has to end a thread which hangs. */
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
      return tell({
        kind: 'checked',
        languageBits: message.words.map((word, at) => bitsOf(word, at, message)),
      })
    case 'suggest':
      return suggest(message)
  }
}

function bitsOf(word: string, at: number, { languages }: { readonly languages: readonly string[] }): number {
  Atomics.store(progress, 0, at)
  let bits = 0
  for (const [place, language] of languages.entries()) if (isRightIn(language, word)) bits += 2 ** place
  return bits
}

/**
 * Whether the word is right. English accepts words and names of other languages with or without their accents: café,
 * naïve, Zoë.
 */
function isRightIn(language: string, word: string): boolean {
  const dictionary = dictionaries.get(language)
  if (dictionary === undefined) return false
  if (dictionary.isRight(word)) return true
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  return /^en\b/i.test(language) && plain !== word && dictionary.isRight(plain)
}

/** Reports after each language, so that a slow one delays only its own suggestions. */
function suggest({ word, languages }: Extract<ToSpelling, { kind: 'suggest' }>): void {
  const lists: (readonly string[])[] = []
  const tellThose = (isAll: boolean) => {
    const suggestions = rankSuggestions(word, inTurn(lists)).slice(0, SUGGESTIONS_MAX)
    tell({ kind: 'suggested', suggestions, isAll })
  }
  // A word at the beginning of a sentence is also looked up in small letters.
  const forms = isCapitalised(word) ? [word.toLowerCase(), word] : [word]
  for (const language of languages)
    for (const form of forms) {
      lists.push(dictionaries.get(language)?.suggest(form) ?? [])
      tellThose(false)
    }
  tellThose(true)
}

/** Interleaves the lists: the first of each, then the second of each, and so on. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat()
}
