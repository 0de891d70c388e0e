/** What a line break is in a stored text. A text of mixed breaks, or with a lone `\r`, counts as `\n` and keeps its `\r`s. */
export type LineEnd = '\n' | '\r\n'

/** `\r\n` only where every break of the text is one; so no byte moves before a key is pressed. */
export function lineEndOf(text: string): LineEnd {
  return text.includes('\r') && !/(?<!\r)\n|\r(?!\n)/.test(text) ? '\r\n' : '\n'
}

/** The text as an editor holds it: a break is one `\n`. */
export function inEditor(text: string, lineEnd: LineEnd): string {
  return lineEnd === '\n' ? text : text.replaceAll('\r\n', '\n')
}

/** The text as it is stored. The opposite of `inEditor` for a text that has this line end throughout. */
export function inStore(text: string, lineEnd: LineEnd): string {
  return lineEnd === '\n' ? text : text.replaceAll('\n', '\r\n')
}
