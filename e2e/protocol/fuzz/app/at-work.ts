/** The requests that main has not finished, whether or not their answers still have a receiver. */
export interface AtWork {
  during<T>(what: string, work: Promise<T>): Promise<T>
  list(): readonly string[]
}

export function createAtWork(): AtWork {
  const open = new Set<{ readonly what: string }>()
  return {
    async during(what, work) {
      const one = { what }
      open.add(one)
      try {
        return await work
      } finally {
        open.delete(one)
      }
    },
    list: () => [...open].map(({ what }) => what),
  }
}
