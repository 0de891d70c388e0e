import type { Span } from '../../shared/text/span'

/** A text with these ranges marked; of two that overlap, only the first. */
export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Span[] }) {
  const parts = []
  let at = 0
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    if (from < at || to <= from) continue
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  return [...parts, text.slice(at)]
}
