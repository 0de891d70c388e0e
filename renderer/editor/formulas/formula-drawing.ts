import { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

type Draw = (tex: string, isBlock: boolean) => Element | undefined

let draw: Draw | undefined
let loading: Promise<void> | undefined
const waiting = new WeakSet<EditorView>()

/** What draws formulas has come. */
export const formulasReady = StateEffect.define()

/** Formulas that were drawn, so that those that scroll into view again, or stand beside a key, take no time. */
const drawn = new Map<string, Element | 'broken'>()
const DRAWN_MAX = 500

/** Whether formulas can be drawn; else what draws them is loaded, and the view hears of it. */
export function canDraw(view: EditorView): boolean {
  if (draw !== undefined) return true
  if (waiting.has(view)) return false
  waiting.add(view)
  loading ??= import('./draw-formula').then(({ drawFormula }) => void (draw = drawFormula))
  loading.then(
    () => {
      waiting.delete(view)
      if (view.dom.isConnected) view.dispatch({ effects: formulasReady.of(null) })
    },
    // Formulas stand as they are written then.
    () => {
      loading = undefined
    },
  )
  return false
}

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
  const formula = draw?.(tex, isBlock) ?? 'broken'
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
    if (view.dom.isConnected) view.dispatch({ effects: formulasReady.of(null) })
  }, TURN_MS)
}
