import type { Span } from './span'

/** No word is as long. */
const UNBROKEN_MIN = 1_000

/** No white space, no letter of a script whose words have none between them, and no mark on a letter (`excess-marks.ts`). */
const STRETCH =
  /[^\s\p{M}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/**
 * The stretches of a text without a place where a line of words may end. Chromium shapes the rest of such a stretch anew
 * for each line, and a full stop of Chinese by all that follow: 20,000 of them took it longer than 15 s. So they are
 * drawn in the style of `UNBROKEN_STYLE`.
 */
export const unbrokenIn = (text: string): readonly Span[] =>
  text.length < UNBROKEN_MIN
    ? []
    : [...text.matchAll(STRETCH)]
        .filter(([stretch]) => stretch.length >= UNBROKEN_MIN)
        .map(({ index, 0: stretch }) => ({ from: index, to: index + stretch.length }))

/** A line ends after any letter, and no letter is drawn by those beside it: all work is linear then. */
export const UNBROKEN_STYLE =
  'word-break: break-all; font-variant-ligatures: none; text-spacing-trim: space-all'
