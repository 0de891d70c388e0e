/** Those who are told of something until they end that. */
interface Listeners {
  tell(): void
  /** Returns the function that ends it. */
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
