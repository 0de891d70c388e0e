import { syntaxTree } from '@codemirror/language'
import { EditorSelection, Prec, type Range, type RangeSet } from '@codemirror/state'
import { BlockWrapper, EditorView, keymap, ViewPlugin, type Command, type ViewUpdate } from '@codemirror/view'
import { walkSyntax } from '../markdown/syntax'

/** A block with a longer line wraps all the same: the editor draws such a line by parts, as wide as the text. */
const LINE_MAX = 2_000

const scroller = BlockWrapper.create({ tagName: 'div', attributes: { class: 'cm-code-scroller' } })
const none = BlockWrapper.set([])

/** Blocks of code whose lines do not wrap; a block that is wider than the text scrolls in itself, as a whole. */
export const unwrappedCode = [
  ViewPlugin.fromClass(
    class {
      blocks: RangeSet<BlockWrapper>
      constructor(view: EditorView) {
        this.blocks = blocksOf(view)
      }
      update({ docChanged, viewportChanged, startState, state, view }: ViewUpdate): void {
        if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
          this.blocks = blocksOf(view)
      }
    },
    {
      provide: (plugin) => EditorView.blockWrappers.of((view) => view.plugin(plugin)?.blocks ?? none),
      eventHandlers: {
        // Selected words are drawn where they were measured.
        scroll: (_event, view) => {
          if (!view.state.selection.main.empty) view.dispatch({ selection: view.state.selection })
        },
      },
    },
  ),
  // The editor scrolls only what is around it.
  EditorView.scrollHandler.of((view, { head }) => {
    view.requestMeasure({ key: scroller, read: () => scrolledTo(view, head), write: (scroll) => scroll?.() })
    return false
  }),
  Prec.high(
    keymap.of([
      { key: 'End', run: toEdge(true), shift: toEdge(true, true) },
      { key: 'Home', run: toEdge(false), shift: toEdge(false, true) },
    ]),
  ),
  EditorView.theme({
    // Long numbers of items reach out into the margin.
    // Long numbers of items, and marks of folds, stand in the margins of the text.
    '.cm-scroller': { overflowX: 'clip', marginInline: '-30px', paddingInline: '30px' },
    '.cm-content': { minWidth: '0' },
    '.cm-code-scroller': {
      display: 'grid',
      // All lines are as wide as the widest.
      gridTemplateColumns: 'minmax(max-content, 1fr)',
      overflowX: 'auto',
      scrollbarWidth: 'thin',
    },
    '.cm-code-scroller > .cm-line': { whiteSpace: 'pre' },
    '.cm-code-scroller > .cm-line.cm-code-begin:has(.cm-code-tools)': { paddingInlineEnd: '8px' },
    '.cm-code-scroller .cm-code-tools': { position: 'sticky', float: 'inline-end', marginTop: '-2px' },
  }),
]

/** To the end of the line: what CodeMirror takes for the end of one that wraps is the edge of the screen. */
function toEdge(isEnd: boolean, extend = false): Command {
  return (view) => {
    const { ranges, mainIndex } = view.state.selection
    if (!ranges.every(({ head }) => blockAt(view, head))) return false
    const next = ranges.map((range) => {
      const { head, assoc } = view.moveToLineBoundary(range, isEnd, false)
      return extend ? EditorSelection.range(range.anchor, head) : EditorSelection.cursor(head, assoc)
    })
    const selection = EditorSelection.create(next, mainIndex)
    view.dispatch({ selection, scrollIntoView: true, userEvent: 'select' })
    return true
  }
}

/** The block on screen that a place of the text is in. */
function blockAt(view: EditorView, place: number): Element | null {
  const { node } = view.domAtPos(place)
  return (node instanceof Element ? node : node.parentElement)?.closest('.cm-code-scroller') ?? null
}

/** Kept between the caret and the edge, in px. */
const MARGIN = 24

/** What brings a place of a block into its sight. */
function scrolledTo(view: EditorView, place: number): (() => void) | undefined {
  const block = blockAt(view, place)
  const caret = block && view.coordsAtPos(place)
  if (!caret) return undefined
  const { left, right } = block.getBoundingClientRect()
  const by = Math.max(0, caret.right + MARGIN - right) - Math.max(0, left + MARGIN - caret.left)
  return () => void (block.scrollLeft += by)
}

function blocksOf(view: EditorView): RangeSet<BlockWrapper> {
  const { state } = view
  const blocks: Range<BlockWrapper>[] = []
  for (const visible of view.visibleRanges)
    walkSyntax(state, visible.from, visible.to, ({ name, from, to }) => {
      if (name !== 'FencedCode' && name !== 'CodeBlock') return
      const begin = state.doc.lineAt(Math.max(from, visible.from)).from
      const end = state.doc.lineAt(Math.min(to, visible.to)).to
      if (begin < (blocks.at(-1)?.to ?? 0)) return false
      const text = state.doc.iterLines(state.doc.lineAt(begin).number, state.doc.lineAt(end).number + 1)
      for (const line of text) if (line.length > LINE_MAX) return false
      blocks.push(scroller.range(begin, end))
      return false
    })
  return BlockWrapper.set(blocks)
}
