import type { Result } from './story'

/** The result of one seed. */
export interface SeedResult {
  readonly seed: number
  readonly kind: string
  readonly counts: Pick<Result, 'stories' | 'moves' | 'exchanges' | 'writes' | 'states'>
  readonly broken?: string
  readonly story?: readonly string[]
}

export interface Tally {
  add(result: SeedResult): void
  stories(): number
  readonly broken: SeedResult[]
  inWords(): string
}

/**
 * Counts stories and transitions. A transition changes the state of the whole system: a move of a writer, a stranger,
 * the network or the time; a write committed by the service; or a transaction committed by a device. Pure reads are
 * counted as exchanges, not as transitions.
 */
export function createTally(): Tally {
  const sum = { stories: 0, moves: 0, exchanges: 0, writes: 0, states: 0 }
  const kinds = new Set<string>()
  const broken: SeedResult[] = []
  return {
    broken,
    add(result) {
      kinds.add(result.kind)
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += result.counts[name]
      if (result.broken !== undefined) broken.push(result)
    },
    stories: () => sum.stories,
    inWords() {
      const { stories, moves, writes, states, exchanges } = sum
      const transitions = moves + writes + states
      return `${stories} stories of ${kinds.size} kinds: ${transitions} transitions (${moves} moves, ${writes} writes on the service, ${states} transactions on devices) and ${exchanges} exchanges`
    },
  }
}
