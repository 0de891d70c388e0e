import type { Told } from './story'

/** What one seed told. */
export interface SeedTold {
  readonly seed: number
  readonly kind: string
  readonly counts: Pick<Told, 'stories' | 'moves' | 'exchanges' | 'writes' | 'states'>
  readonly broken?: string
  readonly story?: readonly string[]
}

export interface Tally {
  add(told: SeedTold): void
  stories(): number
  readonly broken: SeedTold[]
  inWords(): string
}

/**
 * Counts stories and transitions. A transition changes the state of the whole: something that a writer, a stranger, the
 * network or the time does (a move), a write that the service commits, a transaction that a device commits. What is only
 * read is counted as an exchange, and is no transition.
 */
export function createTally(): Tally {
  const sum = { stories: 0, moves: 0, exchanges: 0, writes: 0, states: 0 }
  const kinds = new Set<string>()
  const broken: SeedTold[] = []
  return {
    broken,
    add(told) {
      kinds.add(told.kind)
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += told.counts[name]
      if (told.broken !== undefined) broken.push(told)
    },
    stories: () => sum.stories,
    inWords() {
      const { stories, moves, writes, states, exchanges } = sum
      const transitions = moves + writes + states
      return `${stories} stories of ${kinds.size} kinds: ${transitions} transitions (${moves} moves, ${writes} writes on the service, ${states} transactions on devices) and ${exchanges} exchanges`
    },
  }
}
