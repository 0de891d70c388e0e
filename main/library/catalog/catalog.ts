import { nameInLinks } from '../../../shared/markdown/title-links'
import type { CommandInput, CommandOutput } from '../../../shared/ipc/ipc'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { DocumentTable } from '../../store/document-table'
import type { DocumentId } from '../../../shared/terms'
import type { Documents } from '../../documents/documents'
import { isBegun } from '../../search/query'
import { parseQuery } from '../../../shared/text/words/word-query'
import { folded } from '../../../shared/text/words/fuzzy'
import { createListing, type ListInput } from './listing'
import { titlesOf } from './titles'
import { createTree, type TreeParts } from './tree'

/** The data of the sidebar; reading it never waits for a service. */
export interface Catalog {
  library(): CommandOutput<'library.get'>
  documents(input: CommandInput<'documents.list'>): Promise<CommandOutput<'documents.list'>>
  ids(input: CommandInput<'documents.ids'>): Promise<CommandOutput<'documents.ids'>>
  seek(input: CommandInput<'documents.seek'>): Promise<CommandOutput<'documents.seek'>>
  locate(input: CommandInput<'documents.locate'>): Promise<CommandOutput<'documents.locate'>>
  summaries(input: CommandInput<'documents.summaries'>): CommandOutput<'documents.summaries'>
  find(input: CommandInput<'documents.find'>): CommandOutput<'documents.find'>
  missingTitles(input: CommandInput<'documents.missing-titles'>): CommandOutput<'documents.missing-titles'>
  /**
   * The document with this id on this device, or else on the service; `undefined` where there is none, or it was
   * deleted.
   */
  named(id: string): DocumentId | undefined
  /**
   * The id that links to the document use: the service's id, which every device knows, or this device's where there is
   * none.
   */
  nameInLink(id: DocumentId): string
}

interface CatalogParts extends TreeParts {
  readonly documents: Pick<
    Documents,
    'withoutText' | 'inMemoryOnly' | 'madeInMemoryOnly' | 'deletedInMemoryOnly'
  >
  /** Documents whose title or text contains these words, the best first, at most `limit`. */
  readonly withWords: (words: string, limit: number) => Promise<readonly string[]>
  readonly table: Pick<DocumentTable, 'get' | 'byRemoteId'>
  /** Those documents that searches may include. */
  readonly searchable: (ids: readonly string[]) => readonly string[]
}

/** Above this many matches a list is cut and marked as incomplete: each key would wait for all of them. */
const WITH_WORDS_MAX = 3_000

export function createCatalog(parts: CatalogParts): Catalog {
  const { replica, items } = parts
  const tree = createTree(parts)
  const listing = createListing(parts, tree)
  const titles = titlesOf(replica)

  /**
   * At most one match more than the limit, which shows that there are more. Titles are also searched for a word that is
   * only begun; texts only for whole words.
   */
  const withWords = async (words: string): Promise<readonly string[]> => {
    const found = await parts.withWords(words, WITH_WORDS_MAX + 1)
    const [only, ...others] = parseQuery(words, true).terms
    if (only === undefined || others.length > 0 || !isBegun(only)) return found
    const titled = titles().withWordFrom(only.text)
    return [...new Set([...parts.searchable(titled).slice(0, WITH_WORDS_MAX + 1), ...found])]
  }

  /** The documents that match the words of the filter; `undefined` where it has no words. */
  const amongWords = async ({ filter }: Pick<ListInput, 'filter'>) => {
    const words = filter.text?.trim() ?? ''
    return words === '' ? undefined : withWords(words)
  }

  const inOrderOf = async (input: ListInput) =>
    listing.order(input, (await amongWords(input))?.slice(0, WITH_WORDS_MAX))

  /** The summaries from the disk, without documents whose deletion is only in memory. */
  const summariesOf = (ids: readonly string[]): readonly DocumentSummary[] => {
    const gone = new Set(parts.documents.deletedInMemoryOnly())
    return replica.summaries(gone.size === 0 ? ids : ids.filter((id) => !gone.has(id)))
  }

  /** The item with its state in memory, where that could not be written. */
  const shown = (item: DocumentSummary): DocumentSummary =>
    withLiveTags(parts.documents.inMemoryOnly(item.id) ?? item)

  /** The item without deleted tags, which a document may name until it is read again. */
  const withLiveTags = <T extends { readonly tagIds: string[] }>(item: T): T => {
    const isLive = (id: string) => items.get('tag', id)?.deleted === false
    return item.tagIds.every(isLive) ? item : { ...item, tagIds: item.tagIds.filter(isLive) }
  }

  return {
    library: tree.contents,

    async documents(input) {
      const among = await amongWords(input)
      const page = listing.page(input, among?.slice(0, WITH_WORDS_MAX))
      const answer = { ...page, items: page.items.map(shown) }
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

    async locate({ ids, ...input }) {
      const indexes = new Map((await inOrderOf(input)).map(({ id }, index) => [id, index]))
      const id = ids.find((wanted) => indexes.has(wanted))
      return id === undefined ? null : { id, index: indexes.get(id)! }
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
        return listing.page({ sort: 'updated', descending: true, offset: 0, limit }).items.map(shown)
      // Some of the best may have been deleted since the titles were last updated.
      const ids = titles().best(query, limit * 2 + 20)
      return summariesOf(ids).slice(0, limit).map(shown)
    },

    missingTitles({ titles: wanted }) {
      const alike = summariesOf(titles().titled(new Set(wanted.map(folded))))
      const there = new Set(alike.flatMap(({ title }) => [asLinked(title), asLinked(nameInLinks(title))]))
      return wanted.filter((title) => !there.has(asLinked(title)))
    },

    named(id) {
      const there = parts.table.byRemoteId(id)?.id
      return this.summaries({ ids: there === undefined ? [id] : [id, there] })[0]?.id
    },

    nameInLink: (id) => parts.table.get(id)?.remoteId ?? id,
  }
}

/** A title in the form in which links by title are compared. */
const asLinked = (title: string): string => title.trim().toLowerCase()
