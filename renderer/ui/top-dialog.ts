import { useSyncExternalStore } from 'react'

/** The open modal dialogs, the topmost last. */
const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Registers a modal dialog as the topmost one; the returned function removes it. */
export function enterTop(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  changed()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    changed()
  }
}

/** The topmost dialog, the only one that can be used; `undefined` if no dialog is open. */
export const topDialog = (): HTMLDialogElement | undefined => open.at(-1)

/** Like `topDialog`, as a hook. */
export const useTopDialog = (): HTMLDialogElement | undefined => useSyncExternalStore(onTopDialog, topDialog)

/** The name of the topmost dialog for a sentence, in quotation marks; `undefined` if no dialog is open. */
export function topDialogName(): string | undefined {
  const label = topDialog()?.getAttribute('aria-label')
  return label == null ? undefined : `“${label.replaceAll('“', '‘').replaceAll('”', '’')}”`
}

/** Calls the listener when a dialog opens or closes. Returns a function that stops this. */
export function onTopDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}
