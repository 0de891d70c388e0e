/** A longer line is words behind its start: expressions of the grammar would run out of stack on one of megabytes. */
const LINE_MAX = 100_000
/** So is a line of this length that might be a tag or the rule of a table, which are read in quadratic time. */
const TAG_MAX = 5_000
const START = 200

/**
 * A text of the same length, with line feeds for line breaks, that can be parsed in linear time. Words stay where they
 * are; those of a line that is too long are hidden behind letters, so that they are read from the text itself.
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
