import type { EditorView } from '@codemirror/view'
import { loadedPart, partReady } from '../view/loaded-part'

const drawer = loadedPart(() => import('./draw-formula'))
const waiting = new WeakSet<EditorView>()

/** Formulas that were drawn, so that those that scroll into view again, or stand beside a key, take no time. */
const drawn = new Map<string, Element | 'broken'>()
const DRAWN_MAX = 500

/** Whether formulas can be drawn; else what draws them is loaded, and the view hears of it. */
export const canDraw = (view: EditorView): boolean => drawer(view) !== undefined

/** Formulas may take so long at once; a text may hold hundreds that are hard to draw. */
const TURN_MS = 24
let spentMs = 0

/**
 * The formula, not to be changed; `broken`: its TeX cannot be drawn; `later`: others have taken their time, and the view
 * hears of it when it is its turn.
 */
export function formulaOf(view: EditorView, tex: string, isBlock: boolean): Element | 'broken' | 'later' {
  const key = (isBlock ? '$$' : '$') + tex
  const known = drawn.get(key)
  if (known !== undefined) return known
  if (spentMs > TURN_MS) {
    tellLater(view)
    return 'later'
  }
  if (spentMs === 0) setTimeout(() => (spentMs = 0))
  const start = performance.now()
  const formula = drawer(view)?.drawFormula(tex, isBlock) ?? 'broken'
  spentMs += performance.now() - start
  drawn.set(key, formula)
  for (const oldest of drawn.keys()) {
    if (drawn.size <= DRAWN_MAX) break
    drawn.delete(oldest)
  }
  return formula
}

function tellLater(view: EditorView): void {
  if (waiting.has(view)) return
  waiting.add(view)
  setTimeout(() => {
    waiting.delete(view)
    if (view.dom.isConnected) view.dispatch({ effects: partReady.of(null) })
  }, TURN_MS)
}
