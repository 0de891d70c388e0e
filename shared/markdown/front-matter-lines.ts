export const OPENING = /^\ufeff?---\s*$/
export const CLOSING = /^(?:---|\.\.\.)\s*$/
export const KEY = /^[\p{L}\p{N}_"'][\p{L}\p{N}_"' .-]*:(?:\s|$)/u
export const YAML_LINE = /^(?:\s|#|- |$|[\p{L}\p{N}_"'][\p{L}\p{N}_"' .-]*:(?:\s|$))/u

/** The key that a line begins with, if any. */
export const keyOf = (line: string): string | undefined =>
  KEY.test(line) ? line.slice(0, line.indexOf(':')).trim() : undefined

/** Goes through a text line by line, from the first one on: whether each belongs to the front matter. */
export function frontMatterLines(): (line: string) => boolean {
  let number = 0
  let isWithin = false
  return (line) => {
    number += 1
    if (number === 1) return (isWithin = OPENING.test(line))
    if (!isWithin) return false
    isWithin = !CLOSING.test(line) && (number === 2 ? KEY : YAML_LINE).test(line)
    return isWithin || (number > 2 && CLOSING.test(line))
  }
}

/** No text is looked through further than this. */
export const LOOKED_THROUGH_MAX = 64 * 1024

/** Where the words begin that come after the front matter. */
export function frontMatterEnd(text: string): number {
  const isFrontMatter = frontMatterLines()
  let from = 0
  while (from < Math.min(text.length, LOOKED_THROUGH_MAX)) {
    const lineBreak = text.indexOf('\n', from)
    const end = lineBreak < 0 ? text.length : lineBreak
    if (!isFrontMatter(text.slice(from, end))) break
    from = Math.min(text.length, end + 1)
  }
  return from
}
