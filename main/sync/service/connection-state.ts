import { OPERATIONS, type OperationName } from '../../../shared/api/api'
import type { Connection as ConnectionRecord } from '../../../shared/ipc/ipc-sync'
import { problem, type Problem } from '../../../shared/problem'
import { ABILITIES, FIELDS, assertNever, type Ability } from '../../../shared/terms'
import { omit } from '../../documents/core/step'
import { PUT_CAPABILITIES, describeCapabilities, type ServiceCapabilities } from './capabilities'

type Reach = 'connecting' | 'online' | 'offline' | 'unauthorized' | 'throttled' | 'account-deletion'
export type AbilityKnowledge = Readonly<Record<Ability, 'yes' | 'no' | 'unknown'>>
/**
 * Whether the account is still the one whose documents are here (C7). With `ask` only the writer can tell; with `other`
 * she has said that it is not.
 */
export type Identity = 'same' | 'in-doubt' | 'ask' | 'other'
export interface Meter {
  readonly limit: number
  readonly remaining: number
}

/** Everything that is known about one service and one key, as a value; `learn` makes the next one. */
export interface ConnectionState {
  readonly reach: Reach
  /** When `reach` was last set, in milliseconds since the epoch. */
  readonly since: number
  /** Counts the changes of key; an answer to an earlier key is ignored. */
  readonly keyGeneration: number
  /** While `throttled` or in `account-deletion` no request is sent before this time. */
  readonly retryAt?: number
  /** While the identity is not `same` nothing is written. */
  readonly identity: Identity
  /** The writer's answer where only she could tell whose account answers; another key leads to another question. */
  readonly toldIdentity?: 'same' | 'other'
  /** The search quota is used up until about this time. */
  readonly searchAgainAt?: number
  readonly problem?: Problem
  /** How many consecutive answers did not come from this API; after three the connection counts as offline. */
  readonly strangeInARow: number
  readonly abilities: AbilityKnowledge
  readonly capabilities: ServiceCapabilities
  readonly rate?: Meter
  readonly searchQuota?: Meter
  readonly paused: boolean
  /** True where the app's own service answers, for a library on this computer. */
  readonly isOwn: boolean
  /** The most that this device's clock was ahead of the service's since the app started, in milliseconds. */
  readonly aheadMs: number
}

/** What the client reports about each exchange. */
export interface Observation {
  readonly name: OperationName
  /** When the request was sent, in milliseconds since the epoch. */
  readonly askedAt: number
  readonly keyGeneration: number
  /** True where the request named something that does not exist (D2). */
  readonly isQuestion?: true
  readonly problem?: Problem
  readonly rate?: Meter
  readonly searchQuota?: Meter
  /** The service's clock, in milliseconds since the epoch. */
  readonly serverTime?: number
}

export type ConnectionEvent =
  | { readonly kind: 'answered'; readonly seen: Observation }
  /** With `isSameAccount` the account is certain, so it is not checked (C7). */
  | { readonly kind: 'key-changed'; readonly isSameAccount: boolean }
  /** An ability that was refused may have been granted since: the next use tells. */
  | { readonly kind: 'abilities-in-doubt' }
  | { readonly kind: 'abilities-seen'; readonly abilities: Partial<AbilityKnowledge> }
  | { readonly kind: 'capabilities-seen'; readonly capabilities: ServiceCapabilities }
  | { readonly kind: 'identity-seen'; readonly identity: Exclude<Identity, 'other'> }
  | { readonly kind: 'identity-told'; readonly identity: 'same' | 'other' }
  | { readonly kind: 'paused'; readonly paused: boolean }
  /** A waiting time is over or, with `asked`, the writer wants to try now. */
  | { readonly kind: 'wait-ended'; readonly asked: boolean }

const THROTTLED_DEFAULT_MS = 30_000
/**
 * While an account is being deleted, or a search quota is used up without a stated end, one attempt is made in each
 * such period.
 */
const BLOCKED_RETRY_MS = 5 * 60_000
const STRANGE_LIMIT = 3

export const unknownAbilities = Object.fromEntries(
  ABILITIES.map((ability) => [ability, 'unknown']),
) as AbilityKnowledge

