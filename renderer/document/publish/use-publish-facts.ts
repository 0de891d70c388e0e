import { useQuery } from '@tanstack/react-query'
import { linkedTitles, namedBy } from '../../../shared/markdown/title-links'
import { targetKey, targetOf } from '../../../shared/text/file-links'
import type { DocumentId } from '../../../shared/terms'
import type { Client } from '../../bridge/bridge'
import { missingTitles } from '../../links/missing-titles'
import { useApp } from '../../state/context'
import { IMAGE_BYTES_MAX, type Publishable } from './publish-checks'

const LINKS_CHECKED = 500
/** The maximum number of linked titles whose status is checked, one by one. */
const DRAFTS_CHECKED = 100
const FOUND_MAX = 20

type Facts = Pick<Publishable, 'failedUploads' | 'missingTitles' | 'draftTitles' | 'largeImages' | 'files'>

const NONE: Facts = { failedUploads: [], missingTitles: [], draftTitles: [], largeImages: new Map() }

/** What the library knows about the links and images of a text; empty until the answers arrive. */
export function usePublishFacts(id: DocumentId, text = ''): Facts {
  const { client } = useApp()
  const titles = linkedTitles(text, LINKS_CHECKED)
  const linked = useQuery({
    queryKey: ['linked-titles', id, titles],
    gcTime: 0,
    enabled: titles.length > 0,
    queryFn: async () => {
      const missing = new Set(await missingTitles(client, titles))
      const found = titles.filter((title) => !missing.has(title))
      return {
        missingTitles: [...missing],
        draftTitles: await draftsAmong(client, found.slice(0, DRAFTS_CHECKED)),
      }
    },
  })
  const files = useQuery({
    queryKey: ['linked-files', id],
    gcTime: 0,
    enabled: text.includes('stet-file:') || text.includes(']('),
    queryFn: async () => {
      const all = await client.ask('files.list', undefined)
      return {
        // A key that may not read files gets an empty list, so no file is reported missing then.
        ...(all.length > 0 && { files: new Set(all.flatMap(({ link }) => keysOf(link))) }),
        failedUploads: all.flatMap(({ state, link }) => (state === 'failed' ? [link] : [])),
        largeImages: new Map(
          all.flatMap(({ link, isImage, bytes = 0 }) =>
            isImage && bytes > IMAGE_BYTES_MAX ? [[link, bytes] as const] : [],
          ),
        ),
      }
    },
  })
  return { ...NONE, ...linked.data, ...files.data }
}

function keysOf(link: string): readonly string[] {
  const target = targetOf(link)
  return target === undefined ? [] : [targetKey(target)]
}

/** The titles that drafts have and no published document has. */
async function draftsAmong(client: Client, titles: readonly string[]): Promise<readonly string[]> {
  const drafts = await Promise.all(
    titles.map(async (title) => {
      const found = await client.ask('documents.find', { query: title, limit: FOUND_MAX })
      const named = namedBy(title, found)
      return named.length > 0 && named.every(({ status }) => status !== 'published') ? [title] : []
    }),
  )
  return drafts.flat()
}
