import { bothChanges } from '../../shared/merge/both-changes'
import type { DocumentId } from '../../shared/terms'
import type { Documents } from '../documents/documents'
import type { Emit } from '../documents/engine/window-events'
import type { Facts } from '../store/facts'

/** Words that the writer captures and that are in no document yet. */
export interface CapturedWords {
  read(): string
  /**
   * What a window that knew them as `was` makes of them. Answers what is kept now, with what other windows have kept
   * since; it is durable.
   */
  keep(was: string, text: string): string
  /**
   * Writes the words that a window knows as `was` to the end of the document, and takes them out of those kept here:
   * both are durable together, so that no kill leaves them twice. Answers what is kept here now, and what was written.
   */
  add(
    id: DocumentId,
    was: string,
  ): Promise<{ readonly text: string; readonly from: number; readonly insert: string }>
}

const CAPTURED = 'captured'

/** As they were kept last. */
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
