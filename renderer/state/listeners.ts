/** A set of listeners that are notified until they unsubscribe. */
interface Listeners {
  tell(): void
  /** Returns a function that unsubscribes. */
  listen(listener: () => void): () => void
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    tell: () => listeners.forEach((listener) => listener()),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
