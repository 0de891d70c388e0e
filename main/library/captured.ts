import { bothChanges } from '../../shared/merge/both-changes'
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
}

const CAPTURED = 'captured'

/** As they were kept last. */
export function capturedIn(facts: Pick<Facts, 'read'>): string {
  const kept = facts.read(CAPTURED)
  return typeof kept === 'string' ? kept : ''
}

export function createCaptured(facts: Facts, emit: Emit): CapturedWords {
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
  }
}
