import { syntaxTree } from '@codemirror/language'
import { StateEffect, type EditorState, type StateEffectType } from '@codemirror/state'
import {
  BlockWrapper,
  Decoration,
  EditorView,
  ViewPlugin,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view'
import { drawsDiagrams } from '../diagrams/diagram-marks'
import { enterFields } from '../front-matter/field-marks'
import { partReady } from '../view/loaded-part'
import { FORMULAS, previewOf, type PreviewDecorations, type Revealed } from './preview-decorations'
import { tableAt } from '../tables/table-model'
import { openCell } from '../tables/cell-spans'
import { isDrawable } from './table-view'
import type { Span } from '../../../shared/text/span'
import { askAround, DrawnTo, type SyntaxNode } from '../markdown/syntax'

/** A caret that has not moved for this long is resting. Repeated keys arrive faster. */
const REST_MS = 100

/**
 * Live preview: marks are faint on the line where the caret rests and hidden elsewhere, headings have their size, lists
 * their indentation. Only the visible part is examined, and no byte is changed. While the caret moves by keyboard no
 * line changes its appearance, so that no line moves under the writer.
 */
export const livePreview = ViewPlugin.define((view) => new Preview(view), {
  decorations: (preview) => preview.drawn.marks,
  provide: (plugin) => [
    EditorView.outerDecorations.of((view) => view.plugin(plugin)?.drawn.cells ?? Decoration.none),
    EditorView.bidiIsolatedRanges.of((view) => view.plugin(plugin)?.drawn.isolated ?? Decoration.none),
    EditorView.blockWrappers.of((view) => view.plugin(plugin)?.drawn.tables ?? noTables),
    EditorView.atomicRanges.of((view) => view.plugin(plugin)?.drawn.atoms ?? Decoration.none),
  ],
  eventHandlers: {
    // Updates the rendered selection, which would otherwise stay where it was measured.
    scroll: (_event, view) => {
      if (!view.state.selection.main.empty) view.dispatch({ selection: view.state.selection })
    },
    pointerdown(event, view) {
      if (event.button === 0) this.press(view)
    },
    // A key directly after releasing the button applies to the text as it is rendered then.
    keydown(_event, view) {
      this.endRelease(view)
    },
  },
})

const noTables = BlockWrapper.set([])

class Preview implements PluginValue {
  drawn: PreviewDecorations
  /**
   * The line of the cursor does not change while a mouse button is down, so that the text does not move under the
   * pointer.
   */
  private pressed = false
  private revealed: Revealed
  private resting: ReturnType<typeof setTimeout> | undefined
  /** Set after the button was released, while the editor's own handler may still set the selection. */
  private releasing: ReturnType<typeof setTimeout> | undefined
  private readonly drawnTo: DrawnTo

  constructor(view: EditorView) {
    this.drawnTo = new DrawnTo(view)
    this.revealed = revealedAt(view)
    this.drawn = previewOf(view, this.revealed)
  }

  update(update: ViewUpdate): void {
    const isReleased = hasEffect(update, pointerReleased)
    const isResting = hasEffect(update, caretRests)
    const isEntering = hasEffect(update, enterFields)
    const isOnItsWay = update.selectionSet && !update.docChanged && !this.pressed && !isReleased
    if (isOnItsWay) this.waitForRest(update.view)
    if (this.drawnTo.isAheadOfParse(update)) {
      const { marks, cells, isolated, tables, atoms } = this.drawn
      const { changes } = update
      const moved = (places: ReadonlySet<number>) => new Set([...places].map((at) => changes.mapPos(at)))
      const { lines, formulas, cells: open } = this.revealed
      this.revealed = {
        lines: moved(lines),
        formulas: moved(formulas),
        cells: open.map(({ from, to }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) })),
      }
      this.drawn = {
        marks: marks.map(changes),
        cells: cells.map(changes),
        isolated: isolated.map(changes),
        tables: tables.map(changes),
        atoms: atoms.map(changes),
      }
      return
    }
    if (
      update.docChanged ||
      update.viewportChanged ||
      update.focusChanged ||
      isReleased ||
      isResting ||
      isOnItsWay ||
      hasEffect(update, partReady) ||
      isEntering ||
      drawsDiagrams(update.startState) !== drawsDiagrams(update.state) ||
      syntaxTree(update.startState) !== syntaxTree(update.state)
    ) {
      const isToBeRevealed = update.docChanged || update.focusChanged || isReleased || isResting
      if (isToBeRevealed && (!this.pressed || update.docChanged)) this.revealed = revealedAt(update.view)
      if (isEntering) this.revealed = { lines: new Set(), formulas: new Set(), cells: [] }
      this.drawn = previewOf(update.view, this.revealed)
    }
  }

  destroy(): void {
    clearTimeout(this.resting)
    clearTimeout(this.releasing)
  }

  private waitForRest(view: EditorView): void {
    clearTimeout(this.resting)
    this.resting = setTimeout(() => view.dispatch({ effects: caretRests.of(null) }), REST_MS)
  }

  press(view: EditorView): void {
    this.pressed = true
    const release = () => {
      this.pressed = false
      clearTimeout(this.releasing)
      this.releasing = setTimeout(() => this.endRelease(view))
    }
    view.dom.ownerDocument.addEventListener('pointerup', release, { once: true })
  }

  endRelease(view: EditorView): void {
    if (this.releasing === undefined) return
    clearTimeout(this.releasing)
    this.releasing = undefined
    if (view.dom.isConnected) view.dispatch({ effects: pointerReleased.of(null) })
  }
}

const pointerReleased = StateEffect.define()
const caretRests = StateEffect.define()

const hasEffect = (update: ViewUpdate, type: StateEffectType<unknown>): boolean =>
  update.transactions.some(({ effects }) => effects.some((effect) => effect.is(type)))

/**
 * The lines of the carets, in tables their cells, and the formulas that they touch; none while the editor has no focus.
 * If a selection extends beyond one cell, or is in the delimiter row, the whole table is shown as source.
 */
function revealedAt(view: EditorView): Revealed {
  const lines = new Set<number>()
  const formulas = new Set<number>()
  const cells: Span[] = []
  const { doc, selection } = view.state
  for (const { head, anchor, empty } of selection.ranges) {
    // A search selects its match, which must be visible.
    if (!view.hasFocus && empty) continue
    for (const place of [head, anchor])
      for (const side of [-1, 1] as const) {
        const formula = formulaAt(view.state, place, side)
        if (formula !== null && (empty || isWithin(formula, place))) formulas.add(formula.from)
      }
    if (!view.hasFocus) continue
    const table = tableAt(view.state, head)
    const cell = table !== null && isDrawable(table) ? openCell(table, doc, head) : undefined
    if (cell !== undefined && cell.from <= anchor && anchor <= cell.to) {
      cells.push(cell)
      continue
    }
    lines.add(doc.lineAt(head).from)
    for (let at = table?.from ?? 0; at <= (table?.to ?? -1); at = doc.lineAt(at).to + 1)
      lines.add(doc.lineAt(at).from)
  }
  return { lines, formulas, cells }
}

const isWithin = ({ from, to }: Span, place: number): boolean => from < place && place < to

const formulaAt = (state: EditorState, place: number, side: -1 | 1): SyntaxNode | null =>
  askAround(state, place, side, (node) => (FORMULAS.has(node.name) ? node : null))
