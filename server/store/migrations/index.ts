import type { Migration } from '../../../node/database'
import { sql as content } from './0001-content'
import { sql as searchChanges } from './0002-search-changes'
import { sql as listIndexes } from './0003-list-indexes'
import { sql as searchQuota } from './0004-search-quota'
import { sql as tagLists } from './0005-tag-lists'

/**
 * The migrations in the order in which they run. Each runs once, in a transaction of its own, so that a kill leaves all
 * of it or nothing. New migrations are appended; one that has shipped is never edited. They are TypeScript, not `.sql`
 * files, so that the service runs the same from its sources and from a bundle.
 */
export const MIGRATIONS: readonly Migration[] = [
  { id: '0001-content', sql: content },
  { id: '0002-search-changes', sql: searchChanges },
  { id: '0003-list-indexes', sql: listIndexes },
  { id: '0004-search-quota', sql: searchQuota },
  { id: '0005-tag-lists', sql: tagLists },
]
