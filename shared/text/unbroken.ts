import type { Span } from './span'

/** No word is this long. */
const UNBROKEN_MIN = 1_000

/** No white space, no letter of a script without spaces between words, and no combining mark (`excess-marks.ts`). */
const STRETCH =
  /[^\s\p{M}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/**
 * The ranges of a text without a possible line break. Chromium shapes the rest of such a range anew for each line, and
 * compares each Chinese full stop with all following ones: 20,000 of them took longer than 15 s. Such ranges get
 * `UNBROKEN_STYLE`.
 */
export const unbrokenIn = (text: string): readonly Span[] =>
  text.length < UNBROKEN_MIN
    ? []
    : [...text.matchAll(STRETCH)]
        .filter(([stretch]) => stretch.length >= UNBROKEN_MIN)
        .map(({ index, 0: stretch }) => ({ from: index, to: index + stretch.length }))

/** Lines break after any letter, and no letter is shaped by its neighbours, so that all work is linear. */
export const UNBROKEN_STYLE =
  'word-break: break-all; font-variant-ligatures: none; text-spacing-trim: space-all'
