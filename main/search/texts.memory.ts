import type { Database } from '../store/database'
import type { DocumentRow } from '../store/document-table'
import { createDocumentTable } from '../store/document-table.sqlite'

/** Documents of a library whose texts are in memory, for tests of search. */
export interface Texts {
  add(id: string, text: string, more?: Partial<DocumentRow>): void
  read(id: string): { readonly title: string; readonly text: string } | undefined
}

/** The values of an ordinary row, except its id and title. */
export const PLAIN_ROW = {
  excerpt: '',
  folderId: null,
  tagIds: [],
  status: 'draft',
  phase: 'clean',
  hidden: false,
  editedSincePublished: false,
  pending: false,
  hasText: true,
  createdAt: '2026-01-01',
  updatedAt: '2026-01-01',
} as const

export function createTexts(database: Database): Texts {
  const table = createDocumentTable(database)
  const texts = new Map<string, { title: string; text: string }>()
  return {
    add(id, text, more = {}) {
      const title = more.title ?? id
      texts.set(id, { title, text })
      table.put({ ...PLAIN_ROW, id, remoteId: id, ...more, title }, true)
    },
    read: (id) => texts.get(id),
  }
}
