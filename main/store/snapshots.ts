import type { Snapshot } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'

export interface SnapshotWords {
  readonly documentId?: DocumentId
  readonly kind: Snapshot['kind']
  /** For the writer. */
  readonly reason: string
  readonly title: string
  /** Bytes where they could not be read as what they should be. */
  readonly text: string | Uint8Array
}

/** Texts kept before risky steps, and what could not be read. */
export interface SnapshotStore {
  /** Durable when it returns. What this document's last one of the same kind holds already is not kept twice. */
  keep(words: SnapshotWords): void
  /** The document is back with these words: what was kept of them when it was deleted is no longer to be recovered. */
  forgetDeleted(back: Pick<Required<SnapshotWords>, 'documentId' | 'title'> & { readonly text: string }): void
  /** Newest first, in the order in which they were kept, whatever the clock says. */
  list(documentId?: DocumentId): readonly Snapshot[]
  /** By id, over title and text (`stateDigest`): equal ones hold the same. */
  digests(documentId: DocumentId): ReadonlyMap<string, string>
  /** `undefined`: there is none. A damaged one is read as far as it can be. */
  read(
    id: string,
  ): { readonly title: string; readonly text: string; readonly documentId?: DocumentId } | undefined
  /** Packs the one that waits longest for it, away from the main thread; false where none waits. */
  packNext(): Promise<boolean>
  /** Deletes what was kept before `beforeMs`, then the oldest while more than `maxBytes` are used. Never what is quarantined (W16). */
  prune(beforeMs: number, maxBytes: number): void
}
