import type { Snapshot } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'

export interface SnapshotWords {
  readonly documentId?: DocumentId
  readonly kind: Snapshot['kind']
  /** The reason, as the writer reads it. */
  readonly reason: string
  readonly title: string
  /** Bytes where the text could not be decoded. */
  readonly text: string | Uint8Array
}

/** Texts that were kept before risky steps, and rows that could not be read. */
export interface SnapshotStore {
  /**
   * Keeps a text, durable when this returns. A text that equals this document's last snapshot of the same kind is not
   * kept again.
   */
  keep(words: SnapshotWords): void
  /** Forgets the words that were kept when a document was deleted, because the document is back with them. */
  forgetDeleted(back: Pick<Required<SnapshotWords>, 'documentId' | 'title'> & { readonly text: string }): void
  /** The snapshots, newest first in the order in which they were kept, whatever the clock says. */
  list(documentId?: DocumentId): readonly Snapshot[]
  /** The digest of title and text (`stateDigest`) for each id: equal digests mean equal words. */
  digests(documentId: DocumentId): ReadonlyMap<string, string>
  /** The snapshot; `undefined` where it does not exist. A damaged one is read as far as possible. */
  read(
    id: string,
  ): { readonly title: string; readonly text: string; readonly documentId?: DocumentId } | undefined
  /** Packs the snapshot that has waited longest, in another thread; false where none waits. */
  packNext(): Promise<boolean>
  /**
   * Deletes snapshots from before `beforeMs`, then the oldest while more than `maxBytes` are used. Quarantined rows are
   * never deleted (W16).
   */
  prune(beforeMs: number, maxBytes: number): void
}
