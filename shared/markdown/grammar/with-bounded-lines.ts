/** The rest of a longer line is plain words: expressions of the grammar would exhaust the stack on one of megabytes. */
const LINE_MAX = 100_000
/**
 * The same holds for a line of this length that may be a tag or the rule of a table, because parsing these takes
 * quadratic time.
 */
const TAG_MAX = 5_000
const START = 200

/**
 * A text of the same length, with line feeds for line breaks, that can be parsed in linear time. Offsets do not change.
 * The words of a line that is too long are replaced by letters in it, so that they must be read from the original text.
 */
export function withBoundedLines(text: string): string {
  const parts: string[] = []
  let done = 0
  for (let from = 0; from < text.length;) {
    const lineBreak = text.indexOf('\n', from)
    const to = lineBreak < 0 ? text.length : lineBreak
    if (to - from > TAG_MAX && isLong(text.slice(from, to))) {
      parts.push(text.slice(done, from + START), 'x'.repeat(to - from - START))
      done = to
    }
    from = to + 1
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done)
}

const isLong = (line: string): boolean =>
  line.length > LINE_MAX || /^[\s>]*(?:<|[\s|:>-]{50})/.test(line.slice(0, START))
