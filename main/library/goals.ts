import { goals as goalsSchema, written as writtenSchema } from '../../shared/ipc/ipc-settings'
import {
  hasGoals,
  NO_GOALS,
  NOTHING_WRITTEN,
  withWrote,
  type Goals,
  type Wrote,
  type Written,
} from '../../shared/goals'
import type { Emit } from '../documents/engine/window-events'
import type { Facts } from '../store/facts'

/** The writing goals of this library, and the progress towards them. */
export interface WritingGoals {
  read(): { readonly goals: Goals; readonly written: Written }
  set(goals: Goals): void
  /** Counts written words; without a goal nothing is counted. */
  wrote(words: Wrote): void
}

const GOALS = 'goals'
const WRITTEN = 'written'

export function createGoals(facts: Facts, emit: Emit): WritingGoals {
  function read() {
    const goals = goalsSchema.safeParse(facts.read(GOALS))
    const written = writtenSchema.safeParse(facts.read(WRITTEN))
    return {
      goals: goals.success ? goals.data : NO_GOALS,
      written: written.success ? written.data : NOTHING_WRITTEN,
    }
  }
  return {
    read,
    set(goals) {
      facts.write(GOALS, goals)
      emit('goals.changed', {})
    },
    wrote(words) {
      const { goals, written } = read()
      if (!hasGoals(goals)) return
      facts.write(WRITTEN, withWrote(written, words))
      emit('goals.changed', {})
    },
  }
}
