import { closeToast, showToastInPlace } from '../toasts'

let said: number | undefined

/** Puts the text on the clipboard and says so. Answers whether it is there. */
export const copyText = (text: string, words = 'Copied'): Promise<boolean> =>
  copyBy(() => navigator.clipboard.writeText(text), words)

/** Has something put on the clipboard and says so, or that it was not taken. Answers whether it is there. */
export async function copyBy(write: () => Promise<void>, words: string): Promise<boolean> {
  const isTaken = await write().then(
    () => true,
    () => false,
  )
  said = showToastInPlace(isTaken ? words : 'The clipboard did not take it.')
  return isTaken
}

/** What was copied is no longer on screen: neither is what was said about that. */
export function dropCopied(): void {
  if (said !== undefined) closeToast(said)
}
