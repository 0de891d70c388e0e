/** A writer whose last letter is not older than this is in the middle of a sentence. */
export const WRITING_MS = 1_500
const LOOK_MS = 100

/**
 * Watches the fields and texts of the window.
 *
 * @returns waits until no hand writes in one of them, from which nothing may be taken meanwhile
 */
export function watchWriting(): () => Promise<void> {
  let field: EventTarget | null = null
  let atMs = -Infinity
  window.addEventListener(
    'input',
    ({ target }) => {
      field = target
      atMs = performance.now()
    },
    { capture: true },
  )
  const isWriting = () => field === document.activeElement && performance.now() - atMs < WRITING_MS
  return async () => {
    while (isWriting()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
