import { anchorOf } from '../headings'

/** Numbers footnotes in the order of their first reference, and counts the references to each. */
export function createCounts() {
  const numbers = new Map<string, { readonly number: number; occurrence: number }>()
  return {
    /** Counts a reference to the footnote with this key. */
    refer(key: string): { readonly number: number; readonly occurrence: number } {
      const known = numbers.get(key) ?? { number: numbers.size + 1, occurrence: 0 }
      known.occurrence++
      numbers.set(key, known)
      return { ...known }
    },
    /** The keys in the order of their numbers, including those referenced during the iteration. */
    keys: (): Iterable<string> => numbers.keys(),
    counts: (): readonly number[] => Array.from(numbers.values(), ({ occurrence }) => occurrence),
  }
}

/**
 * Returns a function that gives ids of headings: that of their words, with a number added where another heading has the
 * same.
 */
export function createIds(): (words: string) => string {
  const used = new Set<string>()
  const next = new Map<string, number>()
  return (words) => {
    const name = anchorOf(words) || 'section'
    let id = name
    while (used.has(id)) {
      const number = next.get(name) ?? 1
      next.set(name, number + 1)
      id = `${name}-${number}`
    }
    used.add(id)
    return id
  }
}
