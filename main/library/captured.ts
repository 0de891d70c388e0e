import { bothChanges } from '../../shared/merge/both-changes'
import type { DocumentId } from '../../shared/terms'
import type { Documents } from '../documents/documents'
import type { Emit } from '../documents/engine/window-events'
import type { Facts } from '../store/facts'

/** Words that the writer has captured and that no document contains yet. */
export interface CapturedWords {
  read(): string
  /**
   * Merges a window's change of the words, which it last knew as `was`, with those of other windows. Returns the merged
   * words, which are durable.
   */
  keep(was: string, text: string): string
  /**
   * Appends the words that a window knows as `was` to the document and removes them from the captured words. Both are
   * durable together, so that no kill leaves them twice. Returns the remaining captured words, and the words that were
   * written.
   */
  add(
    id: DocumentId,
    was: string,
  ): Promise<{ readonly text: string; readonly from: number; readonly insert: string }>
}

const CAPTURED = 'captured'

/** The captured words as they were stored last. */
export function capturedIn(facts: Pick<Facts, 'read'>): string {
  const kept = facts.read(CAPTURED)
  return typeof kept === 'string' ? kept : ''
}

export function createCaptured(
  facts: Facts,
  documents: Pick<Documents, 'append'>,
  emit: Emit,
): CapturedWords {
  const read = () => capturedIn(facts)
  return {
    read,
    keep(was, text) {
      const before = read()
      const now = bothChanges(was, text, before)
      if (now === before) return now
      facts.write(CAPTURED, now)
      emit('capture.changed', {})
      return now
    },
    async add(id, was) {
      const written = await documents.append(id, was.trim(), () =>
        facts.write(CAPTURED, bothChanges(was, '', read()).trimStart()),
      )
      emit('capture.changed', {})
      return { text: read(), ...written }
    },
  }
}
