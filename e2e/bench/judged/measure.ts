import { openAccountIndex, type AccountIndex } from '../../../server/search/account-index'
import { embedQuery, retrieve, searchAccount } from '../../../server/search/account-search'
import { openDatabase } from '../../../server/store/database'
import { openSearchIndex } from '../../../server/store/search/search-index'
import { createSearchSource, type SearchSource } from '../../../server/store/search/search-source'
import { createStore } from '../../../server/store/store'
import { ndcgAt10, readJudgedLibrary, sectionOf } from './judged'
import type { JudgedQuery } from './queries'

export const RETRIEVALS = ['hybrid', 'keywords', 'vectors'] as const
export type Retrieval = (typeof RETRIEVALS)[number]

export interface JudgedLibrary {
  /** The nDCG@10 of one query for each retrieval method. */
  measure(query: JudgedQuery): Promise<Record<Retrieval, number>>
  close(): void
}

/** The judged library, indexed and trained like that of a service. */
export async function openJudgedLibrary(): Promise<JudgedLibrary> {
  const database = openDatabase(':memory:')
  const store = createStore(database)
  const accountId = store.accounts.ensureAccount('judged', 0)
  const names = new Map<number, string>()
  for (const { name, title, content } of readJudgedLibrary()) {
    const id = store.documents.add(accountId, {
      folderId: null,
      title,
      status: 'published',
      createdAt: 0,
      updatedAt: 0,
      publishedAt: 0,
      content: Buffer.from(content),
    })
    names.set(id, name)
  }
  const source = createSearchSource(database)
  const account = openAccountIndex({
    accountId,
    source,
    index: openSearchIndex(undefined, accountId, 0),
    embedding: { kind: 'built-in' },
    now: () => performance.now(),
    onError(error) {
      throw error
    },
  })
  while ((await account.step(true)) === 'worked');
  const sectionOfChunk = (chunkId: number) => {
    const chunk = account.index.chunks.find(chunkId)!
    return sectionOf(names.get(chunk.documentId)!, chunk.headingPath)
  }
  return {
    async measure({ query, grades }) {
      const found = await retrieveAll(account, source, query)
      const score = (retrieval: Retrieval) => ndcgAt10(found[retrieval].map(sectionOfChunk), grades)
      return { hybrid: score('hybrid'), keywords: score('keywords'), vectors: score('vectors') }
    },
    close() {
      account.close()
      store.close()
    },
  }
}

async function retrieveAll(
  account: AccountIndex,
  source: SearchSource,
  query: string,
): Promise<Record<Retrieval, number[]>> {
  const asked = { query, folderId: null, status: undefined, limit: 10 }
  const { hits } = await searchAccount(account, source, asked)
  const embedded = account.vectors.active()
  const vector = await embedQuery(embedded, query)
  const { keywords, neighbours } = retrieve(account, embedded, query, vector, () => true)
  return {
    hybrid: hits.map((hit) => hit.id),
    keywords: keywords.map((hit) => hit.chunkId),
    vectors: neighbours.map((hit) => hit.chunkId),
  }
}
