/** As many marks as UAX #15 lets stand on one letter. */
const MARKS_MAX = 30

/** More marks on one letter than are drawn: one with thousands of them takes Chromium many seconds. */
const MANY_MARKS = /\p{M}{31,}/gu

/** Stands in the place of what is not drawn as it is. Every bundled face has this sign. */
export const SIGN = '\u2022'

/** The marks of such a run that are drawn. */
export const drawnMarks = (run: string): string => [...run].slice(0, MARKS_MAX).join('')

/** The text with one sign in place of the marks that are not drawn. */
export const withoutExcessMarks = (text: string): string =>
  text.replace(MANY_MARKS, (run) => drawnMarks(run) + SIGN)
