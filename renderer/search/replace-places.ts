import type { ReplaceDocument, ReplaceHit } from '../../shared/ipc/ipc-replace'

/** A unique key for a place in the library. */
export const placeKey = (documentId: string, { from }: ReplaceHit) => `${documentId} ${from}`

/** The documents with the places to replace, without those that were left out. */
export function chosenPlaces(
  documents: readonly ReplaceDocument[],
  leftOut: ReadonlySet<string>,
): readonly Pick<ReplaceDocument, 'documentId' | 'hits'>[] {
  return documents.flatMap(({ documentId, hits }) => {
    const kept = hits.filter((hit) => !leftOut.has(placeKey(documentId, hit)))
    return kept.length === 0 ? [] : [{ documentId, hits: kept }]
  })
}

/** The request to the main process, with only the necessary data of each place. */
export const toReplace = (documents: readonly Pick<ReplaceDocument, 'documentId' | 'hits'>[]) =>
  documents.map(({ documentId, hits }) => ({
    documentId,
    hits: hits.map(({ from, to, found, replacement }) => ({ from, to, found, replacement })),
  }))

/** The places left out after these places of a document are included or excluded. */
export function withChoice(
  leftOut: ReadonlySet<string>,
  { documentId }: ReplaceDocument,
  hits: readonly ReplaceHit[],
  isChosen: boolean,
): ReadonlySet<string> {
  const next = new Set(leftOut)
  for (const hit of hits)
    if (isChosen) next.delete(placeKey(documentId, hit))
    else next.add(placeKey(documentId, hit))
  return next
}

export const countPlaces = (documents: readonly Pick<ReplaceDocument, 'hits'>[]): number =>
  documents.reduce((sum, { hits }) => sum + hits.length, 0)

/** The first places, at most `max` of them, grouped by document. */
export function firstPlaces(
  documents: readonly ReplaceDocument[],
  max: number,
): readonly { readonly document: ReplaceDocument; readonly shown: readonly ReplaceHit[] }[] {
  let room = max
  return documents.flatMap((document) => {
    const shown = document.hits.slice(0, room)
    room -= shown.length
    return shown.length === 0 ? [] : [{ document, shown }]
  })
}

type Replaced = readonly Pick<ReplaceDocument, 'documentId' | 'hits'>[]

/** The places within text that was just inserted: replacing these without a question would double the words. */
export function placesWithin(replaced: Replaced, documents: readonly ReplaceDocument[]): ReadonlySet<string> {
  const spans = new Map(replaced.map(({ documentId, hits }) => [documentId, spansAfter(hits)]))
  const within = new Set<string>()
  for (const { documentId, hits } of documents)
    for (const hit of hits)
      if (spans.get(documentId)?.some(({ from, to }) => hit.from < to && hit.to > from) === true)
        within.add(placeKey(documentId, hit))
  return within
}

/** The ranges of the replacements after all of them are made. */
function spansAfter(hits: readonly ReplaceHit[]) {
  let moved = 0
  return hits
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, replacement }) => {
      const begin = from + moved
      moved += replacement.length - (to - from)
      return { from: begin, to: begin + replacement.length }
    })
}
