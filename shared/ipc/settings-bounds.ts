// Bounds that windows use too: separate from the schemas, so that windows load no validation.

/** Million bytes of texts that mean "without end": more than a library ever is. */
export const TEXTS_ALL = 1_000_000
/** Days of recovered texts that mean "without end": a hundred years. */
export const RECOVERED_FOR_GOOD = 36_500
/** The sizes of the editor's text, in CSS pixels. */
export const TEXT_SIZE = { least: 12, most: 32 } as const
/** The line height, in hundredths of the text size; `step` is the step of a command or a key. */
export const LEADING = { least: 120, most: 240, step: 8 } as const
/** A longer word, in UTF-16 units, is not looked up: no language has one, so it must be data. */
export const WORD_LENGTH_MAX = 64
/** The most words in one request. */
export const WORDS_ASKED_MAX = 1_000
/** The most dictionaries in use at a time; each takes 30 to 40 MB of memory. */
export const LANGUAGES_MAX = 6
/** The kinds of style hints. */
export const STYLE_KINDS = ['filler', 'repeat', 'long', 'passive', 'typography'] as const
export type StyleKind = (typeof STYLE_KINDS)[number]
export const PERSONAL_WORDS_MAX = 20_000
/** The most ignored words in one document, and the most documents with such words. */
export const IGNORED_WORDS_MAX = 1_000
