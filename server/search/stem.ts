import { stemmer } from 'stemmer'

/**
 * The stem of an English word after Porter (1980), so that "walking" matches "walks". Lower-case ASCII words of three
 * letters and more are stemmed, everything else is its own stem. Deterministic; never longer than the word.
 */
export const stem = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word)
