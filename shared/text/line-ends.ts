/**
 * The line break of a stored text. A text with mixed breaks, or with a lone `\r`, counts as `\n` and keeps its `\r`
 * characters.
 */
export type LineEnd = '\n' | '\r\n'

/** `\r\n` only where every break of the text is one, so that opening a text changes no byte. */
export function lineEndOf(text: string): LineEnd {
  return text.includes('\r') && !/(?<!\r)\n|\r(?!\n)/.test(text) ? '\r\n' : '\n'
}

/** The text as an editor holds it: each break is one `\n`. */
export function inEditor(text: string, lineEnd: LineEnd): string {
  return lineEnd === '\n' ? text : text.replaceAll('\r\n', '\n')
}

/** The text as it is stored. Reverses `inEditor` for a text with this line end throughout. */
export function inStore(text: string, lineEnd: LineEnd): string {
  return lineEnd === '\n' ? text : text.replaceAll('\n', '\r\n')
}
