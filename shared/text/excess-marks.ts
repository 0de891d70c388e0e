/** The most combining marks on one letter, as in UAX #15. */
const MARKS_MAX = 30

/** More marks on one letter than are drawn: Chromium needs many seconds for one with thousands of them. */
const MANY_MARKS = /\p{M}{31,}/gu

/** Replaces marks that are not drawn. Every bundled font contains this character. */
export const SIGN = '\u2022'

/** The marks of such a run that are drawn. */
export const drawnMarks = (run: string): string => [...run].slice(0, MARKS_MAX).join('')

/** The text with one character in place of the marks that are not drawn. */
export const withoutExcessMarks = (text: string): string =>
  text.replace(MANY_MARKS, (run) => drawnMarks(run) + SIGN)
