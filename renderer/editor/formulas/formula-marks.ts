import type { EditorState, Range } from '@codemirror/state'
import { Decoration, WidgetType, type EditorView } from '@codemirror/view'
import type { SyntaxNode } from '../markdown/syntax'
import { PlainWidget } from '../view/plain-widget'
import { canDraw, formulaOf } from './formula-drawing'

/** A block with more lines is shown as source. */
const LINES_MAX = 200

/** Whether a formula replaces its source, or is shown beside the source while that is edited. */
type Place = 'alone' | 'beside'

class Formula extends WidgetType {
  constructor(
    readonly tex: string,
    /** The number of source lines of a block. */
    private readonly lines: number | undefined,
    private readonly place: Place,
  ) {
    super()
  }

  override eq(other: Formula): boolean {
    return other.tex === this.tex && other.lines === this.lines && other.place === this.place
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span')
    this.fill(frame, view)
    return frame
  }

  override updateDOM(frame: HTMLElement, view: EditorView, from?: WidgetType): boolean {
    if (!(from instanceof Formula) || (from.lines === undefined) !== (this.lines === undefined)) return false
    this.fill(frame, view)
    return true
  }

  /** A click belongs to the text. */
  override ignoreEvent(): boolean {
    return false
  }

  private fill(frame: HTMLElement, view: EditorView): void {
    const isBlock = this.lines !== undefined
    frame.className = isBlock ? 'cm-formula-block' : 'cm-formula'
    frame.dataset['place'] = this.place
    if (isBlock) frame.style.setProperty('--lines', String(this.lines))
    const formula = formulaOf(view, this.tex, isBlock)
    if (typeof formula !== 'string') frame.replaceChildren(formula.cloneNode(true))
    if (isBlock && this.place === 'beside') makeRoom(view, frame)
  }
}

/** Moves the formula below a source that is as wide as the text. */
function makeRoom(view: EditorView, frame: HTMLElement): void {
  view.requestMeasure({
    key: frame,
    read() {
      const own = frame.firstElementChild?.getBoundingClientRect()
      const line = frame.closest('.cm-line')
      if (own === undefined || line === null) return false
      const range = document.createRange()
      let [start, end] = [Infinity, -Infinity]
      let count = Number(frame.style.getPropertyValue('--lines'))
      for (let at: Element | null = line; at !== null && count > 0; at = at.previousElementSibling, count--) {
        range.selectNodeContents(at)
        if (at === line) range.setEndBefore(frame)
        for (const { left, right, width } of range.getClientRects())
          if (width > 0) [start, end] = [Math.min(start, left), Math.max(end, right)]
      }
      return end - start + own.width + GAP > line.clientWidth
    },
    write(isFull) {
      frame.toggleAttribute('data-below', isFull)
    },
  })
}

/** The gap between a source and the formula beside it, in px. */
const GAP = 24

const hidden = Decoration.replace({})
const source = Decoration.mark({ class: 'cm-formula-source' })
const sentence = Decoration.widget({
  widget: new PlainWidget('cm-formula-why', { words: 'This formula cannot be drawn.', isText: true }),
  side: 1,
})

/** Whether the cursor passes over the decoration in one step. */
export const isFormula = (value: Decoration): boolean =>
  value === hidden || (value.spec.widget instanceof Formula && value.spec.widget.place === 'alone')

/**
 * Renders `$…$` or `$$…$$`. If the cursor rests in it (`isOpen`), the formula is shown beside its source. A block
 * always takes the space that both its source and its formula need, so that no line below it moves. Returns false if
 * only the source is shown, with everything in it.
 */
export function formulaMarks(
  view: EditorView,
  node: SyntaxNode,
  isOpen: boolean,
  ranges: Range<Decoration>[],
): boolean {
  const { state } = view
  const isBlock = node.name === 'MathBlock'
  const first = state.doc.lineAt(node.from)
  const last = state.doc.lineAt(node.to)
  const lines = last.number - first.number + 1
  if (!isBlock) ranges.push(source.range(node.from, node.to))
  if (lines > LINES_MAX || !canDraw(view)) return false
  const tex = texOf(state, node)
  if (tex === '') return false
  const formula = formulaOf(view, tex, isBlock)
  if (typeof formula === 'string') {
    if (formula === 'broken' && !isOpen) ranges.push(sentence.range(node.to))
    return false
  }
  const widget = new Formula(tex, isBlock ? lines : undefined, isOpen ? 'beside' : 'alone')
  if (isOpen) {
    ranges.push(Decoration.widget({ widget, side: 1 }).range(node.to))
    return false
  }
  if (!isBlock) {
    ranges[ranges.length - 1] = Decoration.replace({ widget }).range(node.from, node.to)
    return true
  }
  for (let at = node.from; at <= node.to;) {
    const { to } = state.doc.lineAt(at)
    if (to > at) ranges.push(hidden.range(at, to))
    at = to + 1
  }
  ranges.push(Decoration.widget({ widget, side: 1 }).range(node.to))
  return true
}

/** The TeX between the signs, without the marks of a surrounding quotation. */
function texOf(state: EditorState, node: SyntaxNode): string {
  const marks = node.getChildren('MathMark')
  const [from, to] = [marks[0]?.to ?? node.from, marks.at(-1)?.from ?? node.to]
  let text = ''
  let done = from
  for (const mark of node.getChildren('QuoteMark')) {
    if (mark.from < done || mark.to > to) continue
    text += state.sliceDoc(done, mark.from)
    done = mark.to
  }
  return (text + state.sliceDoc(done, Math.max(done, to))).trim()
}
