import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { footnoteKey } from '../../../shared/markdown/tree/references'
import { askAround, type SyntaxNode } from '../markdown/syntax'

/** A reference to a footnote, or the label of its definition; the span is that of the label between the brackets. */
export interface FootnotePart extends Span {
  readonly label: string
  /** The whole definition, where this is its label. */
  readonly definition?: Span
}

/** A text is waited for so long; most are parsed by the time a command comes. */
const PARSE_MS = 3_000

/**
 * All references and definitions in the order of the text; undefined where the text is not parsed within `mostMs`
 * milliseconds.
 */
export function footnoteParts(state: EditorState, mostMs = PARSE_MS): readonly FootnotePart[] | undefined {
  // The tree of the state itself may still end before the text does.
  const tree = ensureSyntaxTree(state, state.doc.length, mostMs)
  if (tree === null) return undefined
  const parts: FootnotePart[] = []
  tree.iterate({
    enter(ref) {
      const { name, from, to } = ref
      if (!NAMES.has(name)) return
      // The node of each mark of the text would be built, if it were asked for above.
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
 * References that no definition answers, and definitions that no reference leads to: of several with one label the first
 * counts. None where the text is not parsed within `mostMs` milliseconds.
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

/** The reference or the label at a place of the text. */
export const footnoteAt = (state: EditorState, place: number): SyntaxNode | undefined => {
  const ask = (node: SyntaxNode) => (NAMES.has(node.name) ? node : null)
  return askAround(state, place, 1, ask) ?? askAround(state, place, -1, ask) ?? undefined
}
