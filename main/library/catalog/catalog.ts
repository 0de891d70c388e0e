import { nameInLinks } from '../../../shared/markdown/title-links'
import type { CommandInput, CommandOutput } from '../../../shared/ipc/ipc'
import type { DocumentSummary, Folder, Tag } from '../../../shared/ipc/ipc-records'
import { inGroupOrder, partsOf, type DocumentGroup } from '../../../shared/ipc/document-groups'
import { LOST_AND_FOUND, type FolderId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { Documents } from '../../documents/documents'
import type { ListQuery } from '../../store/lists/list-query'
import type { Replica } from '../../store/lists/replica'
import { isBegun } from '../../search/query'
import { parseQuery } from '../../../shared/text/words/word-query'
import { folded } from './fuzzy'
import { foldersFrom, liveFolders } from '../folders-from'
import type { LibraryItem } from '../items/library-item'
import type { LibraryItems } from '../items/library-items'
import { cachedWhileExpensive } from './cached-while-expensive'
import { createTitles } from './titles'

/** What the sidebar reads; it never waits for a service. */
export interface Catalog {
  library(): CommandOutput<'library.get'>
  documents(input: CommandInput<'documents.list'>): Promise<CommandOutput<'documents.list'>>
  ids(input: CommandInput<'documents.ids'>): Promise<CommandOutput<'documents.ids'>>
  seek(input: CommandInput<'documents.seek'>): Promise<CommandOutput<'documents.seek'>>
  summaries(input: CommandInput<'documents.summaries'>): CommandOutput<'documents.summaries'>
  find(input: CommandInput<'documents.find'>): CommandOutput<'documents.find'>
  missingTitles(input: CommandInput<'documents.missing-titles'>): CommandOutput<'documents.missing-titles'>
}

export interface CatalogParts {
  readonly replica: Replica
  readonly items: LibraryItems
  readonly clock: Clock
  readonly documents: Pick<Documents, 'withoutText' | 'inMemoryOnly'>
  /** The folders that the writer keeps offline. */
  readonly keptOffline: () => readonly FolderId[]
  /** Documents whose title or text hold these words, the best first, at most `limit`. */
  readonly withWords: (words: string, limit: number) => Promise<readonly string[]>
  /** Those of them in which may be searched. */
  readonly searchable: (ids: readonly string[]) => readonly string[]
  /** The counts that were given last are not the present ones any more. */
  readonly onCountsStale: () => void
}

/** Which documents, in which order. */
type ListInput = Omit<CommandInput<'documents.list'>, 'offset' | 'limit'>

/** From when on a document counts as recent. */
export const recentSince = (clock: Clock): string => new Date(clock.now() - RECENT_MS).toISOString()
const RECENT_MS = 14 * 24 * 60 * 60_000
/** A filter that lets more through is said to: nobody reads on so far, and each key would wait for all of them. */
const WITH_WORDS_MAX = 3_000

export function createCatalog(parts: CatalogParts): Catalog {
  const { replica, items, clock } = parts
  // With 50,000 documents counting takes as long as ten keys, and every save asks for it.
  const counts = cachedWhileExpensive({
    work: () => replica.counts(recentSince(clock)),
    clock,
    again: parts.onCountsStale,
  })
  const titles = createTitles()
  let sequence = 0
  let shape: (Shape & { readonly version: number }) | undefined

  const shapeNow = (): Shape => {
    if (shape?.version !== items.version()) shape = { version: items.version(), ...shapeOf(items) }
    return shape
  }

  const takeInTitles = () => {
    for (const row of replica.titlesSince(sequence)) {
      titles.put(row.id, row.title)
      sequence = row.sequence
    }
  }

  /** One more than fit, where there are more. Of a word that is only begun the titles tell; texts where it is one. */
  const withWords = async (words: string): Promise<readonly string[]> => {
    const found = await parts.withWords(words, WITH_WORDS_MAX + 1)
    const [only, ...others] = parseQuery(words, true).terms
    if (only === undefined || others.length > 0 || !isBegun(only)) return found
    takeInTitles()
    const titled = titles.withWordFrom(only.text)
    return [...new Set([...parts.searchable(titled).slice(0, WITH_WORDS_MAX + 1), ...found])]
  }

  const queryOf = <I extends Partial<ListInput>>(input: I, among: readonly string[] | undefined) => {
    const { group: _group, ...asked } = input
    const { folderId, subfolders } = input.filter ?? {}
    const folders =
      subfolders === true && folderId != null ? foldersFrom(shapeNow().folders, folderId) : undefined
    return {
      ...asked,
      filter: input.filter ?? {},
      recentSince: recentSince(clock),
      ...(among && { among }),
      ...(folders && { folders }),
    }
  }

  const groupsOf = (query: Omit<ListQuery, 'offset' | 'limit'>, group: DocumentGroup) =>
    inGroupOrder(replica.groups(query, group), group, {
      folders: shapeNow().folders.map(({ id }) => id),
      descending: query.descending || query.sort === 'title',
    })

  const list = (
    input: Omit<CommandInput<'documents.list'>, 'filter'> & Partial<CommandInput<'documents.list'>>,
    among?: readonly string[],
  ) => {
    const { group } = input
    const query = queryOf(input, among)
    if (group === undefined) {
      const found = replica.list(query)
      return { items: found.items.map(shown), total: found.total }
    }
    const groups = groupsOf(query, group)
    const listed = partsOf(groups, query.offset, query.limit).flatMap(
      ({ key, ...part }) => replica.list({ ...query, ...part, within: { by: group, key } }).items,
    )
    return {
      items: listed.map(shown),
      total: groups.reduce((sum, { count }) => sum + count, 0),
      groups: [...groups],
    }
  }

  /** The documents that the filter's words let through; undefined where it has no words. */
  const amongWords = async ({ filter }: Pick<ListInput, 'filter'>) => {
    const words = filter.text?.trim() ?? ''
    return words === '' ? undefined : withWords(words)
  }

  /** All documents of a list, in its order. */
  const inOrderOf = async (input: ListInput) => {
    const { group } = input
    const query = queryOf(input, (await amongWords(input))?.slice(0, WITH_WORDS_MAX))
    if (group === undefined) return replica.order(query)
    return groupsOf(query, group).flatMap(({ key }) =>
      replica.order({ ...query, within: { by: group, key } }),
    )
  }

  /** What could not be written is shown as it is in memory. */
  const shown = (item: DocumentSummary): DocumentSummary =>
    withLiveTags(parts.documents.inMemoryOnly(item.id) ?? item)

  /** A tag that is gone is not shown, though a document may name it until it is read again. */
  const withLiveTags = <T extends { readonly tagIds: string[] }>(item: T): T => {
    const isLive = (id: string) => items.get('tag', id)?.deleted === false
    return item.tagIds.every(isLive) ? item : { ...item, tagIds: item.tagIds.filter(isLive) }
  }

  return {
    library() {
      const { smart, byFolder, byTag, inNoFolder } = counts()
      const now = shapeNow()
      let lost = 0
      for (const [id, n] of byFolder) if (!items.get('folder', id)) lost += n
      const offline = new Map<string | null, 'chosen' | 'within'>()
      const chosen = new Set(parts.keptOffline())
      // Parents come first.
      for (const { id, parentId } of now.folders)
        if (chosen.has(id)) offline.set(id, 'chosen')
        else if (offline.has(parentId)) offline.set(id, 'within')
      const folders = now.folders.map((folder) => {
        const kept = offline.get(folder.id)
        return { ...folder, documents: byFolder.get(folder.id) ?? 0, ...(kept && { offline: kept }) }
      })
      return {
        folders: now.hasLost || lost > 0 ? [...folders, lostAndFound(lost)] : folders,
        tags: now.tags.map((tag) => ({ ...tag, documents: byTag.get(tag.id) ?? 0 })),
        counts: { ...smart, 'no-folder': inNoFolder },
        withoutText: parts.documents.withoutText(),
      }
    },

    async documents(input) {
      const among = await amongWords(input)
      const answer = list(input, among?.slice(0, WITH_WORDS_MAX))
      return among !== undefined && among.length > WITH_WORDS_MAX ? { ...answer, isMore: true } : answer
    },

    async ids({ offset, limit, ...input }) {
      return (await inOrderOf(input)).slice(offset, offset + limit).map(({ id }) => id)
    },

    async seek({ prefix, from, ...input }) {
      const rows = await inOrderOf(input)
      const wanted = prefix.toLocaleLowerCase()
      for (let step = 0; step < rows.length; step++) {
        const index = (from + step) % rows.length
        if (rows[index]?.title.toLocaleLowerCase().startsWith(wanted) === true) return index
      }
      return null
    },

    summaries({ ids }) {
      const listed = new Map(replica.summaries(ids).map((item) => [item.id, item]))
      return ids.flatMap((id) => {
        const item = parts.documents.inMemoryOnly(id) ?? listed.get(id)
        return item ? [withLiveTags(item)] : []
      })
    },

    find({ query, limit }) {
      if (folded(query).trim() === '')
        return list({ sort: 'updated', descending: true, offset: 0, limit }).items
      takeInTitles()
      // Some of the best may have been deleted since their title moved.
      const ids = titles.best(query, limit * 2 + 20)
      return replica.summaries(ids).slice(0, limit).map(shown)
    },

    missingTitles({ titles: wanted }) {
      takeInTitles()
      const alike = replica.summaries(titles.titled(new Set(wanted.map(folded))))
      const there = new Set(alike.flatMap(({ title }) => [asLinked(title), asLinked(nameInLinks(title))]))
      return wanted.filter((title) => !there.has(asLinked(title)))
    },
  }
}

/** A title as links by title compare it. */
const asLinked = (title: string): string => title.trim().toLowerCase()

const lostAndFound = (documents: number): Folder => ({
  id: LOST_AND_FOUND,
  name: 'Lost and found',
  parentId: null,
  position: Number.MAX_SAFE_INTEGER,
  documents,
})

/** Folders and tags without what is counted. */
interface Shape {
  readonly folders: readonly Omit<Folder, 'documents'>[]
  readonly tags: readonly Omit<Tag, 'documents'>[]
  readonly hasLost: boolean
}

const collator = new Intl.Collator()

/** In the order of the tree. Folders in a circle, or whose parent is not known, lie under "Lost and found". */
function shapeOf(items: LibraryItems): Shape {
  const tags = [...items.all('tag')]
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => collator.compare(a.mine.name, b.mine.name))
    .map((tag) => ({ id: tag.id, name: tag.mine.name }))
  const live = liveFolders(items)
  const children = new Map<string | null, LibraryItem[]>()
  for (const folder of live) {
    const parentId = folder.mine.parentId ?? null
    const siblings = children.get(parentId)
    if (siblings) siblings.push(folder)
    else children.set(parentId, [folder])
  }
  const folders: Omit<Folder, 'documents'>[] = []
  const seen = new Set<string>()
  const add = (top: LibraryItem, parentId: string | null) => {
    const open: (readonly [LibraryItem, string | null])[] = [[top, parentId]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [folder, parent] = next
      if (seen.has(folder.id)) continue
      seen.add(folder.id)
      const { name, position = 0 } = folder.mine
      folders.push({ id: folder.id, name, parentId: parent, position })
      for (const child of [...(children.get(folder.id) ?? [])].reverse()) open.push([child, folder.id])
    }
  }
  for (const folder of children.get(null) ?? []) add(folder, null)
  // What is left hangs from a parent that is not here, or from itself.
  const isOrphan = ({ mine }: LibraryItem) => items.get('folder', mine.parentId ?? '')?.deleted !== false
  const left = live.filter(({ id }) => !seen.has(id))
  for (const folder of [...left.filter(isOrphan), ...left])
    if (!seen.has(folder.id)) add(folder, LOST_AND_FOUND)
  return { folders, tags, hasLost: left.length > 0 }
}
