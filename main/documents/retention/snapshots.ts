import type { CommandOutput } from '../../../shared/ipc/ipc'
import { appError } from '../../../shared/problem'
import type { Snapshot } from '../../../shared/ipc/ipc-records'
import { WHEN_OPENED, type DocumentId, type FolderId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { Store } from '../../store/store'
import type { Documents } from '../documents'
import type { RecoveredKept } from '../../system/storage-limits'

/**
 * The recovered texts: texts that were kept before risky steps, deleted texts, and texts whose rows could not be read.
 */
export interface Snapshots {
  list(documentId?: DocumentId): CommandOutput<'snapshots.list'>
  read(id: string): CommandOutput<'snapshot.read'>
  /**
   * Restores a text as a new draft, in its document's folder and with its document's tags as far as these still exist;
   * nothing is overwritten.
   */
  restore(id: string): Promise<CommandOutput<'snapshot.restore'>>
  /** Packs and prunes snapshots at intervals, until `close`. */
  keepTidy(): void
  close(): void
}

interface SnapshotsParts {
  readonly store: Store
  readonly documents: Pick<Documents, 'create'>
  readonly items: {
    get(kind: 'folder' | 'tag', id: string): { readonly deleted: boolean } | undefined
  }
  readonly clock: Clock
  readonly kept: () => RecoveredKept
  readonly report: (error: unknown) => void
}

const FIRST_TIDY_MS = 60_000
const TIDY_EVERY_MS = 60 * 60_000

export function createSnapshots({ store, documents, items, clock, kept, report }: SnapshotsParts): Snapshots {
  let isClosed = false
  let cancel = () => {}

  function read(id: string) {
    const found = store.snapshots.read(id)
    if (!found) throw appError('not-found-here', 'This text is not kept any more.')
    return found
  }

  const isThere = (kind: 'folder' | 'tag', id: string) => items.get(kind, id)?.deleted === false

  const isInHistory = ({ reason, documentId }: Snapshot): boolean =>
    reason === WHEN_OPENED && documentId !== undefined && store.table.get(documentId)?.hidden === false

  /** The folder of the snapshot's document, if that folder still exists. */
  function folderOf({ documentId }: Snapshot): FolderId | null {
    const folderId = documentId === undefined ? null : (store.table.get(documentId)?.folderId ?? null)
    return folderId !== null && isThere('folder', folderId) ? folderId : null
  }

  async function tidy(): Promise<void> {
    const { ms, bytes } = kept()
    const before = Math.max(0, clock.now() - ms)
    store.snapshots.prune(before, bytes)
    // A document that is gone on both sides is kept for undoing as long as its snapshot is.
    for (const id of store.table.goneBefore(new Date(before).toISOString()))
      store.transaction(() => {
        store.journal.remove(id)
        store.views.remove(id)
        store.table.remove(id)
      })
    while (!isClosed && (await store.snapshots.packNext()));
  }

  function schedule(delayMs: number): void {
    cancel = clock.after(delayMs, () => {
      void tidy()
        .catch(report)
        .finally(() => {
          if (!isClosed) schedule(TIDY_EVERY_MS)
        })
    })
  }

  return {
    list: (documentId) =>
      store.snapshots.list(documentId).map((one) => ({
        ...one,
        folderId: folderOf(one),
        ...(isInHistory(one) && { inHistory: true }),
      })),
    read(id) {
      const { title, text } = read(id)
      return { title, text }
    },
    async restore(id) {
      const { title, text, documentId } = read(id)
      const { folderId = null, tagIds = [] } =
        (documentId === undefined ? undefined : store.table.get(documentId)) ?? {}
      const created = await documents.create({
        ...{ title, text },
        folderId: folderId !== null && isThere('folder', folderId) ? folderId : null,
        tagIds: tagIds.filter((tag) => isThere('tag', tag)),
      })
      return { documentId: created.id }
    },
    keepTidy: () => schedule(FIRST_TIDY_MS),
    close() {
      isClosed = true
      cancel()
    },
  }
}
