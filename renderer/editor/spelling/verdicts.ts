import { WORDS_ASKED_MAX } from '../../../shared/ipc/settings-bounds'

/** Verdicts on words, each of which is looked up once. */
interface Verdicts {
  /** Whether a word is right in one of the languages; `undefined` if this is not known yet. */
  isRight(word: string): boolean | undefined
  /** Looks up unknown words. Resolves when all of them are known or could not be looked up. */
  ask(words: Iterable<string>): Promise<void>
  /** Forgets all verdicts, because the languages have changed. */
  forget(): void
}

/** The maximum number of words kept; a long novel has 30,000 different words. */
const KEPT_MAX = 100_000
/**
 * The number of words in one question: even a busy thread answers within a frame or two, and the screen is looked up
 * first.
 */
const ASKED_TOGETHER = Math.min(400, WORDS_ASKED_MAX)

/**
 * @param check returns a bit mask of the languages that have each word; rejects if the words could not be looked up
 * @param told called when a word becomes known
 */
export function createVerdicts(
  check: (words: readonly string[]) => Promise<readonly number[]>,
  onVerdicts: () => void,
): Verdicts {
  let known = new Map<string, number>()
  let asked = new Map<string, Promise<void>>()

  function askTogether(words: readonly string[]): Promise<void> {
    const [knownThen, askedThen] = [known, asked]
    const answer = check(words)
      .then((languageBits) => {
        // An answer for other languages is obsolete.
        if (known !== knownThen) return
        words.forEach((word, at) => known.set(word, languageBits[at] ?? 0))
        for (const [oldest] of known) {
          if (known.size <= KEPT_MAX) break
          known.delete(oldest)
        }
        onVerdicts()
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
