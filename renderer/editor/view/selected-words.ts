import { StateEffect, type EditorState, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, ViewPlugin, type Command, type ViewUpdate } from '@codemirror/view'
import { formatsOn, type Format } from '../markdown/formats'
import { selectedImage } from '../markdown/images'
import { SELECT_CELL } from '../tables/table-cells'
import { tableAt } from '../tables/table-model'

/** The area from the top of the first selected line to the bottom of the last, with its sides, in px of the window. */
export interface SelectedArea {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
  /** The table that contains all of it, as far as it is rendered; the lines are whole rows then. */
  readonly table?: { readonly top: number; readonly bottom: number }
}

/** The words that the writer has selected, once the selection has settled. */
export interface SelectedWords {
  /** Whether the writer asked for the selection bar by key. */
  readonly isAsked: boolean
  /** The formats that all of them have. */
  readonly formats: ReadonlySet<Format>
  /** Their present area; undefined if none of them is rendered. */
  area(): SelectedArea | undefined
  /** Calls `moved` after each rendering that may have moved them; returns a function that stops this. */
  watch(moved: () => void): () => void
  /** Scrolls so that there is this much room below the last of them, in px. */
  makeRoom(height: number): void
}

/** The pause after which a selection by keyboard counts as settled. */
const REST_MS = 300

const asked = StateEffect.define()

/** Whether nothing that can be formatted is selected. */
const areNoWords = (state: EditorState): boolean =>
  state.readOnly || state.selection.ranges.every(({ empty }) => empty) || selectedImage(state) !== undefined

/** Reports the selection at once; false if there is none. */
export const askSelected: Command = (view) => {
  if (areNoWords(view.state)) return false
  view.dispatch({ effects: asked.of(null) })
  return true
}

/**
 * Reports words that the writer selects: by mouse when the button is released, by keyboard after a pause. Undefined if
 * there are none, or if a search or a command selected them.
 */
export const selectedWords = (tell: (words: SelectedWords | undefined) => void): Extension =>
  ViewPlugin.define((view) => new SelectionWatch(view, tell), {
    eventHandlers: {
      mousedown({ button }) {
        if (button === 0) this.press()
      },
      keydown({ key }) {
        if (key === 'Escape') this.hide()
      },
    },
  })

class SelectionWatch {
  private isTold = false
  private isPressed = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private moved: (() => void) | undefined
  private readonly up = () => {
    this.isPressed = false
    if (this.timer !== undefined) this.rest(false)
  }

  constructor(
    private readonly view: EditorView,
    private readonly tell: (words: SelectedWords | undefined) => void,
  ) {
    window.addEventListener('mouseup', this.up)
  }

  update(update: ViewUpdate): void {
    const { transactions, docChanged, startState, state, view } = update
    if (this.moved && (update.geometryChanged || update.viewportChanged))
      view.requestMeasure({ key: this, read: () => this.moved?.() })
    const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(asked)))
    if (isAsked) return this.rest(true)
    // The preview sets the same selection again to update the rendering after lines have moved.
    if (!docChanged && state.selection.eq(startState.selection)) return
    const isNothing = areNoWords(state)
    // A format applied by the bar itself leaves the words selected.
    if (!isNothing && this.isTold && transactions.some(isFormatting)) return this.rest(false)
    this.hide()
    if (isNothing || view.compositionStarted || !transactions.some(isChoice)) return
    this.timer = setTimeout(() => {
      if (!this.isPressed) this.rest(false)
    }, REST_MS)
  }

  press(): void {
    this.isPressed = true
    this.hide()
  }

  hide(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.isTold) return
    this.isTold = false
    this.tell(undefined)
  }

  destroy(): void {
    clearTimeout(this.timer)
    window.removeEventListener('mouseup', this.up)
  }

  private rest(isAsked: boolean): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.isTold = true
    const { view } = this
    this.tell({
      isAsked,
      formats: formatsOn(view.state),
      area: () => areaOf(view),
      watch: (moved) => {
        this.moved = moved
        return () => {
          if (this.moved === moved) this.moved = undefined
        }
      },
      makeRoom(height) {
        const { to } = view.state.selection.main
        view.dispatch({ effects: EditorView.scrollIntoView(to, { y: 'end', yMargin: height }) })
      },
    })
  }
}

/** Whether the writer selected the words on purpose: Tab selects a cell for typing, not for formatting. */
const isChoice = (transaction: Transaction): boolean =>
  transaction.isUserEvent('select') &&
  !transaction.isUserEvent('select.search') &&
  !transaction.isUserEvent(SELECT_CELL)

const isFormatting = (transaction: Transaction): boolean => transaction.isUserEvent('input.format')

function areaOf(view: EditorView): SelectedArea | undefined {
  const { ranges } = view.state.selection
  const [from, to] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? 0]
  const { viewport } = view
  if (to < viewport.from || from > viewport.to) return undefined
  const [first, last] = [Math.max(from, viewport.from), Math.min(to, viewport.to)]
  const drawn = document.createRange()
  const [start, end] = [view.domAtPos(first), view.domAtPos(last)]
  drawn.setStart(start.node, start.offset)
  drawn.setEnd(end.node, end.offset)
  const { top, bottom, left, right } = drawn.getBoundingClientRect()
  // Line ends and hidden marks have no area, and images are higher than their line.
  const ends = [view.coordsAtPos(first, 1), view.coordsAtPos(last, -1)].filter((rect) => rect !== null)
  const all = top === bottom ? ends : [{ top, bottom, left, right }, ...ends]
  if (all.length === 0) return undefined
  const [table, lastTable] = [tableAt(view.state, first), tableAt(view.state, last)]
  const rows = [table && lineOf(start.node), lastTable && lineOf(end.node)]
  const lines = [...all, ...rows.map((row) => row ?? [])].flat()
  const isInTable = table !== null && table.from === lastTable?.from
  return {
    top: Math.min(...lines.map((rect) => rect.top)),
    bottom: Math.max(...lines.map((rect) => rect.bottom)),
    left: Math.min(...all.map((rect) => rect.left)),
    right: Math.max(...all.map((rect) => rect.right)),
    ...(isInTable && {
      table: linesOf(view, Math.max(table.from, viewport.from), Math.min(table.to, viewport.to)),
    }),
  }
}

/** The rendered lines of a table, which is shown as source if more than a cell is selected. */
function linesOf(view: EditorView, from: number, to: number) {
  const [top, bottom] = [from, to].map((place) => lineOf(view.domAtPos(place).node))
  return { top: top?.top ?? 0, bottom: bottom?.bottom ?? 0 }
}

const lineOf = (node: Node): DOMRect | undefined =>
  elementOf(node).closest('.cm-line')?.getBoundingClientRect()

const elementOf = (node: Node): Element =>
  node instanceof Element ? node : (node.parentElement ?? document.body)
