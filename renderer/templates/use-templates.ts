import { useQuery } from '@tanstack/react-query'
import type { FolderId } from '../../shared/terms'
import { useApp } from '../state/context'

/** So many are looked through; a folder of templates is a short list. */
const TEMPLATES_MOST = 500

/** The documents in a folder and below it, by their titles; undefined until they are known. */
export function useTemplates(folderId: FolderId | undefined) {
  const { client } = useApp()
  return useQuery({
    queryKey: ['found-titles', 'templates', folderId],
    enabled: folderId !== undefined,
    queryFn: () =>
      client.ask('documents.list', {
        ...{ filter: { folderId: folderId ?? null, subfolders: true }, sort: 'title', descending: false },
        ...{ offset: 0, limit: TEMPLATES_MOST },
      }),
  }).data
}
