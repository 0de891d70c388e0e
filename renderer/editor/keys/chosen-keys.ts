import { Compartment, Prec, type Extension } from '@codemirror/state'
import { ViewPlugin } from '@codemirror/view'
import { emacsKeys } from './emacs-keys'

/** Whose keys a text has. */
export type ChosenKeys = 'standard' | 'emacs' | 'vim'

type Loaded = typeof import('./vim')

let loaded: Loaded | undefined

const slot = new Compartment()

/**
 * The keys of vim, loaded when they are first chosen. What is pressed until they are there waits for them: a command would
 * stand in the text as letters.
 */
const vimWhenLoaded: Extension = [
  slot.of([]),
  Prec.highest(
    ViewPlugin.define(
      (view) => {
        const held: KeyboardEvent[] = []
        let isAlive = true
        let isWaiting = true
        import('./vim').then(
          (vim) => {
            loaded = vim
            isWaiting = false
            if (!isAlive) return
            view.dispatch({ effects: slot.reconfigure(vim.vimKeys) })
            for (const press of held.splice(0)) vim.pressHeld(view, press)
          },
          // The text has the usual keys then.
          () => (isWaiting = false),
        )
        return {
          hold(press: KeyboardEvent): boolean {
            const isHeld = isWaiting && press.key.length === 1 && !press.ctrlKey && !press.metaKey
            if (isHeld) held.push(press)
            return isHeld
          },
          destroy: () => void (isAlive = false),
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

/** Brings an editor to the keys that were chosen. */
export function chosenKeys(keys: ChosenKeys): Extension {
  if (keys === 'standard') return []
  if (keys === 'emacs') return emacsKeys
  return loaded?.vimKeys ?? vimWhenLoaded
}
