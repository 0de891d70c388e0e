/** One replacement in a text: UTF-16 offsets in the text before any change of the same list; lists are sorted and do not overlap. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** The text after the changes. Throws a RangeError where a list is unsorted, overlaps or reaches past the end. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = ''
  let at = 0
  for (const change of changes) {
    if (change.from < at || change.to < change.from || change.to > text.length)
      throw new RangeError(`change ${change.from}..${change.to} does not fit a text of ${text.length}`)
    result += text.slice(at, change.from) + change.insert
    at = change.to
  }
  return result + text.slice(at)
}