export function initialState(
  now: number,
  capabilities: ServiceCapabilities = {},
  abilities: AbilityKnowledge = unknownAbilities,
  isOwn = false,
): ConnectionState {
  return {
    reach: 'connecting',
    since: now,
    keyGeneration: 0,
    identity: 'same',
    strangeInARow: 0,
    abilities,
    capabilities,
    paused: false,
    isOwn,
    aheadMs: 0,
  }
}

/** The state after `event`; the same object where nothing changed. */
export function learn(state: ConnectionState, event: ConnectionEvent, now: number): ConnectionState {
  switch (event.kind) {
    case 'answered':
      return event.seen.keyGeneration === state.keyGeneration ? answered(state, event.seen, now) : state
    case 'key-changed': {
      const { capabilities, ...rest } = omit(
        state,
        'problem',
        'retryAt',
        'searchAgainAt',
        'rate',
        'searchQuota',
      )
      return {
        ...(event.isSameAccount ? rest : omit(rest, 'toldIdentity')),
        // Another key may lead to another service behind the same address (C6).
        capabilities: event.isSameAccount ? capabilities : omit(capabilities, 'guarded', 'guardAsked'),
        reach: 'connecting',
        since: now,
        keyGeneration: state.keyGeneration + 1,
        identity: event.isSameAccount ? state.identity : 'in-doubt',
        strangeInARow: 0,
        abilities: unknownAbilities,
      }
    }
    case 'abilities-in-doubt':
      return {
        ...state,
        abilities: Object.fromEntries(
          ABILITIES.map((name) => [name, state.abilities[name] === 'no' ? 'unknown' : state.abilities[name]]),
        ) as AbilityKnowledge,
        capabilities: withoutIgnored(state.capabilities),
      }
    case 'abilities-seen':
      return { ...state, abilities: { ...state.abilities, ...event.abilities } }
    case 'capabilities-seen': {
      const isNew = (Object.keys(event.capabilities) as (keyof ServiceCapabilities)[]).some(
        (name) => event.capabilities[name] !== state.capabilities[name],
      )
      return isNew ? { ...state, capabilities: { ...state.capabilities, ...event.capabilities } } : state
    }
    case 'identity-seen': {
      const isAsked = state.identity === 'ask' || state.identity === 'other'
      // While the writer is being asked, another sign of doubt adds nothing.
      if (event.identity === 'in-doubt' && isAsked) return state
      const identity = event.identity === 'ask' ? (state.toldIdentity ?? 'ask') : event.identity
      return state.identity === identity ? state : { ...state, identity }
    }
    case 'identity-told':
      return { ...state, identity: event.identity, toldIdentity: event.identity }
    case 'paused':
      return state.paused === event.paused ? state : { ...state, paused: event.paused }
    case 'wait-ended':
      return waited(state, event.asked ? Infinity : now, now)
    default:
      return assertNever(event)
  }
}

function waited(state: ConnectionState, until: number, now: number): ConnectionState {
  const isOver = (at: number | undefined) => at !== undefined && at <= until
  if (!isOver(state.retryAt) && !isOver(state.searchAgainAt)) return state
  const { retryAt, searchAgainAt, ...rest } = state
  const left = {
    ...rest,
    ...(retryAt !== undefined && !isOver(retryAt) && { retryAt }),
    ...(searchAgainAt !== undefined && !isOver(searchAgainAt) && { searchAgainAt }),
  }
  return state.reach === 'throttled' && isOver(retryAt) ? online(left, now) : left
}

