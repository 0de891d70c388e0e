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

export type ConnectionListener = (now: ConnectionState, before: ConnectionState) => void

/** What is known about one service, told to whoever listens. One per connection; it ends with `close`. */
export interface Connection {
  current(): ConnectionState
  capabilities(): ServiceCapabilities
  /** Why `name` is not to be asked now, or `undefined`. */
  refusal(name: OperationName): Problem | undefined
  observe(seen: Observation): void
  noteCapabilities(capabilities: ServiceCapabilities): void
  noteIdentity(identity: Identity): void
  /** What was found out about the key in use. */
  noteAbilities(abilities: Partial<AbilityKnowledge>): void
  /** Unless it is certain, nothing is written until `noteIdentity` says that the account is the same (C7). */
  keyChanged(isSameAccount?: boolean): void
  /** What this key was refused once is not taken for refused any more. */
  askAgain(): void
  setPaused(paused: boolean): void
  /** Ends a wait now, because the writer asks. A key that was refused stays refused. */
  retryNow(): void
  subscribe(listener: ConnectionListener): () => void
  close(): void
}

export interface ConnectionParts {
  readonly clock: Clock
  readonly capabilityStore?: CapabilityStore
  /** What the key in use may do, from one run of the app to the next. */
  readonly abilityStore?: {
    read(): AbilityKnowledge | undefined
    write(abilities: AbilityKnowledge): void
  }
}

export function createConnection({ clock, capabilityStore, abilityStore }: ConnectionParts): Connection {
  let state = initialState(clock.now(), capabilityStore?.read(), abilityStore?.read())
  let cancelWait = () => {}
  let isClosed = false
  const listeners = new Set<ConnectionListener>()

  function apply(event: ConnectionEvent): void {
    // An answer may come after the database that it would be written to is closed.
    if (isClosed) return
    const before = state
    state = learn(state, event, clock.now())
    if (state === before) return
    if (state.capabilities !== before.capabilities) keep(() => capabilityStore?.write(state.capabilities))
    // Not while it may be another account's key: at the next start that is to be asked again (C7).
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

  /** A full disk costs no answer: what was learned is known while the app runs, and learned again after that. */
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
