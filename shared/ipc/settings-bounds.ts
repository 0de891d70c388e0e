// Bounds that the window names too: apart from the schemas, so that it carries no validation.

/** Million bytes of texts that mean "without end": more than a library ever is. */
export const TEXTS_ALL = 1_000_000
/** Days of recovered texts that mean "without end": a hundred years. */
export const RECOVERED_FOR_GOOD = 36_500
/** Sizes that the text of the editor may have, in CSS pixels. */
export const TEXT_SIZE = { least: 12, most: 32 } as const
/** From line to line, in hundredths of the text size; each `step` is one that a command or a key makes. */
export const LEADING = { least: 120, most: 240, step: 8 } as const
/** A longer word, in UTF-16 units, is not looked up: no language has such a one, and what looks like one is data. */
export const WORD_LENGTH_MAX = 64
/** Words of one question. */
export const WORDS_ASKED_MAX = 1_000
/** Dictionaries in use at a time; each takes 30 to 40 MB of memory. */
export const LANGUAGES_MAX = 6
/** What style hints can be about. */
export const STYLE_KINDS = ['filler', 'repeat', 'long', 'passive', 'typography'] as const
export type StyleKind = (typeof STYLE_KINDS)[number]
export const PERSONAL_WORDS_MAX = 20_000
/** Words that are ignored in one document, and documents that have such words. */
export const IGNORED_WORDS_MAX = 1_000
