import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/problem'
import { abilityKnowledge } from '../../../shared/ipc/ipc-sync'
import type { Facts } from '../../store/facts'
import { unknownAbilities, type AbilityKnowledge } from '../../sync/service/connection-state'

const memory = z.object({ mark: z.string(), abilities: abilityKnowledge })

/**
 * The facts that a connection's library stores about the key used last: a mark that identifies the key, and never the
 * key itself.
 */
export interface KeyMemory {
  /**
   * The abilities that the same key had in an earlier run; `undefined` where the key is another one, or none was used.
   */
  abilities(): AbilityKnowledge | undefined
  /**
   * Stores the abilities, and that the library belongs to this connection, once the account is known to be the same.
   */
  keep(abilities: AbilityKnowledge): void
  /**
   * Whether the library was written to with one key, or for one connection, and is opened with another (requirement
   * C7).
   */
  isAnother(): boolean
  /** Whether the library was last used for another connection: its file was exchanged with that connection's. */
  isSwapped(): boolean
  /**
   * Whether the library was last used with this key. The same key opens the same account, even if it was deleted here
   * meanwhile.
   */
  isOf(key: string): boolean
  /**
   * Assigns a library that names no connection or key yet to the present ones: it may be used without a network for a
   * long time, while nothing in it could prove its account to a service. On a full disk nothing is stored, and the next
   * start does it.
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
