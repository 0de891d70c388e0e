import { closeToast, showToastInPlace } from '../toasts'

let said: number | undefined

/** Copies the text to the clipboard and says so. Resolves to whether it was copied. */
export const copyText = (text: string, words = 'Copied'): Promise<boolean> =>
  copyBy(() => navigator.clipboard.writeText(text), words)

/** Runs `write`, which puts something on the clipboard, and says whether that worked. Resolves to whether it did. */
export async function copyBy(write: () => Promise<void>, words: string): Promise<boolean> {
  const isTaken = await write().then(
    () => true,
    () => false,
  )
  said = showToastInPlace(isTaken ? words : 'The clipboard did not take it.')
  return isTaken
}

/** Closes the toast about the last copy, because the copied text is no longer on screen. */
export function dropCopied(): void {
  if (said !== undefined) closeToast(said)
}
