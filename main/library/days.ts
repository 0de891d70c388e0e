import { joinedTexts } from '../../shared/text/append'
import type { DocumentId } from '../../shared/terms'
import type { Documents } from '../documents/documents'
import type { Emit } from '../documents/engine/window-events'
import type { DocumentRow, DocumentTable } from '../store/document-table'
import type { Facts } from '../store/facts'
import type { Clock } from '../system/clock'

/**
 * Joins documents of the day that were made on this device. Two devices without a network make one each. Once the
 * service has both, the words of the later document are appended to the earlier one, and the later one is deleted. Each
 * device does that only with documents that it made itself, and both see the same order, so that never both are
 * deleted.
 */
export interface Days {
  made(id: DocumentId): void
  /**
   * Joins the document with an earlier one of the same title and folder, where both are at rest and at most one window
   * has it open.
   */
  join(id: DocumentId): Promise<void>
  /**
   * Handles new or changed documents: joins those that no window has open, and tells the windows about the others. It
   * checks again as long as there are two documents and one is not at rest.
   */
  look(): void
  close(): void
}

const AGAIN_MS = 3_000

const MADE = 'daysMade'
/** After more days than this no second document is expected. */
const MADE_MAX = 30

export function createDays(parts: {
  readonly table: DocumentTable
  readonly documents: Pick<Documents, 'read' | 'rewrite' | 'delete' | 'openIds' | 'windowsOf'>
  readonly facts: Facts
  readonly emit: Emit
  readonly clock: Clock
  readonly report: (error: unknown) => void
}): Days {
  const { table, documents, facts, emit, clock, report } = parts
  let again: (() => void) | undefined
  const joining = new Set<DocumentId>()

  function made(): readonly DocumentId[] {
    const kept = facts.read(MADE)
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
  }

  /** The document into which this one is joined. */
  function earlierOf(id: DocumentId): DocumentRow | undefined {
    const mine = table.get(id)
    if (mine === undefined || !isAtRest(mine)) return undefined
    return table
      .titled(mine.title, mine.folderId)
      .filter((other) => isAtRest(other) && orderOf(other) < orderOf(mine))
      .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))[0]
  }

  /** Whether another document has the same title and folder, and it is not decided yet which of the two stays. */
  function isUnsettled(id: DocumentId): boolean {
    const mine = table.get(id)
    if (mine === undefined || mine.hidden) return false
    const others = table.titled(mine.title, mine.folderId).filter((other) => other.id !== id)
    return others.some((other) => !isAtRest(mine) || !isAtRest(other) || orderOf(other) < orderOf(mine))
  }

  async function join(id: DocumentId): Promise<void> {
    const earlier = earlierOf(id)
    if (earlier === undefined || joining.has(id) || !made().includes(id)) return
    // One window has reported that it has handed over everything; words of another may still come.
    if (documents.windowsOf(id) > 1) return
    const text = documents.read(id)?.text
    // The link of a pending upload is rewritten only in the one document that contains it.
    if (text === undefined || text.includes('stet-file:') || documents.read(earlier.id) === undefined) return
    joining.add(id)
    try {
      documents.rewrite(earlier.id, (theirs) => joinedTexts(theirs, text))
      await documents.delete({ ids: [id] })
      facts.write(
        MADE,
        made().filter((other) => other !== id),
      )
      emit('day.joined', { id, into: earlier.id, title: earlier.title })
    } finally {
      joining.delete(id)
    }
  }

  return {
    made: (id) => facts.write(MADE, [...made(), id].slice(-MADE_MAX)),
    join,
    close: () => again?.(),
    look() {
      again?.()
      again = undefined
      const open = new Set(documents.openIds())
      for (const id of made())
        if (earlierOf(id) !== undefined) {
          if (open.has(id)) emit('day.made-twice', { id })
          else void join(id).catch(report)
        }
      if (made().some(isUnsettled)) again = clock.after(AGAIN_MS, () => this.look())
    },
  }
}

/** Whether the document has no pending change, is not in doubt and is not published. */
const isAtRest = (row: DocumentRow): boolean =>
  !row.hidden &&
  row.phase === 'clean' &&
  row.status === 'draft' &&
  row.remoteId !== undefined &&
  row.remoteCreatedAt !== undefined

/** The order of two documents. It is the same on every device, because both values come from the service. */
const orderOf = ({ remoteCreatedAt, remoteId }: DocumentRow): string => `${remoteCreatedAt} ${remoteId}`
