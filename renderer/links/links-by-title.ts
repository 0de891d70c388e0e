import { namedBy } from '../../shared/markdown/title-links'
import type { Problem } from '../../shared/problem'
import type { DocumentId, FolderId } from '../../shared/terms'
import type { Client } from '../bridge/bridge'
import type { TitleLinks } from '../editor/preview/title-links'
import { nearestOf, offerMissing } from './missing-link'
import { missingTitles } from './missing-titles'

const TITLES_OFFERED = 20
/** The maximum length of a query; no title is longer. */
const QUERY_MAX = 500

/** Looks up titles in the library for the links of a document, and follows those links. */
export function linksByTitle(
  client: Client,
  from: {
    /** The folder of the document with the links. */
    readonly folderId: () => FolderId | null
    /** Opens the document and, if the link names a heading, scrolls to the heading with this id. */
    readonly show: (id: DocumentId, heading?: string) => void
    readonly failed: (problem: Problem) => void
  },
): Omit<TitleLinks, 'openLink'> {
  const find = (query: string) =>
    client.call('documents.find', { query: query.slice(0, QUERY_MAX), limit: TITLES_OFFERED })

  async function open(title: string, heading: string | undefined): Promise<void> {
    const result = await find(title)
    if (!result.ok) return from.failed(result.problem)
    const [same] = namedBy(title, result.value)
    if (same !== undefined) from.show(same.id, heading)
    else
      offerMissing(client, {
        ...{ title, nearest: nearestOf(title, result.value) },
        ...{ folderId: from.folderId(), show: from.show },
      })
  }

  return {
    async titles(typed) {
      const result = await find(typed)
      return result.ok ? result.value.flatMap((found) => (found.title === '' ? [] : found.title)) : []
    },
    missingTitles: (titles) => missingTitles(client, titles).catch(() => undefined),
    titlesChanged: (listener) =>
      client.listen('library.changed', ({ documents }) => void (documents && listener())),
    openTitle: (title, heading) => void open(title, heading),
  }
}
