import type { EditorState, Range } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import { calloutMark, calloutOf, type CalloutKind } from '../../../shared/markdown/grammar/callouts'
import type { SyntaxNode } from '../markdown/syntax'
import { PlainWidget } from '../view/plain-widget'

const lines = new Map<CalloutKind, Decoration>()

/** The style of the lines of a quotation that is a callout. */
export function calloutLine(state: EditorState, quote: SyntaxNode): Decoration | undefined {
  const mark = calloutMark(quote)
  if (mark === undefined) return undefined
  const { kind } = calloutOf(state.sliceDoc(mark.from, mark.to))
  const line = lines.get(kind) ?? Decoration.line({ class: `cm-quote cm-callout cm-callout-${kind}` })
  lines.set(kind, line)
  return line
}

const faint = Decoration.mark({ class: 'cm-mark' })
const hidden = Decoration.replace({})
const title = Decoration.mark({ class: 'cm-callout-title' })

/** The first line of a callout: its title, or a word in place of its mark. */
export function calloutTitle(
  state: EditorState,
  mark: SyntaxNode,
  isShown: boolean,
  ranges: Range<Decoration>[],
): void {
  const quote = mark.parent?.parent
  if (quote?.name !== 'Blockquote' || calloutMark(quote)?.from !== mark.from) return
  const { from } = mark
  const line = state.doc.lineAt(from)
  const words = line.text.slice(mark.to - line.from)
  // A widget that replaces the whole line has its own style.
  if (isShown || words.trim() !== '') ranges.push(title.range(from, line.to))
  if (isShown) ranges.push(faint.range(from, mark.to))
  else if (words.trim() === '') {
    const widget = new PlainWidget('cm-callout-title', {
      words: calloutOf(state.sliceDoc(from, mark.to)).word,
      isText: true,
    })
    ranges.push(Decoration.replace({ widget }).range(from, mark.to))
  } else ranges.push(hidden.range(from, mark.to + words.length - words.trimStart().length))
}

export const calloutStyle = EditorView.baseTheme({
  '.cm-line.cm-quote.cm-callout': {
    '--voice': 'var(--soft)',
    borderInlineStartColor: 'var(--voice)',
    color: 'inherit',
    fontStyle: 'normal',
  },
  '.cm-line.cm-callout-note': { '--voice': 'var(--accent) !important' },
  '.cm-line.cm-callout-tip': { '--voice': 'var(--add) !important' },
  '.cm-line.cm-callout-important': { '--voice': 'var(--violet) !important' },
  '.cm-line.cm-callout-warning': { '--voice': 'var(--theirs) !important' },
  '.cm-line.cm-callout-caution': { '--voice': 'var(--del) !important' },
  '.cm-callout-title': { color: 'var(--voice)', fontWeight: '680' },
})
