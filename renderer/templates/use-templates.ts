import { useAnswer } from '../state/queries'
import type { FolderId } from '../../shared/terms'

/** The maximum number of listed templates; a folder of templates is short. */
const TEMPLATES_MAX = 500

/** The documents in a folder and its subfolders by title; undefined until they are loaded. */
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
