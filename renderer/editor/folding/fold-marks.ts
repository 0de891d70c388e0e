import { foldedRanges } from '@codemirror/language'
import { RangeSetBuilder, type Line } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet, type Rect } from '@codemirror/view'
import { headingIn, headingWords } from '../../../shared/markdown/headings'
import { counted } from '../../../shared/text/counted'
import { textButton } from '../view/text-button'
import { foldKindAt, type FoldKind } from './foldable'
import { foldsAt, toggleFoldAt } from './folds'
import { onScreen } from '../view/on-screen'
import { wordsEnd } from '../view/words-end'

/** The maximum length of a heading in the name of its mark. */
const NAME_MAX = 60

/**
 * A button in the margin beside each heading and list item that can be folded; visible under the pointer, and while
 * folded.
 */
class FoldMark extends WidgetType {
  constructor(
    private readonly name: string,
    private readonly isOpen: boolean,
  ) {
    super()
  }

  override eq(other: FoldMark): boolean {
    return other.name === this.name && other.isOpen === this.isOpen
  }

  toDOM(view: EditorView): HTMLElement {
    const mark = textButton('cm-fold-mark', '', `${this.isOpen ? 'Fold' : 'Unfold'} ${this.name}`, () =>
      toggleFoldAt(view, view.posAtDOM(mark)),
    )
    mark.setAttribute('aria-expanded', String(this.isOpen))
    return mark
  }

  override coordsAt(mark: HTMLElement): Rect | null {
    return wordsEnd(mark)
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** The placeholder for folded lines. */
export const placeholderOf = (lines: number, unfold: (event: Event) => void): HTMLElement =>
  textButton('cm-folded', '···', `Unfold ${counted(lines, 'line')}`, unfold)

const foldLine = Decoration.line({ class: 'cm-folds' })

function nameOf(kind: FoldKind, line: Line): string {
  const heading = headingIn(line.text)
  const words =
    kind === 'section' && heading !== undefined ? headingWords(heading.text.slice(0, NAME_MAX)) : ''
  return words === '' ? kind : `${kind} “${words}”`
}

function marksOf(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view
  const marks = new RangeSetBuilder<Decoration>()
  let done = -1
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      at = line.to + 1
      // A line that ends off screen, and one whose beginning is folded, have no mark.
      if (line.from <= done || line.from < from || line.to > to) continue
      done = line.from
      const kind = foldKindAt(state, line)
      if (kind === undefined) continue
      const isOpen = !foldsAt(state, line.to).some((fold) => fold.from === line.to)
      marks.add(line.from, line.from, foldLine)
      marks.add(
        line.to,
        line.to,
        Decoration.widget({ widget: new FoldMark(nameOf(kind, line), isOpen), side: 1 }),
      )
    }
  return marks.finish()
}

export const foldMarks = [
  onScreen({
    draw: marksOf,
    isStale: ({ startState, state }) => foldedRanges(startState) !== foldedRanges(state),
    byTree: true,
  }),
  EditorView.baseTheme({
    '.cm-line.cm-folds': { position: 'relative' },
    // The mark makes no line longer or taller.
    '.cm-fold-mark': {
      position: 'absolute',
      insetInlineStart: '-21px',
      width: '18px',
      height: '1lh',
      textIndent: '0',
      opacity: '0',
      cursor: 'pointer',
      userSelect: 'none',
    },
    '.cm-fold-mark::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '6px',
      top: 'calc(50% - 4px)',
      width: '5px',
      height: '5px',
      border: 'solid var(--faint)',
      borderWidth: '0 1.5px 1.5px 0',
      transform: 'rotate(45deg)',
    },
    '.cm-fold-mark[aria-expanded="false"]::before': { transform: 'rotate(-45deg)' },
    '.cm-line.cm-folds:hover > .cm-fold-mark, .cm-fold-mark[aria-expanded="false"]': { opacity: '1' },
    '.cm-fold-mark:hover::before': { borderColor: 'var(--ink)' },
    '.cm-folded': {
      marginInlineStart: '0.5em',
      padding: '0 6px',
      borderRadius: 'var(--radius)',
      background: 'var(--hover)',
      font: '600 13px/18px var(--sans)',
      textIndent: '0',
      color: 'var(--faint)',
      verticalAlign: 'middle',
      cursor: 'pointer',
      userSelect: 'none',
    },
    '.cm-folded:hover': { color: 'var(--ink)' },
  }),
]
