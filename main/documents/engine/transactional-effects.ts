import type { Store } from '../../store/store'
import type { DocumentId } from '../../../shared/terms'
import type { Live, Owed } from './live'
import { newDocument } from '../core/initial'
import { effectiveTitle } from '../core/record'
import { isDeletion, SNAPSHOT_REASONS } from './messages'
import type { Effect } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

interface Means {
  readonly store: Store
  readonly newId: () => string
  /** Writes a document that is new on this device. */
  readonly insert: (copy: WorkingCopy) => void
  /** Called when the document is durable. */
  readonly adopt: (id: DocumentId) => void
}

/** Effects that are rows of the same database: they are written together with the next state, or not at all. */
export function transactionalEffects(live: Live, effects: readonly Effect[], means: Means): readonly Owed[] {
  return effects.flatMap((effect): readonly Owed[] => {
    switch (effect.kind) {
      case 'snapshot':
        return [{ within: () => keepSnapshot(live, effect, means.store), isText: true }]
      case 'create-copy': {
        const { text, fields } = effect.record
        const copy = newDocument(means.newId(), { text, fields: { ...fields, status: 'draft' } })
        return [{ within: () => means.insert(copy), then: () => means.adopt(copy.id) }]
      }
      default:
        return []
    }
  })
}

/**
 * Forgets the saved words of a deleted document once it is back and has its own words again. The rows are part of the
 * transaction of its next state.
 */
export function forgetCopyOfDeleted(live: Live, before: WorkingCopy, store: Store): readonly Owed[] {
  const { mine, phase } = live.copy
  const wasGone = before.mine.deleted || before.phase === 'deleted'
  if (!wasGone || mine.deleted || phase === 'deleted') return []
  const back = { documentId: live.id, title: effectiveTitle(mine), text: mine.text }
  return [{ within: () => store.snapshots.forgetDeleted(back) }]
}

function keepSnapshot(
  live: Live,
  { reason, record }: Extract<Effect, { kind: 'snapshot' }>,
  store: Store,
): void {
  store.snapshots.keep({
    documentId: live.id,
    kind: isDeletion(reason) ? 'recently-deleted' : 'snapshot',
    reason: SNAPSHOT_REASONS[reason],
    title: effectiveTitle(record),
    text: record.text,
  })
}
