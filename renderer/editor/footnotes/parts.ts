import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { footnoteKey } from '../../../shared/markdown/tree/references'
import { askAround, type SyntaxNode } from '../markdown/syntax'

/** A reference to a footnote, or the label of its definition; the range is that of the label inside the brackets. */
export interface FootnotePart extends Span {
  readonly label: string
  /** The whole definition, if this is its label. */
  readonly definition?: Span
}

/** The maximum time to wait for parsing; most texts are parsed by the time a command comes. */
const PARSE_MS = 3_000

/**
 * All references and definitions in the order of the text; undefined if the text is not parsed within `mostMs`
 * milliseconds.
 */
export function footnoteParts(state: EditorState, mostMs = PARSE_MS): readonly FootnotePart[] | undefined {
  // The tree of the state itself may still be incomplete.
  const tree = ensureSyntaxTree(state, state.doc.length, mostMs)
  if (tree === null) return undefined
  const parts: FootnotePart[] = []
  tree.iterate({
    enter(ref) {
      const { name, from, to } = ref
      if (!NAMES.has(name)) return
      // Reading this before would build the node of every mark in the text.
      const parent = name === 'FootnoteLabel' ? ref.node.parent : null
      const span = { from: from + 2, to: to - (parent === null ? 1 : 2) }
      const part = { ...span, label: state.sliceDoc(span.from, span.to) }
      parts.push(parent === null ? part : { ...part, definition: { from: parent.from, to: parent.to } })
    },
  })
  return parts
}

const NAMES: ReadonlySet<string> = new Set(['FootnoteReference', 'FootnoteLabel'])

/**
 * References without a definition and definitions without a reference; of several definitions with one label only the
 * first counts. Empty if the text is not parsed within `mostMs` milliseconds.
 */
export function orphanFootnotes(state: EditorState, mostMs: number): readonly FootnotePart[] {
  const parts = footnoteParts(state, mostMs) ?? []
  const referred = new Set<string>()
  for (const { label, definition } of parts) if (definition === undefined) referred.add(footnoteKey(label))
  const defined = new Set<string>()
  const isReached = parts.map(({ label, definition }) => {
    const key = footnoteKey(label)
    if (definition === undefined || defined.has(key)) return false
    defined.add(key)
    return referred.has(key)
  })
  return parts.filter(({ label, definition }, at) =>
    definition === undefined ? !defined.has(footnoteKey(label)) : !isReached[at],
  )
}

/** The reference or label at a position of the text. */
export const footnoteAt = (state: EditorState, place: number): SyntaxNode | undefined => {
  const ask = (node: SyntaxNode) => (NAMES.has(node.name) ? node : null)
  return askAround(state, place, 1, ask) ?? askAround(state, place, -1, ask) ?? undefined
}
