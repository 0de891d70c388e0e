/** An abbreviation has at most this many letters. */
const LETTERS_MAX = 64

const GAP_IN_WORD = 8
const GAP_TO_WORD = 2

/**
 * Whether the unit is a letter; beyond ASCII every unit counts as one, because scripts without spaces have no
 * beginnings of words.
 */
export function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/**
 * A score of up to 100 for letters that occur in a name in order, as "wtrlt" in "winter light"; 0: they do not. Each
 * letter must begin one of the next words or continue the word of the one before: letters that merely occur somewhere
 * in a long name do not match. The name is the lower-case part of `text` between `start` and `end`.
 */
export function scatteredScore(text: string, start: number, end: number, letters: string): number {
  if (letters.length === 0 || letters.length > LETTERS_MAX || !holdsInOrder(text, start, end, letters))
    return 0
  const { length } = letters
  here.fill(FAR, 0, length)
  for (let word = 0; word < WORDS; word++) costs.fill(FAR, word * LETTERS_MAX, word * LETTERS_MAX + length)
  let inWord = 0
  let least = FAR
  for (let at = start; at < end; at++) {
    const begins = at === start || beginsWord(text, at)
    if (begins) {
      inWord = (inWord + LETTERS_MAX) % costs.length
      costs.fill(FAR, inWord, inWord + length)
    }
    const code = text.charCodeAt(at)
    // From the last letter on: each gets the cost of the one before it up to the preceding position.
    for (let index = length - 1; index >= 0; index--) {
      let cost = FAR
      if (letters.charCodeAt(index) === code) {
        if (index > 0) cost = Math.min(here[index - 1]!, costs[inWord + index - 1]! + GAP_IN_WORD)
        if (begins) cost = Math.min(cost, jump(inWord, index) + (at === start ? 0 : GAP_TO_WORD))
        if (cost < costs[inWord + index]!) costs[inWord + index] = cost
      }
      here[index] = cost
    }
    least = Math.min(least, here[length - 1]!)
  }
  return least >= FAR ? 0 : Math.max(1, 100 - least)
}

/** More than the cost of any name. */
const FAR = 1_000_000

/** The greatest distance in words from one letter to the next. */
const WORDS_BACK = 3
const WORDS = 1 + WORDS_BACK

/**
 * The cost of the first letters, by the index of the last of them: with that one directly before, and within each of
 * the last words.
 */
const here = new Int32Array(LETTERS_MAX)
const costs = new Int32Array(WORDS * LETTERS_MAX)

function beginsWord(text: string, at: number): boolean {
  return isLetterAt(text, at) && (!isLetterAt(text, at - 1) || text.charCodeAt(at) > 127)
}

/** The cost of a jump from an earlier word to a letter that begins one. */
function jump(inWord: number, index: number): number {
  if (index === 0) return 0
  let least = FAR
  for (let back = 1; back < WORDS; back++)
    least = Math.min(least, costs[((inWord + back * LETTERS_MAX) % costs.length) + index - 1]!)
  return least
}

/** Checked first for many names: most do not even contain the letters. */
function holdsInOrder(text: string, start: number, end: number, letters: string): boolean {
  let at = start
  for (let index = 0; index < letters.length; index++, at++) {
    const letter = letters.charCodeAt(index)
    // Names are short: calling the engine's search costs more than this loop.
    while (at < end && text.charCodeAt(at) !== letter) at++
    if (at >= end) return false
  }
  return true
}