function answered(before: ConnectionState, seen: Observation, now: number): ConnectionState {
  const state = withClock(withMeters(before, seen), seen, now)
  const code = seen.problem?.code
  switch (code) {
    case undefined:
    case 'stale':
    case 'precondition-required':
      return well(
        withAbility(code === undefined || seen.isQuestion ? state : withGuard(state), seen.name, 'yes'),
        seen,
        now,
      )
    case 'not-found':
      // `rag:read` is probed with a chunk that does not exist. For other routes a 404 may come before the abilities are
      // checked.
      return well(seen.name === 'chunks.get' ? withAbility(state, seen.name, 'yes') : state, seen, now)
    case 'missing-ability':
      return well(withAbility(state, seen.name, 'no'), seen, now)
    case 'quota-exceeded':
      return {
        ...well(withAbility(state, seen.name, 'yes'), seen, now),
        searchAgainAt: now + (seen.problem?.retryAfterMs ?? BLOCKED_RETRY_MS),
      }
    case 'unreachable':
    case 'timeout':
      return state.reach === 'unauthorized' ? state : away(state, 'offline', seen.problem, now)
    case 'unauthorized':
      return away(state, 'unauthorized', seen.problem, now)
    case 'throttled':
      return {
        ...away(state, 'throttled', seen.problem, now),
        retryAt: Math.max(state.retryAt ?? 0, now + (seen.problem?.retryAfterMs ?? THROTTLED_DEFAULT_MS)),
      }
    case 'account-deletion':
      return {
        ...away(state, 'account-deletion', seen.problem, now),
        retryAt: now + (seen.problem?.retryAfterMs ?? BLOCKED_RETRY_MS),
      }
    case 'bad-answer':
    case 'redirected':
    case 'service-failed': {
      const strange = { ...state, strangeInARow: state.strangeInARow + 1 }
      if (seen.problem?.retryAfterMs !== undefined)
        return { ...away(strange, 'throttled', seen.problem, now), retryAt: now + seen.problem.retryAfterMs }
      const isAway = strange.strangeInARow >= STRANGE_LIMIT || state.reach === 'connecting'
      return isAway && state.reach !== 'unauthorized' ? away(strange, 'offline', seen.problem, now) : strange
    }
    case 'cancelled':
      return state
    default:
      return well(state, seen, now)
  }
}

/** A smaller difference between clocks is ignored: answers take time, and `Date` has whole seconds. */
const CLOCK_MS = 60_000

function withClock(state: ConnectionState, { serverTime }: Observation, now: number): ConnectionState {
  const aheadMs = serverTime === undefined ? 0 : now - serverTime
  return aheadMs > state.aheadMs + CLOCK_MS ? { ...state, aheadMs } : state
}

/** The state after an answer of this API. An answer to a request from before a refusal does not lift the refusal. */
function well(state: ConnectionState, seen: Observation, now: number): ConnectionState {
  const refused =
    state.reach === 'unauthorized' || state.reach === 'throttled' || state.reach === 'account-deletion'
  if (refused && seen.askedAt < (state.retryAt ?? state.since)) return state
  return online(state, now)
}

function online(state: ConnectionState, now: number): ConnectionState {
  if (state.reach === 'online' && state.strangeInARow === 0) return state
  return { ...omit(state, 'problem', 'retryAt'), reach: 'online', since: now, strangeInARow: 0 }
}

function away(state: ConnectionState, reach: Reach, why: Problem | undefined, now: number): ConnectionState {
  if (state.reach === reach && state.problem?.code === why?.code) return state
  return { ...omit(state, 'problem', 'retryAt'), reach, since: now, ...(why && { problem: why }) }
}

function withGuard(state: ConnectionState): ConnectionState {
  return state.capabilities.guarded === 'seen'
    ? state
    : { ...state, capabilities: { ...state.capabilities, guarded: 'seen' } }
}

/**
 * The state with an ability of the key. Where either of two abilities opens a route, its answers prove neither of them.
 */
function withAbility(state: ConnectionState, name: OperationName, known: 'yes' | 'no'): ConnectionState {
  const abilities: readonly Ability[] = OPERATIONS[name].abilities
  if (known === 'yes' && abilities.length > 1) return state
  if (abilities.every((ability) => state.abilities[ability] === known)) return state
  return {
    ...state,
    abilities: { ...state.abilities, ...Object.fromEntries(abilities.map((ability) => [ability, known])) },
  }
}

function withMeters(state: ConnectionState, { rate, searchQuota }: Observation): ConnectionState {
  const sameRate = rate === undefined || same(rate, state.rate)
  const sameQuota = searchQuota === undefined || same(searchQuota, state.searchQuota)
  if (sameRate && sameQuota) return state
  return { ...state, ...(rate && { rate }), ...(searchQuota && { searchQuota }) }
}

const same = (a: Meter, b: Meter | undefined) => a.limit === b?.limit && a.remaining === b.remaining

