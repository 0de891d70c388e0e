import { useEffect, useRef } from 'react'
import { COMMAND_IDS, EDITOR_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import { useSettings } from '../state/queries'
import { isTyped, matchesShortcut } from '../ui/shortcuts'
import { isTextPress } from '../editor/keys/text-keys'
import { runOrSay } from '../commands/use-commands'
import type { CommandState } from '../commands/command-state'
import { topDialogName } from '../ui/top-dialog'

/** Runs the command whose keys are pressed, unless something in the window has handled the key. */
export function useShortcutKeys(commands: Readonly<Record<CommandId, CommandState>>): void {
  const shortcut = useShortcuts()
  const textKeys = useSettings().data?.keys ?? 'standard'
  const latest = useRef({ commands, shortcut, textKeys })
  latest.current = { commands, shortcut, textKeys }
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isTyped(event)) return
      if (isMenuKey(event)) return openMenu(event)
      if (matchesShortcut(event, 'Mod+A')) return chooseAll(event)
      runCommand(event)
    }
    function runCommand(event: KeyboardEvent): void {
      const { commands: now, shortcut: keysOf } = latest.current
      const id = COMMAND_IDS.find((candidate) => {
        const keys = keysOf(candidate)
        return keys !== undefined && !EDITOR_COMMANDS.has(candidate) && matchesShortcut(event, keys)
      })
      if (id === undefined) return
      event.preventDefault()
      runOrSay(now, meantIn(event.target, id))
    }
    /**
     * Runs commands before the focused element sees the key: the editor has programmers' keys of its own, and fields
     * and lists handle Enter and arrows with any modifier. The keys of a command mean the same everywhere.
     */
    function before(event: KeyboardEvent): void {
      if (isTyped(event)) return
      withoutCapsLock(event)
      const { textKeys: chosen } = latest.current
      const text = event.target instanceof Element ? event.target.closest('.cm-content') : null
      if (text !== null && isTextPress(chosen, event, text)) return
      const isHeld = event.ctrlKey || event.metaKey || event.altKey
      if (text !== null) onKeyDown(event)
      // An open dialog handles its keys first.
      else if (topDialogName() === undefined && isHeld && !event.isComposing) runCommand(event)
      if (event.defaultPrevented) event.stopPropagation()
    }
    // Listeners that observe every key are on the document or the window.
    document.addEventListener('keydown', before, true)
    window.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', before, true)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/**
 * Corrects the letter of a key pressed with Caps Lock: Shift makes it lower case then, and CodeMirror and every list
 * would take Ctrl+Shift+Z for Ctrl+Z. All later listeners see the letter as it is without Caps Lock.
 */
function withoutCapsLock(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey } = event
  if (key.length !== 1 || (!ctrlKey && !metaKey)) return
  const letter = shiftKey ? key.toUpperCase() : key.toLowerCase()
  if (letter !== key && letter.length === 1) Object.defineProperty(event, 'key', { value: letter })
}

/** Replaces Chromium's select all, which would mark every label of the window: only a text being read is selected. */
function chooseAll(event: KeyboardEvent): void {
  if (
    !(event.target instanceof HTMLElement) ||
    event.target.closest('input, textarea, [contenteditable], iframe')
  )
    return
  event.preventDefault()
  const read = event.target.closest(READ) ?? event.target.querySelector(READ)
  if (read !== null) getSelection()?.selectAllChildren(read)
}

/** In a text and in its find bar the keys for replacing in the library replace in that text. */
const meantIn = (target: EventTarget | null, id: CommandId): CommandId =>
  id === 'replace-in-library' &&
  target instanceof Element &&
  target.closest('.cm-editor, .cm-panels') !== null
    ? 'replace'
    : id

const READ = 'article, [role="group"][tabindex="0"], [role="region"][tabindex="0"]'

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)

/**
 * Opens the context menu of the focused element, because not every system and Chromium version does so for these keys.
 */
function openMenu(event: KeyboardEvent): void {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return
  const { left, bottom } = focused.getBoundingClientRect()
  const place = { clientX: left + MENU_INSET, clientY: bottom - MENU_INSET, bubbles: true, cancelable: true }
  // An open menu handles the event.
  if (!focused.dispatchEvent(new MouseEvent('contextmenu', place))) event.preventDefault()
}
const MENU_INSET = 8
