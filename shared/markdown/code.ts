import type { Span } from '../text/span'

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/

/** Fenced blocks and inline code of a text, in their order, as CommonMark reads them. Linear time. */
export function codeIn(text: string): readonly Span[] {
  const spans: Span[] = []
  /** The end of the present paragraph: inline code does not continue beyond it. */
  let paragraph = 0
  let fence: { readonly mark: string; readonly from: number } | undefined
  for (let from = 0; from < text.length;) {
    const lineBreak = text.indexOf('\n', from)
    const next = lineBreak < 0 ? text.length : lineBreak + 1
    const line = text.slice(from, lineBreak < 0 ? text.length : lineBreak).replace(/\r$/, '')
    if (fence !== undefined) {
      const end = FENCE_END.exec(line)?.[1]
      if (end !== undefined && end.startsWith(fence.mark)) {
        spans.push({ from: fence.from, to: next })
        fence = undefined
        paragraph = next
      }
    } else {
      const mark = FENCE.exec(line)?.[1]
      if (mark !== undefined || line.trim() === '') {
        addInline(text, paragraph, from, spans)
        paragraph = next
      }
      if (mark !== undefined) fence = { mark, from }
    }
    from = next
  }
  if (fence !== undefined) spans.push({ from: fence.from, to: text.length })
  else addInline(text, paragraph, text.length, spans)
  return spans
}

/** Adds the inline code of a paragraph: a run of backticks up to the next run of the same length. */
function addInline(text: string, from: number, to: number, spans: Span[]): void {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map(({ index, 0: { length } }) => ({
    from: from + index,
    length,
  }))
  const nextAlike: (number | undefined)[] = []
  const lastOfLength = new Map<number, number>()
  for (let index = runs.length - 1; index >= 0; index--) {
    const { length } = runs[index]!
    nextAlike[index] = lastOfLength.get(length)
    lastOfLength.set(length, index)
  }
  for (let index = 0; index < runs.length; index++) {
    const closing = nextAlike[index]
    if (closing === undefined || isEscaped(text, runs[index]!.from)) continue
    spans.push({ from: runs[index]!.from, to: runs[closing]!.from + runs[closing]!.length })
    index = closing
  }
}

/** Whether an odd number of backslashes precedes an offset. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === '\\') start--
  return (at - start) % 2 === 1
}

/** The text with each piece of code replaced by a space. */
export function withoutCode(text: string): string {
  const parts: string[] = []
  let done = 0
  for (const { from, to } of codeIn(text)) {
    parts.push(text.slice(done, from))
    done = to
  }
  return [...parts, text.slice(done)].join(' ')
}
