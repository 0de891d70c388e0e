import type { TextChange } from '../../../shared/text/text-change'
import type { DocumentId } from '../../../shared/terms'
import type { WorkingCopy } from '../../documents/core/working-copy'

/**
 * The durable store of working copies. What is typed is appended as changes; a text is written whole only when it is
 * new here, and its row is then shared by all that refer to it. Every method is durable when it returns, or part of
 * the transaction around it. Throws AppErrors: `storage-full`, `storage-failed`, `damaged`.
 */
export interface Journal {
  /** The working copy as it was last written. A row that cannot be read is quarantined with all that belongs to it (W16). */
  read(id: DocumentId): JournalEntry | undefined
  /**
   * Makes `copy` the working copy of its document. `typed` is the text that the appended changes have led to: it is read
   * as `typed` until the copy is written without.
   */
  write(copy: WorkingCopy, typed?: string): void
  /** Changes of mine's text, in its own offsets. The document was read or written before. */
  append(id: DocumentId, changes: readonly TextChange[]): void
  /** The working copy is gone; what is to be kept of it was snapshotted. */
  remove(id: DocumentId): void
  /** Nothing of this document is needed in memory any more. */
  release(id: DocumentId): void
  /** Writes whole what has become a long list of changes, if it has. */
  compact(id: DocumentId): void
}

type JournalEntry =
  | {
      readonly kind: 'kept'
      readonly copy: WorkingCopy
      /** The text that was typed after `copy` was written; absent where nothing was. */
      readonly typed?: string
    }
  /** It could not be read; its words are listed among the recovered texts. */
  | { readonly kind: 'quarantined' }

/** A text is written whole again when its changes are more than this, or longer than the text. */
export const CHANGES_MAX = 2_000
