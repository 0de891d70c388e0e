import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { savedSearch, SAVED_SEARCHES_MOST, type SavedSearch } from '../../shared/ipc-saved-searches'
import { AppError, problem } from '../../shared/problem'
import { writeWhole } from '../write-whole'

/**
 * The saved searches of one connection: words and filters, never what was found. Kept beside the connection's library
 * and not in it, as the service knows nothing of them and a library may be built anew.
 */
export interface SavedSearches {
  list(): readonly SavedSearch[]
  /** Durable when it returns; throws an AppError where there are too many. */
  create(search: Omit<SavedSearch, 'id'>): { readonly id: string }
  change(search: SavedSearch): void
  delete(id: string): void
  restore(id: string): void
}

export interface SavedSearchesParts {
  /** The connection's, which is there. */
  readonly folder: string
  readonly newUuid: () => string
  readonly onChange: (all: readonly SavedSearch[]) => void
  /** A sentence for the writer where some could not be read. */
  readonly onTrouble: (sentence: string) => void
}

const FILE = 'saved-searches.json'
const ASIDE = 'saved-searches.damaged.json'

/** Each search is read by itself: one that is damaged takes no other with it, and the file is set aside as it was. */
export function openSavedSearches({
  folder,
  newUuid,
  onChange,
  onTrouble,
}: SavedSearchesParts): SavedSearches {
  const file = path.join(folder, FILE)
  let current = read()
  const deleted = new Map<string, { readonly search: SavedSearch; readonly at: number }>()

  function read(): readonly SavedSearch[] {
    let text: string
    try {
      text = fs.readFileSync(file, 'utf8')
    } catch {
      return []
    }
    const { searches, lost } = searchesIn(text)
    if (lost) {
      try {
        writeWhole(path.join(folder, ASIDE), text)
        writeWhole(file, textOf(searches))
      } catch {
        // Said all the same; the damaged file stays where it is.
      }
      onTrouble(`Some saved searches could not be read. The file with them is kept as ${ASIDE}.`)
    }
    return searches
  }

  function keep(next: readonly SavedSearch[]): void {
    writeWhole(file, textOf(next))
    current = next
    onChange(current)
  }

  function placeOf(id: string): number {
    const at = current.findIndex((one) => one.id === id)
    if (at < 0) throw new AppError(problem('not-found-here', 'This search is not saved any more.'))
    return at
  }

  return {
    list: () => current,
    create(search) {
      if (current.length >= SAVED_SEARCHES_MOST)
        throw new AppError(
          problem('not-allowed', `${SAVED_SEARCHES_MOST} searches are saved. Delete one first.`),
        )
      const id = newUuid()
      keep([...current, { ...search, id }])
      return { id }
    },
    change: (search) => keep(current.with(placeOf(search.id), search)),
    delete(id) {
      const at = placeOf(id)
      deleted.set(id, { search: current[at]!, at })
      keep(current.toSpliced(at, 1))
    },
    restore(id) {
      const gone = deleted.get(id)
      if (gone === undefined) throw new AppError(problem('not-found-here', 'This can no longer be undone.'))
      deleted.delete(id)
      keep(current.toSpliced(gone.at, 0, gone.search))
    },
  }
}

const textOf = (searches: readonly SavedSearch[]) => JSON.stringify({ searches }, null, 2) + '\n'

function searchesIn(text: string): { readonly searches: readonly SavedSearch[]; readonly lost: boolean } {
  let entries: readonly unknown[]
  try {
    entries = z.object({ searches: z.array(z.unknown()) }).parse(JSON.parse(text)).searches
  } catch {
    return { searches: [], lost: true }
  }
  const byId = new Map<string, SavedSearch>()
  for (const entry of entries.slice(0, SAVED_SEARCHES_MOST)) {
    const one = savedSearch.safeParse(entry)
    if (one.success && !byId.has(one.data.id)) byId.set(one.data.id, one.data)
  }
  return { searches: [...byId.values()], lost: byId.size < entries.length }
}
