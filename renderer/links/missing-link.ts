import type { DocumentId, FolderId } from '../../shared/terms'
import type { Client } from '../bridge'
import { showToast } from '../store'

/** A link that leads nowhere was followed: offers the document with the nearest title, and to create the one that is missing. */
export function offerMissing(
  client: Client,
  missing: {
    readonly title: string
    /** The nearest of those that are there. */
    readonly nearest: { readonly id: DocumentId; readonly title: string } | undefined
    /** Of the document with the link: the new one comes into it. */
    readonly folderId: FolderId | null
    readonly show: (id: DocumentId) => void
  },
): void {
  const { title, nearest, folderId, show } = missing
  async function create(): Promise<void> {
    const made = await client.call('document.create', { title, text: '', tagIds: [], folderId })
    if (made.ok) show(made.value.id)
    else showToast(made.problem.message)
  }
  showToast(`There is no document called “${title}”.`, [
    { label: 'Create it', run: () => void create() },
    ...(nearest === undefined || nearest.title === ''
      ? []
      : [{ label: `Open “${nearest.title}”`, run: () => show(nearest.id) }]),
  ])
}
