import type { CommandInput, CommandOutput } from '../../shared/ipc'
import type { Folder, Tag } from '../../shared/ipc-records'
import type { Clock } from '../clock'
import { LOST_AND_FOUND, type Replica } from '../store/replica'
import { folded, fuzzyScore } from './fuzzy'
import { inOrder } from './organise'
import { isPending, type Place } from './place'
import type { Places } from './places'

/** What the sidebar reads; it never waits for a service. */
export interface Catalog {
  library(): CommandOutput<'library.get'>
  documents(input: CommandInput<'documents.list'>): CommandOutput<'documents.list'>
  find(input: CommandInput<'documents.find'>): CommandOutput<'documents.find'>
}

export interface CatalogParts {
  readonly replica: Replica
  readonly places: Places
  readonly clock: Clock
  /** Documents whose title or text hold these words, the best first, at most `limit`. */
  readonly withWords: (words: string, limit: number) => readonly string[]
}

/** From when on a document counts as recent. */
export const recentSince = (clock: Clock): string => new Date(clock.now() - RECENT_MS).toISOString()
const RECENT_MS = 14 * 24 * 60 * 60_000
const WITH_WORDS_MAX = 10_000

export function createCatalog({ replica, places, clock, withWords }: CatalogParts): Catalog {
  const titles = new Map<string, string>()
  let sequence = 0

  const takeInTitles = () => {
    for (const row of replica.titlesSince(sequence)) {
      titles.delete(row.id)
      titles.set(row.id, folded(row.title))
      sequence = row.sequence
    }
  }

  const list = (
    input: Omit<CommandInput<'documents.list'>, 'filter'> & Partial<CommandInput<'documents.list'>>,
  ) => {
    const filter = input.filter ?? {}
    const words = filter.text?.trim() ?? ''
    const found = replica.list({
      ...input,
      filter,
      recentSince: recentSince(clock),
      ...(words !== '' && { among: withWords(words, WITH_WORDS_MAX) }),
    })
    return { items: found.items.map(withLiveTags), total: found.total }
  }

  /** A tag that is gone is not shown, though a document may name it until it is read again. */
  const withLiveTags = <T extends { readonly tagIds: string[] }>(item: T): T => {
    const isLive = (id: string) => places.get('tag', id)?.deleted === false
    return item.tagIds.every(isLive) ? item : { ...item, tagIds: item.tagIds.filter(isLive) }
  }

  return {
    library() {
      const { smart, byFolder, byTag, inNoFolder, lost } = replica.counts(recentSince(clock))
      const { folders, hasLost } = foldersOf(places, byFolder)
      const tags: Tag[] = [...places.all('tag')]
        .filter(({ deleted }) => !deleted)
        .sort((a, b) => a.mine.name.localeCompare(b.mine.name))
        .map((tag) => ({
          id: tag.id,
          name: tag.mine.name,
          documents: byTag.get(tag.id) ?? 0,
          waiting: isPending(tag),
        }))
      return {
        folders: hasLost || lost > 0 ? [...folders, lostAndFound(lost)] : folders,
        tags,
        counts: { ...smart, 'no-folder': inNoFolder },
      }
    },

    documents: list,

    find({ query, limit }) {
      const wanted = folded(query.trim())
      if (wanted === '') return list({ sort: 'updated', descending: true, offset: 0, limit }).items
      takeInTitles()
      const scored: { readonly id: string; readonly score: number; readonly recent: number }[] = []
      let recent = 0
      for (const [id, title] of titles) {
        const score = fuzzyScore(title, wanted)
        recent++
        if (score > 0) scored.push({ id, score, recent })
      }
      scored.sort((a, b) => b.score - a.score || b.recent - a.recent)
      // Some of them may have been deleted since their title moved.
      const items = replica.summaries(scored.slice(0, limit * 2 + 20).map(({ id }) => id))
      return items.slice(0, limit).map(withLiveTags)
    },
  }
}

const lostAndFound = (documents: number): Folder => ({
  id: LOST_AND_FOUND,
  name: 'Lost and found',
  parentId: null,
  position: Number.MAX_SAFE_INTEGER,
  documents,
  waiting: false,
})

/** In the order of the tree. Folders in a circle, or whose parent is not known, lie under "Lost and found". */
function foldersOf(
  places: Places,
  documents: ReadonlyMap<string, number>,
): { readonly folders: Folder[]; readonly hasLost: boolean } {
  const live = [...places.all('folder')].filter(({ deleted }) => !deleted).sort(inOrder)
  const children = new Map<string | null, Place[]>()
  for (const folder of live) {
    const parentId = folder.mine.parentId ?? null
    const siblings = children.get(parentId)
    if (siblings) siblings.push(folder)
    else children.set(parentId, [folder])
  }
  const folders: Folder[] = []
  const seen = new Set<string>()
  const add = (top: Place, parentId: string | null) => {
    const open: (readonly [Place, string | null])[] = [[top, parentId]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [folder, parent] = next
      if (seen.has(folder.id)) continue
      seen.add(folder.id)
      folders.push({
        id: folder.id,
        name: folder.mine.name,
        parentId: parent,
        position: folder.mine.position ?? 0,
        documents: documents.get(folder.id) ?? 0,
        waiting: isPending(folder),
      })
      for (const child of [...(children.get(folder.id) ?? [])].reverse()) open.push([child, folder.id])
    }
  }
  for (const folder of children.get(null) ?? []) add(folder, null)
  // What is left hangs from a parent that is not here, or from itself.
  const isOrphan = ({ mine }: Place) => places.get('folder', mine.parentId ?? '')?.deleted !== false
  const left = live.filter(({ id }) => !seen.has(id))
  for (const folder of [...left.filter(isOrphan), ...left])
    if (!seen.has(folder.id)) add(folder, LOST_AND_FOUND)
  return { folders, hasLost: left.length > 0 }
}
