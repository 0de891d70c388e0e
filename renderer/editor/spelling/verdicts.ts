import { WORDS_ASKED_MAX } from '../../../shared/ipc/settings-bounds'

/** What is known of words, each of which is asked once. */
interface Verdicts {
  /** Whether a word is right in one of the languages; `undefined` where that is not known yet. */
  isRight(word: string): boolean | undefined
  /** Asks about those of the words that are not known. Resolves when all of them are, or could not be found out. */
  ask(words: Iterable<string>): Promise<void>
  /** Forgets all of it: the languages have changed. */
  forget(): void
}

/** Kept in all; a long novel has 30,000 different words. */
const KEPT_MAX = 100_000
/** Of one question: a busy thread has its answer within a frame or two, and the screen is asked about first. */
const ASKED_TOGETHER = Math.min(400, WORDS_ASKED_MAX)

/**
 * @param check answers with a bit for each language that has the word; rejects where that could not be found out
 * @param told is called when something is known that was not
 */
export function createVerdicts(
  check: (words: readonly string[]) => Promise<readonly number[]>,
  told: () => void,
): Verdicts {
  let known = new Map<string, number>()
  let asked = new Map<string, Promise<void>>()

  function askTogether(words: readonly string[]): Promise<void> {
    const [knownThen, askedThen] = [known, asked]
    const answer = check(words)
      .then((languageBits) => {
        // What was asked of other languages says nothing any more.
        if (known !== knownThen) return
        words.forEach((word, at) => known.set(word, languageBits[at] ?? 0))
        for (const [oldest] of known) {
          if (known.size <= KEPT_MAX) break
          known.delete(oldest)
        }
        told()
      })
      .catch(() => {})
      .finally(() => words.forEach((word) => askedThen.delete(word)))
    for (const word of words) asked.set(word, answer)
    return answer
  }

  return {
    isRight(word) {
      const languages = known.get(word)
      return languages === undefined ? undefined : languages > 0
    },
    async ask(words) {
      const all = [...new Set(words)].filter((word) => !known.has(word))
      const waits = all.flatMap((word) => asked.get(word) ?? [])
      const fresh = all.filter((word) => !asked.has(word))
      for (let at = 0; at < fresh.length; at += ASKED_TOGETHER)
        waits.push(askTogether(fresh.slice(at, at + ASKED_TOGETHER)))
      await Promise.all(waits)
    },
    forget() {
      known = new Map()
      asked = new Map()
    },
  }
}
