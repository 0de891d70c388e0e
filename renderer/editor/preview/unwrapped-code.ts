import { syntaxTree } from '@codemirror/language'
import { EditorSelection, Prec, type Range, type RangeSet } from '@codemirror/state'
import { BlockWrapper, EditorView, keymap, ViewPlugin, type Command, type ViewUpdate } from '@codemirror/view'
import { walkSyntax } from '../markdown/syntax'

/**
 * A block with a longer line is wrapped all the same, because the editor renders such a line in parts as wide as the
 * text.
 */
const LINE_MAX = 2_000

const scroller = BlockWrapper.create({ tagName: 'div', attributes: { class: 'cm-code-scroller' } })
const none = BlockWrapper.set([])

/** Code blocks whose lines do not wrap; a block wider than the text scrolls as a whole. */
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
        // Updates the rendered selection, which would otherwise stay where it was measured.
        scroll: (_event, view) => {
          if (!view.state.selection.main.empty) view.dispatch({ selection: view.state.selection })
        },
      },
    },
  ),
  // The editor scrolls only its ancestors.
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
    // Marks of folds stand in the margins of the text.
    '.cm-scroller': { overflowX: 'clip', marginInline: '-30px', paddingInline: '30px' },
    '.cm-content': { minWidth: '0' },
    '.cm-code-scroller': {
      display: 'grid',
      // All lines have the width of the widest.
      gridTemplateColumns: 'minmax(max-content, 1fr)',
      overflowX: 'auto',
      scrollbarWidth: 'thin',
    },
    '.cm-code-scroller > .cm-line': { whiteSpace: 'pre' },
    '.cm-code-scroller > .cm-line.cm-code-begin:has(.cm-code-tools)': { paddingInlineEnd: '8px' },
    '.cm-code-scroller .cm-code-tools': { position: 'sticky', float: 'inline-end', marginTop: '-2px' },
  }),
]

/** Goes to the end of the line: for a wrapped line, CodeMirror would go to the edge of the screen. */
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

/** The visible block that contains a position of the text. */
function blockAt(view: EditorView, place: number): Element | null {
  const { node } = view.domAtPos(place)
  return (node instanceof Element ? node : node.parentElement)?.closest('.cm-code-scroller') ?? null
}

/** The distance kept between the caret and the edge, in px. */
const MARGIN = 24

/** Returns a function that scrolls a position into view within its block, if necessary. */
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
