import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/problem'
import { abilityKnowledge } from '../../../shared/ipc/ipc-sync'
import type { Facts } from '../../store/facts'
import { unknownAbilities, type AbilityKnowledge } from '../../sync/service/connection-state'

const memory = z.object({ mark: z.string(), abilities: abilityKnowledge })

/** What a connection's library remembers of the key that was used last: never the key, only a mark to know it by. */
export interface KeyMemory {
  /** What the same key was seen to be allowed in an earlier run; `undefined`: it is another one, or none was used. */
  abilities(): AbilityKnowledge | undefined
  /** The account is the same: what it allows is remembered, and that the library is this connection's. */
  keep(abilities: AbilityKnowledge): void
  /** A library was written to with one key, or for one connection, and is opened with another (requirement C7). */
  isAnother(): boolean
  /** The library was last used for another connection: its file was exchanged with that one's. */
  isSwapped(): boolean
  /** It was last used with this key: whoever comes back with it opens the same account, also after the key was deleted. */
  isOf(key: string): boolean
  /**
   * A library that says of no connection or key yet says so of these: it may be used without a network for long, with
   * nothing in it that could prove its account to a service. A full disk keeps nothing: this is asked again.
   */
  claim(): void
}

const CONNECTION = 'connection'

export function createKeyMemory(
  facts: Facts,
  connectionId: string,
  key: () => string | undefined,
): KeyMemory {
  const owner = () => facts.read(CONNECTION)
  const isSwapped = () => typeof owner() === 'string' && owner() !== connectionId
  const kept = () => {
    const read = memory.safeParse(facts.read('key'))
    return read.success ? read.data : undefined
  }
  const mark = () => {
    const now = key()
    return now === undefined ? undefined : markOf(now)
  }
  const remember = (abilities: AbilityKnowledge) => {
    const now = mark()
    if (now !== undefined) facts.write('key', { mark: now, abilities })
  }
  return {
    abilities() {
      const before = kept()
      return before !== undefined && before.mark === mark() ? before.abilities : undefined
    },
    keep(abilities) {
      if (owner() !== connectionId) facts.write(CONNECTION, connectionId)
      remember(abilities)
    },
    isSwapped,
    isOf: (one) => kept()?.mark === markOf(one),
    claim() {
      if (isSwapped()) return
      try {
        if (owner() === undefined) facts.write(CONNECTION, connectionId)
        if (kept() === undefined) remember(unknownAbilities)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    },
    isAnother() {
      if (isSwapped()) return true
      const [before, now] = [kept()?.mark, mark()]
      return before !== undefined && now !== undefined && before !== now
    },
  }
}

const markOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12)
