/**
 * Emphasis, strong emphasis and struck or marked words: the mark, the words, the mark again. Each expression stops at
 * the next mark of its kind, so that a text full of marks that are never closed takes linear time.
 */
export const EMPHASIS: readonly RegExp[] = [
  /(?<!\*)(\*{1,3})(?=[^\s*])([^*\n]*)(?<=[^\s*])\1/g,
  // Underscores within a word, as in `snake_case`, are no marks.
  /(?<![\p{L}\p{N}_])(___|__|_)(?=[^\s_])((?:[^_\n]|(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}]))*)(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu,
  /(~~)(?=\S)((?:[^~\n]|~(?!~))*)(?<=\S)~~/g,
  /(==)(?=\S)((?:[^=\n]|=(?!=))*)(?<=\S)==/g,
]

/** A text with the words of emphasis in its place. */
export const withoutEmphasis = (text: string): string =>
  EMPHASIS.reduce((plain, pattern) => plain.replace(pattern, '$2'), text)
