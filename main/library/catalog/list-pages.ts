import type { CommandOutput } from '../../../shared/ipc/ipc'
import type { DocumentFilter } from '../../../shared/ipc/ipc-records'
import type { Catalog } from './catalog'

const LIMIT = 500

/** All documents that match a filter, page by page. */
export async function* listPages(
  catalog: Pick<Catalog, 'documents'>,
  filter: DocumentFilter = {},
): AsyncGenerator<CommandOutput<'documents.list'>> {
  const list = { filter, sort: 'created', descending: false, limit: LIMIT } as const
  for (let offset = 0, total = 1; offset < total; offset += LIMIT) {
    const page = await catalog.documents({ ...list, offset })
    total = page.total
    yield page
  }
}
