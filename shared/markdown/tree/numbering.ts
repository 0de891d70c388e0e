import { anchorOf } from '../headings'

/** Numbers footnotes in the order of their first reference, and counts the references to each. */
export function createCounts() {
  const numbers = new Map<string, { readonly number: number; occurrence: number }>()
  return {
    /** A reference to the footnote of a key. */
    refer(key: string): { readonly number: number; readonly occurrence: number } {
      const known = numbers.get(key) ?? { number: numbers.size + 1, occurrence: 0 }
      known.occurrence++
      numbers.set(key, known)
      return { ...known }
    },
    /** The keys in the order of their numbers, with those that are referred to while they are walked. */
    keys: (): Iterable<string> => numbers.keys(),
    counts: (): readonly number[] => Array.from(numbers.values(), ({ occurrence }) => occurrence),
  }
}

/** Ids of headings: that of their words, and where another heading has that, a number behind it. */
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
