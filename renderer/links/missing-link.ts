import type { DocumentId, FolderId } from '../../shared/terms'
import type { Client } from '../bridge/bridge'
import { showToast, showToastHere } from '../state/toasts'
import { holdingKeys } from '../state/typed/type-ahead'

const ALIKE = 0.4

/** Finds the item with the most similar title, if one is similar enough to be meant. */
export function nearestOf<One extends { readonly title: string }>(
  title: string,
  all: readonly One[],
): One | undefined {
  const alike = all.map((one) => ({ one, share: sharedPairs(title, one.title) }))
  const best = alike.toSorted((a, b) => b.share - a.share)[0]
  return best !== undefined && best.share >= ALIKE ? best.one : undefined
}

/** The pairs of adjacent letters that both texts contain, as a share of all their pairs. */
function sharedPairs(a: string, b: string): number {
  const pairsOf = (text: string) => {
    const letters = text.toLowerCase().replace(/\s+/g, ' ').trim()
    return new Set(
      Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
    )
  }
  const [one, other] = [pairsOf(a), pairsOf(b)]
  const shared = [...one].filter((pair) => other.has(pair)).length
  return (2 * shared) / Math.max(1, one.size + other.size)
}

/**
 * After a click on a link without a target, offers to open the document with the nearest title or to create the missing
 * one.
 */
export function offerMissing(
  client: Client,
  missing: {
    readonly title: string
    /** The existing document with the nearest title. */
    readonly nearest: { readonly id: DocumentId; readonly title: string } | undefined
    /** The folder of the document with the link, in which the new document is created. */
    readonly folderId: FolderId | null
    /** Opens a document for writing; keys pressed in the meantime are typed into it. */
    readonly show: (id: DocumentId) => void
  },
): void {
  const { title, nearest, folderId, show } = missing
  async function create(): Promise<void> {
    const fields = { title, text: '', tagIds: [], folderId }
    const made = await holdingKeys(() => client.call('document.create', fields))
    if (!made.ok) return void showToast(made.problem.message)
    show(made.value.id)
  }
  showToastHere(`There is no document called “${title}”.`, [
    { label: 'Create it', run: () => void create() },
    ...(nearest === undefined || nearest.title === ''
      ? []
      : [{ label: `Open “${nearest.title}”`, run: () => show(nearest.id) }]),
  ])
}
