import { useAnswer } from '../state/queries'
import type { FolderId } from '../../shared/terms'

/** So many are looked through; a folder of templates is a short list. */
const TEMPLATES_MAX = 500

/** The documents in a folder and below it, by their titles; undefined until they are known. */
export function useTemplates(folderId: FolderId | undefined) {
  return useAnswer(
    ['found-titles', 'templates', folderId],
    'documents.list',
    {
      ...{ filter: { folderId: folderId ?? null, subfolders: true }, sort: 'title', descending: false },
      ...{ offset: 0, limit: TEMPLATES_MAX },
    },
    { enabled: folderId !== undefined },
  ).data
}
