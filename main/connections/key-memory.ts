import { createHash } from 'node:crypto'
import { z } from 'zod'
import { abilityKnowledge } from '../../shared/ipc/ipc-sync'
import type { Facts } from '../store/facts'
import type { AbilityKnowledge } from '../sync/service/connection-state'

const memory = z.object({ mark: z.string(), abilities: abilityKnowledge })

/** What a connection's library remembers of the key that was used last: never the key, only a mark to know it by. */
export interface KeyMemory {
  /** What the same key was seen to be allowed in an earlier run; `undefined`: it is another one, or none was used. */
  abilities(): AbilityKnowledge | undefined
  keep(abilities: AbilityKnowledge): void
  /** A library was written to with one key and is opened with another (requirement C7). */
  isAnother(): boolean
}

export function createKeyMemory(facts: Facts, key: () => string | undefined): KeyMemory {
  const kept = () => {
    const read = memory.safeParse(facts.read('key'))
    return read.success ? read.data : undefined
  }
  const mark = () => {
    const now = key()
    return now === undefined ? undefined : createHash('sha256').update(now).digest('hex').slice(0, 12)
  }
  return {
    abilities() {
      const before = kept()
      return before !== undefined && before.mark === mark() ? before.abilities : undefined
    },
    keep(abilities) {
      const now = mark()
      if (now !== undefined) facts.write('key', { mark: now, abilities })
    },
    isAnother() {
      const [before, now] = [kept()?.mark, mark()]
      return before !== undefined && now !== undefined && before !== now
    },
  }
}
