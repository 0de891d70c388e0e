/** Letters of scripts that run from right to left: Hebrew, Arabic, Syriac, Thaana, N’Ko, Adlam and others. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** What says how words run: their first letter, or a mark before that. */
const STRONG = /[\p{L}\u200e\u200f]/u

/** Whether anything in these words is written from right to left, be it only by a mark. */
export const hasRightToLeft = (words: string): boolean =>
  RIGHT_TO_LEFT.test(words) || words.includes('\u200f')

/** Whether these words say by themselves how they run: a letter or a mark does, a figure does not. */
export const hasDirection = (words: string): boolean => STRONG.test(words)

/** Whether a paragraph of these words runs from right to left: its first letter says so, or a mark before that. */
export function runsRightToLeft(words: string): boolean {
  const first = STRONG.exec(words)?.[0]
  return first !== undefined && hasRightToLeft(first)
}

/**
 * Whether what is made of these parts begins at the right: the marks of a list by its items, the columns of a table by the
 * cells of its head. Each part that has letters has to run from right to left; parts without any do not count.
 */
export function allRunRightToLeft(parts: readonly string[]): boolean {
  const lettered = parts.filter(hasDirection)
  return lettered.length > 0 && lettered.every(runsRightToLeft)
}
