import type { SearchHit } from '../../shared/ipc/ipc-search'

type Passage = Pick<SearchHit, 'documentId' | 'chunkId'>

export type ShownPassages = ReturnType<typeof createShownPassages>

/** The passages of each window's last search, which are the only ones it may fetch (B7). */
export function createShownPassages() {
  const searches = new WeakMap<object, number>()
  const onScreen = new WeakMap<object, ReadonlySet<string>>()

  return {
    /** Begins a search of a window; its results are stored unless another search has begun meanwhile. */
    begin(asker: object): (hits: readonly Passage[]) => void {
      const number = (searches.get(asker) ?? 0) + 1
      searches.set(asker, number)
      onScreen.delete(asker)
      return (hits) => {
        if (searches.get(asker) === number) onScreen.set(asker, new Set(hits.map(nameOf)))
      }
    },
    has: (asker: object, passage: Passage) => onScreen.get(asker)?.has(nameOf(passage)) === true,
  }
}

const nameOf = ({ documentId, chunkId }: Passage) => JSON.stringify([documentId, chunkId])
