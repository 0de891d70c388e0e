import { useQuery } from '@tanstack/react-query'
import { linkedTitles } from '../../shared/markdown/title-links'
import type { DocumentId } from '../../shared/terms'
import { useApp } from '../state/context'
import { IMAGE_BYTES_MAX } from './publish-checks'

/** So many titles are looked up, one by one. */
const TITLES_CHECKED = 100
const FOUND_MOST = 20
const NONE: readonly string[] = []
const NO_IMAGES: ReadonlyMap<string, number> = new Map()

/** Of the titles that a text links to, those that drafts have and no published document has. */
export function useDraftTitles(id: DocumentId, text: string | undefined): readonly string[] {
  const { client } = useApp()
  const titles = text === undefined ? NONE : linkedTitles(text, TITLES_CHECKED)
  return (
    useQuery({
      queryKey: ['draft-titles', id, titles],
      gcTime: 0,
      enabled: titles.length > 0,
      queryFn: async () => {
        const drafts = await Promise.all(
          titles.map(async (title) => {
            const found = await client.ask('documents.find', { query: title, limit: FOUND_MOST })
            const named = found.filter((one) => one.title.trim().toLowerCase() === title.toLowerCase())
            const isDraft = named.length > 0 && named.every(({ status }) => status !== 'published')
            return isDraft ? [title] : []
          }),
        )
        return drafts.flat()
      },
    }).data ?? NONE
  )
}

/** Images of the library that are larger than a page should have, by their links. */
export function useLargeImages(id: DocumentId, text: string | undefined): ReadonlyMap<string, number> {
  const { client } = useApp()
  return (
    useQuery({
      queryKey: ['large-images', id],
      gcTime: 0,
      enabled: text?.includes('](') === true,
      queryFn: async () =>
        new Map(
          (await client.ask('files.list', undefined)).flatMap(({ link, isImage, bytes = 0 }) =>
            isImage && bytes > IMAGE_BYTES_MAX ? [[link, bytes] as const] : [],
          ),
        ),
    }).data ?? NO_IMAGES
  )
}
