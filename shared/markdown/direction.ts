/** Letters of scripts that run from right to left: Hebrew, Arabic, Syriac, Thaana, N’Ko, Adlam and others. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A character that determines the direction of a text: its first letter, or a direction mark before that. */
const STRONG = /[\p{L}\u200e\u200f]/u

/** Whether these words contain right-to-left text, or at least a mark for it. */
export const hasRightToLeft = (words: string): boolean =>
  RIGHT_TO_LEFT.test(words) || words.includes('\u200f')

/** Whether these words have a direction of their own: a letter or a mark gives one, a digit does not. */
export const hasDirection = (words: string): boolean => STRONG.test(words)

/**
 * Whether a paragraph of these words runs from right to left, as determined by its first letter or a mark before that.
 */
export function runsRightToLeft(words: string): boolean {
  const first = STRONG.exec(words)?.[0]
  return first !== undefined && hasRightToLeft(first)
}

/**
 * Whether an element with these parts begins at the right: the items of a list for its markers, the head cells of a
 * table for its columns. Each part with letters must run from right to left; parts without letters do not count.
 */
export function allRunRightToLeft(parts: readonly string[]): boolean {
  const lettered = parts.filter(hasDirection)
  return lettered.length > 0 && lettered.every(runsRightToLeft)
}
