import { EditorView, ViewPlugin, type PluginValue, type ViewUpdate } from '@codemirror/view'
import { ABOUT_COLUMN, ABOUT_ROW, openMenuAt } from '../input/menu-keys'
import { drawSign } from '../view/draw-sign'
import { textButton } from '../view/text-button'
import { rowSlots, wordsOf } from './cell-spans'
import { tableAt } from './table-model'

/** A rendered cell. */
interface DrawnCell {
  readonly row: HTMLElement
  readonly column: number
}

/** Relative to the upper left corner of the text, in px. */
interface Corner {
  readonly left: number
  readonly top: number
}

interface Places {
  readonly row: Corner | undefined
  readonly column: Corner | undefined
}

type Part = 'row' | 'column'

/** Both are smaller than the margin of the text and the gap between two columns. */
const WIDTH = 18
const HEIGHT = 20
/** The distances from the edge of the margin to the handle of a row, and from a cell to the handle of its column. */
const BESIDE_ROW = 3
const BESIDE_CELL = 3

/**
 * Two buttons beside the cell under the pointer, or else the cell of the caret: one in the margin for its row, one
 * after the head of its column. Each opens a menu. They cover no words, and nothing moves when they appear. By
 * keyboard, the menu of the text has the same lines.
 */
export const tableHandles = [ViewPlugin.define((view) => new TableHandles(view)), lookOfHandles()]

class TableHandles implements PluginValue {
  private readonly layer = document.createElement('div')
  private readonly handles: Readonly<Record<Part, HTMLButtonElement>>
  private readonly listening = new AbortController()
  private pointed: DrawnCell | undefined
  private shown: DrawnCell | undefined

  constructor(private readonly view: EditorView) {
    this.handles = {
      row: handleOf('row', 'Row menu', () => this.open('row')),
      column: handleOf('column', 'Column menu', () => this.open('column')),
    }
    this.layer.className = 'cm-table-handles'
    this.layer.append(this.handles.row, this.handles.column)
    view.scrollDOM.append(this.layer)
    const { signal } = this.listening
    view.dom.addEventListener('mousemove', (event) => this.point(event), { passive: true, signal })
    view.dom.addEventListener('mouseleave', () => this.show(undefined), { signal })
    // A wide table scrolls by itself.
    view.scrollDOM.addEventListener('scroll', () => this.measure(), { capture: true, passive: true, signal })
    document.addEventListener('focusin', () => this.measure(), { signal })
  }

  update(update: ViewUpdate): void {
    // During typing, no handle stays where the pointer was left.
    if (update.docChanged) this.pointed = undefined
    if (update.docChanged || update.selectionSet || update.geometryChanged || update.focusChanged)
      this.measure()
  }

  destroy(): void {
    this.listening.abort()
    this.layer.remove()
  }

  private point({ target, buttons, clientX, clientY }: MouseEvent): void {
    if (buttons !== 0 || !(target instanceof Element) || this.layer.contains(target)) return
    this.show(drawnCellAt(target, clientX, clientY))
  }

  private show(pointed: DrawnCell | undefined): void {
    if (pointed?.row === this.pointed?.row && pointed?.column === this.pointed?.column) return
    this.pointed = pointed
    this.measure()
  }

  private measure(): void {
    this.view.requestMeasure({
      key: this,
      read: () => this.places(),
      write: (places) => {
        for (const part of ['row', 'column'] as const) place(this.handles[part], places?.[part])
      },
    })
  }

  private places(): Places | undefined {
    const { view } = this
    const cell = this.pointed?.row.isConnected === true ? this.pointed : cellOfCaret(view)
    this.shown = view.state.readOnly ? undefined : cell
    return this.shown && placesOf(view, this.shown)
  }

  private open(part: Part): void {
    const { view, shown } = this
    if (shown === undefined) return
    const { left, bottom } = this.handles[part].getBoundingClientRect()
    goInto(view, shown, part)
    openMenuAt(view, { x: left, y: bottom + 4 }, part === 'row' ? ABOUT_ROW : ABOUT_COLUMN)
  }
}

function handleOf(part: Part, name: string, open: () => void): HTMLButtonElement {
  const handle = textButton(`cm-table-handle cm-table-handle-${part}`, '', name, open)
  handle.setAttribute('aria-haspopup', 'menu')
  handle.append(drawSign(part === 'row' ? 'M12 5v.01M12 12v.01M12 19v.01' : 'M5 12h.01M12 12h.01M19 12h.01'))
  handle.hidden = true
  return handle
}

function place(handle: HTMLElement, at: Corner | undefined): void {
  handle.hidden = at === undefined
  if (at !== undefined) handle.style.transform = `translate(${at.left}px, ${at.top}px)`
}

const cellsIn = (row: Element): readonly Element[] => [...row.querySelectorAll(':scope > .cm-cell')]

/** The rendered head row; a long table may be rendered without it. */
const headOf = (row: HTMLElement): Element | null | undefined =>
  gridOf(row)?.querySelector('.cm-table-rule')?.previousElementSibling

const gridOf = (row: Element): HTMLElement | null => row.closest('.cm-table-grid')

const runsFromRight = (grid: HTMLElement): boolean => grid.getAttribute('dir') === 'rtl'

/**
 * The cell under the pointer; the gap after a cell belongs to that cell, and the margin before a row to its first cell.
 */
