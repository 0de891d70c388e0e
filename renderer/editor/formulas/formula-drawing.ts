import type { EditorView } from '@codemirror/view'
import { loadedPart, partReady } from '../view/loaded-part'

const drawer = loadedPart(() => import('./draw-formula'))
const waiting = new WeakSet<EditorView>()

/** A cache of rendered formulas, so that those that scroll back into view, or are near a key, take no time. */
const drawn = new Map<string, Element | 'broken'>()
const DRAWN_MAX = 500

/** Whether formulas can be rendered; otherwise the renderer is loaded, and the view is notified. */
export const canDraw = (view: EditorView): boolean => drawer(view) !== undefined

/** The time spent on formulas at a time; a text may contain hundreds of slow ones. */
const TURN_MS = 24
let spentMs = 0

/**
 * The rendered formula, which must not be changed. `broken`: its TeX is invalid; `later`: the time is used up, and the
 * view is notified when it is this formula's turn.
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
