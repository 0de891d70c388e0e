/**
 * Emphasis, strong emphasis, strikethrough and highlights: the mark, the words, the mark again. Each expression stops
 * at the next mark of its kind, so that a text full of unclosed marks takes linear time.
 */
export const EMPHASIS: readonly RegExp[] = [
  /(?<!\*)(\*{1,3})(?=[^\s*])([^*\n]*)(?<=[^\s*])\1/g,
  // Underscores within a word, as in `snake_case`, are not marks.
  /(?<![\p{L}\p{N}_])(___|__|_)(?=[^\s_])((?:[^_\n]|(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}]))*)(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu,
  /(~~)(?=\S)((?:[^~\n]|~(?!~))*)(?<=\S)~~/g,
  /(==)(?=\S)((?:[^=\n]|=(?!=))*)(?<=\S)==/g,
]

/** The text without marks of emphasis; the words stay. */
export const withoutEmphasis = (text: string): string =>
  EMPHASIS.reduce((plain, pattern) => plain.replace(pattern, '$2'), text)
