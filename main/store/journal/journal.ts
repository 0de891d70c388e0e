import type { TextChange } from '../../../shared/text/text-change'
import type { DocumentId } from '../../../shared/terms'
import type { WorkingCopy } from '../../documents/core/working-copy'

/**
 * The durable store of working copies. Typing is appended as changes; a text is written whole only when it is new here,
 * and its row is then shared by all references to it. Every method is durable when it returns, or part of the
 * surrounding transaction. Throws AppErrors: `storage-full`, `storage-failed`, `damaged`.
 */
export interface Journal {
  /**
   * The working copy as it was last written. A row that cannot be read is quarantined with all other rows of its
   * document (W16).
   */
  read(id: DocumentId): JournalEntry | undefined
  /**
   * Stores `copy` as the working copy of its document. `typed` is the text that results from the appended changes:
   * `read` returns it as `typed` until the copy is written without it.
   */
  write(copy: WorkingCopy, typed?: string): void
  /** Appends changes of mine's text, in its own offsets. The document must have been read or written before. */
  append(id: DocumentId, changes: readonly TextChange[]): void
  /**
   * The last change that was appended to mine's text, in offsets of the text before it; `undefined` if the text was
   * written whole since.
   */
  lastChange(id: DocumentId): readonly TextChange[] | undefined
  /** Removes the working copy; snapshots were made of the parts that are to be kept. */
  remove(id: DocumentId): void
  /** Releases the journal's memory about this document. */
  release(id: DocumentId): void
  /** Writes a text whole if its list of changes has become long. */
  compact(id: DocumentId): void
}

type JournalEntry =
  | {
      readonly kind: 'kept'
      readonly copy: WorkingCopy
      /** The text that was typed after `copy` was written; absent where there is none. */
      readonly typed?: string
    }
  /** The document could not be read; its words are listed among the recovered texts. */
  | { readonly kind: 'quarantined' }

/** A text is written whole again when its changes are more than this, or longer than the text. */
export const CHANGES_MAX = 2_000