function drawnCellAt(target: Element, x: number, y: number): DrawnCell | undefined {
  const grid = gridOf(target)
  if (grid === null) return undefined
  const row =
    target.closest<HTMLElement>('.cm-table-row') ??
    [...grid.querySelectorAll<HTMLElement>('.cm-table-row')].find((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top <= y && y < bottom
    })
  if (row === undefined) return undefined
  const isBehind = (cell: Element) => {
    const { left, right } = cell.getBoundingClientRect()
    return runsFromRight(grid) ? x <= right : x >= left
  }
  return { row, column: Math.max(0, cellsIn(headOf(row) ?? row).findLastIndex(isBehind)) }
}

/** The cell of a single caret, while the focus is in the text or in a menu opened by it. */
function cellOfCaret(view: EditorView): DrawnCell | undefined {
  const { doc, selection } = view.state
  if (selection.ranges.length > 1 || !(view.hasFocus || isInMenu(document.activeElement))) return undefined
  const { head } = selection.main
  const table = tableAt(view.state, head)
  if (table === null || head < view.viewport.from || head > view.viewport.to) return undefined
  const column = rowSlots(table, doc, head).findIndex(({ reach }) => reach.from <= head && head <= reach.to)
  const row = rowDrawnAt(view, doc.lineAt(head).from)
  return column < 0 || row === undefined ? undefined : { row, column }
}

const isInMenu = (element: Element | null): boolean => element?.closest('[role="menu"]') != null

/** The element of a row; undefined if its table is shown as source. */
function rowDrawnAt(view: EditorView, at: number): HTMLElement | undefined {
  const { node, offset } = view.domAtPos(at, 1)
  const inside = node instanceof Element ? (node.childNodes[offset] ?? node) : node
  const element = inside instanceof Element ? inside : inside.parentElement
  return element?.closest<HTMLElement>('.cm-table-row') ?? undefined
}

function placesOf(view: EditorView, { row, column }: DrawnCell): Places | undefined {
  const grid = gridOf(row)
  if (grid === null) return undefined
  const origin = view.scrollDOM.getBoundingClientRect()
  const text = view.contentDOM.getBoundingClientRect()
  const fromRight = runsFromRight(grid)
  const beside = (edge: number, gap: number, isBefore: boolean) =>
    edge - origin.left + (isBefore ? -gap - WIDTH : gap)
  const topIn = (line: Element) => {
    const { lineHeight } = getComputedStyle(line)
    return line.getBoundingClientRect().top - origin.top + (Number.parseFloat(lineHeight) - HEIGHT) / 2
  }
  const cell = cellsIn(headOf(row) ?? row)[column]?.getBoundingClientRect()
  const frame = grid.getBoundingClientRect()
  const edge = cell && (fromRight ? cell.left : cell.right)
  const isSeen = edge !== undefined && edge > frame.left - 1 && edge < frame.right + 1
  const head = headOf(row)
  return {
    // The mark that folds a list item is in that place.
    row: row.matches('.cm-folds')
      ? undefined
      : { left: beside(fromRight ? text.right : text.left, BESIDE_ROW, !fromRight), top: topIn(row) },
    column: isSeen && head ? { left: beside(edge, BESIDE_CELL, fromRight), top: topIn(head) } : undefined,
  }
}

/** Moves the caret into the row or column of the menu; a caret that is already there stays. */
function goInto(view: EditorView, { row, column }: DrawnCell, part: Part): void {
  const { state } = view
  const at = view.posAtDOM(row)
  const table = tableAt(state, at)
  if (table === null) return
  const caret = state.selection.main.head
  const own = rowSlots(table, state.doc, caret)
  const isInTable = tableAt(state, caret)?.from === table.from
  const columnOfCaret = own.findIndex(({ reach }) => reach.from <= caret && caret <= reach.to)
  const isThere =
    part === 'row'
      ? state.doc.lineAt(caret).from === state.doc.lineAt(at).from
      : isInTable && columnOfCaret === column
  if (isThere) return
  const slots = rowSlots(table, state.doc, at)
  // A row may have fewer cells than its table has columns.
  const slot =
    slots[column] ?? (part === 'row' ? slots.at(-1) : rowSlots(table, state.doc, table.from)[column])
  if (slot !== undefined) view.dispatch({ selection: { anchor: wordsOf(slot).to }, userEvent: 'select' })
}

function lookOfHandles() {
  return EditorView.baseTheme({
    '.cm-table-handles': { position: 'absolute', insetBlockStart: '0', left: '0', width: '0', height: '0' },
    '.cm-table-handle': {
      position: 'absolute',
      left: '0',
      top: '0',
      display: 'grid',
      placeItems: 'center',
      width: `${WIDTH}px`,
      height: `${HEIGHT}px`,
      borderRadius: 'var(--radius)',
      color: 'var(--faint)',
      cursor: 'pointer',
      userSelect: 'none',
    },
    '.cm-table-handle[hidden]': { display: 'none' },
    '.cm-table-handle svg': {
      width: '16px',
      height: '16px',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '2.2',
      strokeLinecap: 'round',
    },
    '.cm-table-handle:hover': { background: 'var(--hover)', color: 'var(--ink)' },
    // Closes the gap between row and handle, so that the handle stays while the pointer moves to it.
    '.cm-table-handle-row::after': { content: '""', position: 'absolute', inset: '-3px' },
    // The ages of paragraphs are shown in the margin.
    '.cm-scroller:has(> .cm-gutters) .cm-table-handle-row': { display: 'none' },
  })
}
