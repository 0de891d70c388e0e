import type { SearchHit } from '../../shared/ipc/ipc-search'

type Passage = Pick<SearchHit, 'documentId' | 'chunkId'>

export type ShownPassages = ReturnType<typeof createShownPassages>

/** By window: the passages of its last search, which are the ones that it may fetch (B7). */
export function createShownPassages() {
  const searches = new WeakMap<object, number>()
  const onScreen = new WeakMap<object, ReadonlySet<string>>()

  return {
    /** A window begins a search; what it finds is shown unless another one has begun meanwhile. */
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
