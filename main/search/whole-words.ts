/** The first beginning of a word between `from` and `to`. */
export function wholeWord(text: string, from: number, to: number): number {
  if (from === 0 || /\s/.test(text[from - 1] ?? ' ')) return from
  const gap = text.slice(from, to).search(/\s\S/)
  return gap === -1 ? wholePair(text, from) : from + gap + 1
}

/** The last end of a word between `from` and `to`. */
export function wholeWordEnd(text: string, from: number, to: number): number {
  let end = to
  while (end > from && /\S/.test(text[end] ?? ' ')) end--
  return end > from ? end : wholePair(text, to)
}

/** The offset, moved so that it is not between the halves of a surrogate pair. */
export const wholePair = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
