/** A writer whose last letter is more recent than this is considered to be in the middle of a sentence. */
export const TYPING_MS = 1_500
const LOOK_MS = 100

/**
 * Watches the fields and texts of the window.
 *
 * @returns a function that waits until nobody is typing in any of them, so that none is replaced during typing
 */
export function watchTyping(): () => Promise<void> {
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
  const isTyping = () => field === document.activeElement && performance.now() - atMs < TYPING_MS
  return async () => {
    while (isTyping()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
