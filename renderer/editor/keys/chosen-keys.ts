import { Compartment, Prec, type Extension } from '@codemirror/state'
import { ViewPlugin, type EditorView } from '@codemirror/view'
import { emacsKeys } from './emacs-keys'
import type { ChosenKeys } from './text-keys'
import { vimSurroundings } from './vim-surroundings'

type Loaded = typeof import('./vim')

let loaded: Loaded | undefined

const slot = new Compartment()

/**
 * Loads Vim's keys when they are first chosen. Keys pressed meanwhile are held: otherwise commands would appear in the
 * text as letters.
 */
const vimWhenLoaded: Extension = [
  slot.of([]),
  Prec.highest(
    ViewPlugin.define(
      (view) => {
        const held: KeyboardEvent[] = []
        let isAlive = true
        let isWaiting = true
        const surroundings = view.state.facet(vimSurroundings)
        import('./vim').then(
          (vim) => {
            loaded = vim
            isWaiting = false
            if (!isAlive) return
            view.dispatch({ effects: slot.reconfigure(vim.vimKeys) })
            for (const press of held.splice(0)) vim.pressHeld(view, press)
          },
          () => {
            isWaiting = false
            if (!isAlive) return
            typeHeld(view, held)
            surroundings.notLoaded()
          },
        )
        return {
          hold(press: KeyboardEvent): boolean {
            const isHeld = isWaiting && press.key.length === 1 && !press.ctrlKey && !press.metaKey
            if (isHeld) held.push(press)
            return isHeld
          },
          destroy() {
            isAlive = false
            if (held.length > 0) surroundings.unplaced(wordsOf(held))
          },
        }
      },
      {
        eventHandlers: {
          keydown(press) {
            return this.hold(press)
          },
        },
      },
    ),
  ),
]

const wordsOf = (held: KeyboardEvent[]) =>
  held
    .splice(0)
    .map(({ key }) => key)
    .join('')

/** Types the held keys as letters. */
function typeHeld(view: EditorView, held: KeyboardEvent[]): void {
  if (held.length === 0 || view.state.readOnly) return
  view.dispatch(view.state.replaceSelection(wordsOf(held)), { userEvent: 'input.type', scrollIntoView: true })
}

/** The extensions for the chosen keys. */
export function chosenKeys(keys: ChosenKeys): Extension {
  if (keys === 'standard') return []
  if (keys === 'emacs') return emacsKeys
  return loaded?.vimKeys ?? vimWhenLoaded
}