type Doubts = Readonly<Record<Exclude<Identity, 'same'>, Problem>>

const OF_A_SERVICE: Doubts = {
  'in-doubt': problem('not-allowed', 'Stet is checking whether this key still opens the same account.'),
  ask: problem(
    'not-allowed',
    'The service has none of the texts that are here, so only you can tell whether it is your account. What waits is sent once you say so.',
  ),
  other: problem(
    'not-allowed',
    'You said that the service answers for another account. What is on this device stays here; nothing is sent.',
  ),
}

const OF_THIS_COMPUTER: Doubts = {
  'in-doubt': problem('not-allowed', 'Stet is checking whether the stored library is still the same one.'),
  ask: problem(
    'not-allowed',
    'None of the texts that are here are in the stored library, so only you can tell whether it is the same one. What waits is stored once you say so.',
  ),
  other: problem(
    'not-allowed',
    'You said that the stored library is another one. What is here stays here; nothing is stored there.',
  ),
}

/** Why nothing is written; `undefined` while the account is the same. */
const doubtOf = ({ identity, isOwn }: ConnectionState): Problem | undefined =>
  identity === 'same' ? undefined : (isOwn ? OF_THIS_COMPUTER : OF_A_SERVICE)[identity]

/**
 * Why `name` may not be requested now; `undefined` where it may. No request leaves the device without this check (D3,
 * E2).
 */
export function refusal(state: ConnectionState, name: OperationName, now: number): Problem | undefined {
  if (state.reach === 'unauthorized')
    return state.problem ?? problem('unauthorized', 'The service does not accept this key.')
  const waitMs = (state.retryAt ?? 0) - now
  if (waitMs > 0 && state.problem) return { ...state.problem, retryAfterMs: waitMs }
  if (state.identity !== 'same' && OPERATIONS[name].method !== 'GET' && name !== 'search.semantic')
    return doubtOf(state)
  const quotaMs = (state.searchAgainAt ?? 0) - now
  if (name === 'search.semantic' && quotaMs > 0)
    return problem('quota-exceeded', 'The search quota of this account is used up.', {
      retryAfterMs: quotaMs,
    })
  return undefined
}

/** How long background work pauses between requests, so that saves go first (E2). */
export function backgroundPauseMs({ rate }: ConnectionState): number {
  if (!rate || rate.limit <= 0) return 0
  const left = rate.remaining / rate.limit
  return left < 0.05 ? 30_000 : left < 0.2 ? 5_000 : 0
}

/** The capabilities without the fields noted as ignored: the service may accept them by now. */
function withoutIgnored(capabilities: ServiceCapabilities): ServiceCapabilities {
  const fields: readonly string[] = Object.values(PUT_CAPABILITIES)
  return Object.fromEntries(
    Object.entries(capabilities).filter(([name, known]) => known !== 'no' || !fields.includes(name)),
  )
}

/** The part of the IPC record that the state knows. */
export function reportOf(
  state: ConnectionState,
): Pick<
  ConnectionRecord,
  'state' | 'abilities' | 'guarded' | 'ignoredFields' | 'capabilities' | 'otherAccount'
> &
  Partial<Pick<ConnectionRecord, 'retryAt' | 'problem' | 'rate' | 'searchQuota' | 'asksAccount'>> {
  const doubt = doubtOf(state)
  const shown = state.identity === 'in-doubt' ? (state.problem ?? doubt) : (doubt ?? state.problem)
  return {
    state: state.paused && state.reach === 'online' ? 'paused' : state.reach,
    abilities: state.abilities,
    otherAccount: state.identity === 'other',
    ...(state.identity === 'ask' && { asksAccount: true }),
    guarded: state.capabilities.guarded ?? 'not-seen-yet',
    ignoredFields: FIELDS.filter((field) => state.capabilities[PUT_CAPABILITIES[field]] === 'no'),
    capabilities: [...describeCapabilities(state.capabilities)],
    ...(state.retryAt !== undefined && { retryAt: state.retryAt }),
    ...(shown && { problem: shown }),
    ...(state.rate && { rate: state.rate }),
    ...(state.searchQuota && { searchQuota: state.searchQuota }),
  }
}
