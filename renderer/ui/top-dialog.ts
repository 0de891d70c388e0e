import { useSyncExternalStore } from 'react'

/** The modal dialogs that are open, the one on top last. */
const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** A modal dialog is open now, over all others; the function returned says that it is no more. */
export function enterTop(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  changed()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    changed()
  }
}

/** The dialog that alone can be seen and pressed whole; `undefined`: the window itself. */
export const topDialog = (): HTMLDialogElement | undefined => open.at(-1)

/** The same, for a component that follows it. */
export const useTopDialog = (): HTMLDialogElement | undefined => useSyncExternalStore(onTopDialog, topDialog)

/** How the dialog on top is called in a sentence, in quotation marks; `undefined`: none is open. */
export function topDialogName(): string | undefined {
  const label = topDialog()?.getAttribute('aria-label')
  return label == null ? undefined : `“${label.replaceAll('“', '‘').replaceAll('”', '’')}”`
}

/** Calls the listener when a dialog opens or closes. Returns what ends that. */
export function onTopDialog(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}
