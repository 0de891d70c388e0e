export const OPENING = /^\ufeff?---\s*$/
export const CLOSING = /^(?:---|\.\.\.)\s*$/
export const KEY = /^[\p{L}\p{N}_"'][\p{L}\p{N}_"' .-]*:(?:\s|$)/u
export const YAML_LINE = /^(?:\s|#|- |$|[\p{L}\p{N}_"'][\p{L}\p{N}_"' .-]*:(?:\s|$))/u

/** The key at the beginning of a line, if there is one. */
export const keyOf = (line: string): string | undefined =>
  KEY.test(line) ? line.slice(0, line.indexOf(':')).trim() : undefined

/**
 * Returns a function that is called for each line of a text, from the first one on, and tells whether the line belongs
 * to the front matter.
 */
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

/** How far a text is searched for the end of its front matter. */
export const LOOKED_THROUGH_MAX = 64 * 1024

/** The offset of the words after the front matter. */
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
