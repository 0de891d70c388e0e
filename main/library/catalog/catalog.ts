import { nameInLinks } from '../../../shared/markdown/title-links'
import type { CommandInput, CommandOutput } from '../../../shared/ipc/ipc'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import { inGroupOrder, partsOf, type DocumentGroup } from '../../../shared/ipc/document-groups'
import type { Documents } from '../../documents/documents'
import type { ListQuery } from '../../store/lists/list-query'
import { isBegun } from '../../search/query'
import { parseQuery } from '../../../shared/text/words/word-query'
import { folded } from './fuzzy'
import { foldersFrom } from '../folders-from'
import { createTitles } from './titles'
import { createTree, recentSince, type TreeParts } from './tree'

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

interface CatalogParts extends TreeParts {
  readonly documents: Pick<Documents, 'withoutText' | 'inMemoryOnly' | 'deletedInMemoryOnly'>
  /** Documents whose title or text hold these words, the best first, at most `limit`. */
  readonly withWords: (words: string, limit: number) => Promise<readonly string[]>
  /** Those of them in which may be searched. */
  readonly searchable: (ids: readonly string[]) => readonly string[]
}

type ListInput = Omit<CommandInput<'documents.list'>, 'offset' | 'limit'>

/** Above this many matches a list is cut and marked as incomplete: each key would wait for all of them. */
const WITH_WORDS_MAX = 3_000

export function createCatalog(parts: CatalogParts): Catalog {
  const { replica, items, clock } = parts
  const tree = createTree(parts)
  const titles = createTitles()
  let sequence = 0
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
    const gone = parts.documents.deletedInMemoryOnly()
    const folders =
      subfolders === true && folderId != null ? foldersFrom(tree.folders(), folderId) : undefined
    return {
      ...asked,
      filter: input.filter ?? {},
      recentSince: recentSince(clock),
      ...(among && { among }),
      ...(gone.length > 0 && { without: gone }),
      ...(folders && { folders }),
    }
  }

  const groupsOf = (query: Omit<ListQuery, 'offset' | 'limit'>, group: DocumentGroup) =>
    inGroupOrder(replica.groups(query, group), group, {
      folders: tree.folders().map(({ id }) => id),
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

  const inOrderOf = async (input: ListInput) => {
    const { group } = input
    const query = queryOf(input, (await amongWords(input))?.slice(0, WITH_WORDS_MAX))
    if (group === undefined) return replica.order(query)
    return groupsOf(query, group).flatMap(({ key }) =>
      replica.order({ ...query, within: { by: group, key } }),
    )
  }

  /** Of those of the disk; what is deleted in memory only is not among them. */
  const summariesOf = (ids: readonly string[]): readonly DocumentSummary[] => {
    const gone = new Set(parts.documents.deletedInMemoryOnly())
    return replica.summaries(gone.size === 0 ? ids : ids.filter((id) => !gone.has(id)))
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
    library: tree.contents,

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
      const listed = new Map(summariesOf(ids).map((item) => [item.id, item]))
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
      return summariesOf(ids).slice(0, limit).map(shown)
    },

    missingTitles({ titles: wanted }) {
      takeInTitles()
      const alike = summariesOf(titles.titled(new Set(wanted.map(folded))))
      const there = new Set(alike.flatMap(({ title }) => [asLinked(title), asLinked(nameInLinks(title))]))
      return wanted.filter((title) => !there.has(asLinked(title)))
    },
  }
}

/** A title as links by title compare it. */
const asLinked = (title: string): string => title.trim().toLowerCase()
