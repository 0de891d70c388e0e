import type { OperationName } from '../../../shared/api/api'
import { AppError, type Problem } from '../../../shared/problem'
import type { Clock } from '../../system/clock'
import {
  initialState,
  learn,
  refusal,
  type AbilityKnowledge,
  type ConnectionEvent,
  type ConnectionState,
  type Identity,
  type Observation,
} from './connection-state'
import type { ServiceCapabilities, CapabilityStore } from './capabilities'

type ConnectionListener = (now: ConnectionState, before: ConnectionState) => void

/**
 * Keeps what is known about one service and tells its listeners. There is one for each connection; it ends with
 * `close`.
 */
export interface Connection {
  current(): ConnectionState
  capabilities(): ServiceCapabilities
  /** Why `name` may not be requested now; `undefined` where it may. */
  refusal(name: OperationName): Problem | undefined
  observe(seen: Observation): void
  noteCapabilities(capabilities: ServiceCapabilities): void
  /** Notes what the service's answers prove about whose account it is. */
  noteIdentity(identity: Exclude<Identity, 'other'>): void
  /** The writer has said whose account answers (C7). */
  tellIdentity(identity: 'same' | 'other'): void
  /** Notes the abilities of the key in use that were found out. */
  noteAbilities(abilities: Partial<AbilityKnowledge>): void
  /**
   * The key was changed. Unless the account is certain, nothing is written until `noteIdentity` says that it is the
   * same (C7).
   */
  keyChanged(isSameAccount?: boolean): void
  /** Lets abilities that this key was refused be tried again. */
  askAgain(): void
  setPaused(paused: boolean): void
  /** Ends a wait now, because the writer asks. A refused key stays refused. */
  retryNow(): void
  subscribe(listener: ConnectionListener): () => void
  close(): void
}

interface ConnectionParts {
  readonly clock: Clock
  /** True where the app's own service answers, for a library on this computer. */
  readonly isOwn?: boolean
  readonly capabilityStore?: CapabilityStore
  /** Keeps the abilities of the key in use from one run of the app to the next. */
  readonly abilityStore?: {
    read(): AbilityKnowledge | undefined
    write(abilities: AbilityKnowledge): void
  }
}

export function createConnection(parts: ConnectionParts): Connection {
  const { clock, capabilityStore, abilityStore } = parts
  let state = initialState(clock.now(), capabilityStore?.read(), abilityStore?.read(), parts.isOwn)
  let cancelWait = () => {}
  let isClosed = false
  const listeners = new Set<ConnectionListener>()

  function apply(event: ConnectionEvent): void {
    // An answer may come after the database it would be written to is closed.
    if (isClosed) return
    const before = state
    state = learn(state, event, clock.now())
    if (state === before) return
    if (state.capabilities !== before.capabilities) keep(() => capabilityStore?.write(state.capabilities))
    // Abilities that may belong to another account's key are not kept: the next start asks again (C7).
    const isSettled = state.identity === 'same'
    if (isSettled && (state.abilities !== before.abilities || before.identity !== 'same'))
      keep(() => abilityStore?.write(state.abilities))
    if (state.retryAt !== before.retryAt || state.searchAgainAt !== before.searchAgainAt) waitUntilNext()
    for (const listener of [...listeners]) listener(state, before)
  }

  function waitUntilNext(): void {
    cancelWait()
    cancelWait = () => {}
    const until = Math.min(state.retryAt ?? Infinity, state.searchAgainAt ?? Infinity)
    if (until < Infinity)
      cancelWait = clock.after(Math.max(0, until - clock.now()), () =>
        apply({ kind: 'wait-ended', asked: false }),
      )
  }

  /**
   * Stores a fact. A full disk does not fail the answer: the fact is known while the app runs, and is learned again
   * afterwards.
   */
  function keep(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  return {
    current: () => state,
    capabilities: () => state.capabilities,
    refusal: (name) => refusal(state, name, clock.now()),
    observe: (seen) => apply({ kind: 'answered', seen }),
    noteCapabilities: (capabilities) => apply({ kind: 'capabilities-seen', capabilities }),
    noteIdentity: (identity) => apply({ kind: 'identity-seen', identity }),
    tellIdentity: (identity) => apply({ kind: 'identity-told', identity }),
    noteAbilities: (abilities) => apply({ kind: 'abilities-seen', abilities }),
    keyChanged: (isSameAccount = false) => apply({ kind: 'key-changed', isSameAccount }),
    askAgain: () => apply({ kind: 'abilities-in-doubt' }),
    setPaused: (paused) => apply({ kind: 'paused', paused }),
    retryNow: () => apply({ kind: 'wait-ended', asked: true }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      cancelWait()
      listeners.clear()
    },
  }
}
