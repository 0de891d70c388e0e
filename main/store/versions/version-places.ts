import type { DocumentId } from '../../../shared/terms'
import type { Database } from '../database'

/** The positions of versions in their document's history: a smaller one is newer. */
interface VersionPlaces {
  /**
   * Assigns positions to versions that follow each other, newest first, and follow `after`; known versions keep their
   * positions. Must run within a transaction.
   */
  placesFor(documentId: DocumentId, versionIds: readonly string[], after?: string): readonly number[]
}

/** The gap left for versions that are found between two known ones. */
const GAP = 2 ** 20

export function createVersionPlaces(database: Database): VersionPlaces {
  const one = database.prepare('SELECT place FROM versions WHERE document_id = ? AND version_id = ?')
  const previous = database.prepare(
    'SELECT max(place) AS place FROM versions WHERE document_id = ? AND place < ?',
  )
  const next = database.prepare(
    'SELECT min(place) AS place FROM versions WHERE document_id = ? AND place > ?',
  )
  const all = database.prepare(
    'SELECT version_id FROM versions WHERE document_id = ? ORDER BY place, version_id',
  )
  const move = database.prepare('UPDATE versions SET place = ? WHERE document_id = ? AND version_id = ?')
  const placeOf = (row: unknown) => (row as { place: number | null } | undefined)?.place ?? undefined

  function spread(documentId: DocumentId): void {
    const rows = all.all(documentId) as { version_id: string }[]
    rows.forEach(({ version_id }, index) => move.run(index * GAP, documentId, version_id))
  }

  function tried(
    documentId: DocumentId,
    versionIds: readonly string[],
    after: string | undefined,
  ): readonly number[] | undefined {
    const placeThere = (id: string) => placeOf(one.get(documentId, id))
    const known = versionIds.map(placeThere)
    const places: number[] = []
    for (let from = 0; from < versionIds.length;) {
      if (known[from] !== undefined) {
        places.push(known[from++]!)
        continue
      }
      let to = from
      while (to < versionIds.length && known[to] === undefined) to++
      const count = to - from
      let low = from > 0 ? places[from - 1] : after === undefined ? undefined : placeThere(after)
      let high = known[to]
      if (low !== undefined) high = placeOf(next.get(documentId, low))
      else if (high !== undefined) low = placeOf(previous.get(documentId, high))
      else high = placeOf(next.get(documentId, Number.MIN_SAFE_INTEGER))
      const first = low ?? (high === undefined ? -GAP : high - (count + 1) * GAP)
      const step = high === undefined ? GAP : Math.floor((high - first) / (count + 1))
      if (step < 1) return undefined
      for (let index = 1; index <= count; index++) places.push(first + index * step)
      from = to
    }
    return places
  }

  return {
    placesFor(documentId, versionIds, after) {
      const places = tried(documentId, versionIds, after)
      if (places) return places
      spread(documentId)
      return tried(documentId, versionIds, after) ?? versionIds.map((_, index) => index)
    },
  }
}
