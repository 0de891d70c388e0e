/** More letters than this are no abbreviation. */
const LETTERS_MAX = 64

const GAP_IN_WORD = 8
const GAP_TO_WORD = 2

/** Beyond ASCII every unit counts as a letter: scripts without spaces have no words to begin. */
export function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code > 127 || (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

/**
 * Up to 100 where letters stand in a name in their order, as "wtrlt" in "winter light"; 0: they do not. Each begins one of
 * the next words or goes on in the word of the one before: letters that a long name merely holds somewhere are not what was
 * meant. The name is the small letters of `text` between `start` and `end`.
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
    // From the last letter on: each is told what the one before it cost up to the place before.
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

/** More than any name costs. */
const FAR = 1_000_000

/** From one word to the next, or past two. */
const WORDS_BACK = 3
const WORDS = 1 + WORDS_BACK

/** What the first letters cost, by the index of the last of them: with that one right before, and in each of the words. */
const here = new Int32Array(LETTERS_MAX)
const costs = new Int32Array(WORDS * LETTERS_MAX)

function beginsWord(text: string, at: number): boolean {
  return isLetterAt(text, at) && (!isLetterAt(text, at - 1) || text.charCodeAt(at) > 127)
}

/** From a word before to a letter that begins one. */
function jump(inWord: number, index: number): number {
  if (index === 0) return 0
  let least = FAR
  for (let back = 1; back < WORDS; back++)
    least = Math.min(least, costs[((inWord + back * LETTERS_MAX) % costs.length) + index - 1]!)
  return least
}

/** Asked first of many names: most do not even hold the letters. */
function holdsInOrder(text: string, start: number, end: number, letters: string): boolean {
  let at = start
  for (let index = 0; index < letters.length; index++, at++) {
    const letter = letters.charCodeAt(index)
    // Names are short: asking the engine to search costs more than looking.
    while (at < end && text.charCodeAt(at) !== letter) at++
    if (at >= end) return false
  }
  return true
}
