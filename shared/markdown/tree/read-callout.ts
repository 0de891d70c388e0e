import type { SyntaxNode } from '@lezer/common'
import { calloutOf } from '../grammar/callouts'
import { readInlines, type InlineContext } from './read-inlines'
import type { Block, CalloutKind, Inline } from './tree'

/**
 * The kind of a callout, and its first paragraph as blocks: the title as a bold paragraph of its own, so that formats
 * without callouts show it too, and the words below it. `isUntitled`: the title is the word of its kind.
 */
export function readCallout(
  mark: SyntaxNode,
  paragraph: SyntaxNode,
  context: InlineContext,
): { readonly kind: CalloutKind; readonly isUntitled?: true; readonly blocks: readonly Block[] } {
  const written = context.source.text.slice(mark.from, mark.to)
  const { kind, word } = calloutOf(written)
  const [title, words] = atLineEnd(withoutMark(readInlines(paragraph, context), written.length))
  const lineEnd = context.source.text.indexOf('\n', mark.to)
  const end = lineEnd < 0 ? paragraph.to : Math.min(lineEnd, paragraph.to)
  const strong: Inline = {
    kind: 'strong',
    children: title.length === 0 ? [{ kind: 'text', text: word }] : title,
  }
  const blocks: Block[] = [{ kind: 'paragraph', children: [strong], from: mark.from, to: end }]
  if (words.length > 0)
    blocks.push({
      kind: 'paragraph',
      children: words,
      from: Math.min(end + 1, paragraph.to),
      to: paragraph.to,
    })
  return { kind, ...(title.length === 0 && { isUntitled: true as const }), blocks }
}

function withoutMark(inlines: readonly Inline[], length: number): readonly Inline[] {
  const [first, ...rest] = inlines
  return first?.kind === 'text' ? withText(first.text.slice(length).replace(/^[ \t]+/, ''), rest) : inlines
}

const withText = (text: string, rest: readonly Inline[]): readonly Inline[] =>
  text === '' ? rest : [{ kind: 'text', text }, ...rest]

/** Splits inlines at the end of the first line. */
function atLineEnd(inlines: readonly Inline[]): readonly [readonly Inline[], readonly Inline[]] {
  for (const [index, inline] of inlines.entries()) {
    const [before, after] = [inlines.slice(0, index), inlines.slice(index + 1)]
    if (inline.kind === 'break') return [before, after]
    const at = inline.kind === 'text' ? inline.text.indexOf('\n') : -1
    if (inline.kind !== 'text' || at < 0) continue
    const title = inline.text.slice(0, at).trimEnd()
    return [
      title === '' ? before : [...before, { kind: 'text', text: title }],
      withText(inline.text.slice(at + 1), after),
    ]
  }
  return [inlines, []]
}
