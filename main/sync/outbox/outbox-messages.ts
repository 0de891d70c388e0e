import type { OutboxItem } from '../../../shared/ipc/ipc-sync'
import type { Problem } from '../../../shared/problem'
import type { ConnectionState } from '../service/connection-state'
import type { SendIntent } from '../../documents/core/events'
import type { WaitingThing } from './sendable'

/** The state of one thing in the outbox. */
interface Standing {
  readonly intent: SendIntent
  readonly isRunning: boolean
  /** The next try, in milliseconds since the epoch. */
  readonly dueAt: number
  /** Why the last try failed. */
  readonly problem: Problem | undefined
}

type Reason = Pick<OutboxItem, 'why' | 'state'> & { readonly retryAt?: number }

/** The item of the list for one waiting thing, with its reason in the writer's words. */
export function itemOf(
  id: string,
  thing: WaitingThing,
  standing: Standing,
  connection: ConnectionState,
  now: number,
): OutboxItem {
  const { why, state, retryAt } = reasonOf(thing, standing, connection, now)
  const canDecide = thing.asks === true
  const isKeyRefused = connection.reach === 'unauthorized'
  return {
    id,
    ...(thing.documentId !== undefined && { documentId: thing.documentId }),
    what: thing.what,
    kind: thing.kind,
    why,
    state,
    ...(retryAt !== undefined && { retryAt }),
    canDecide,
    canRetry: !standing.isRunning && !canDecide && !isKeyRefused && state !== 'blocked' && state !== 'paused',
    canDiscard: thing.canDiscard && !standing.isRunning,
    ...(thing.choices !== undefined && { choices: thing.choices }),
  }
}

function reasonOf(
  { needs, blocked, heldBack }: WaitingThing,
  { intent, isRunning, dueAt, problem }: Standing,
  connection: ConnectionState,
  now: number,
): Reason {
  if (isRunning) return { why: 'Being sent', state: 'sending' }
  if (needs !== undefined) return { why: needs, state: blocked === true ? 'blocked' : 'needs-you' }
  if (heldBack === true) return { why: 'Not yet published: the save key sends it', state: 'waiting' }
  if (connection.paused) return { why: 'Paused', state: 'paused' }
  switch (connection.reach) {
    case 'unauthorized':
      return { why: 'Waits for a key that the service accepts', state: 'needs-you' }
    case 'account-deletion':
      return { why: 'The account is being deleted', state: 'waiting', ...whenOf(connection.retryAt, now) }
    case 'throttled':
      return again('The service asked to wait', connection.retryAt ?? now, now)
    case 'offline':
      return {
        why: connection.isOwn ? 'Waits for the stored library' : 'Waits for the network',
        state: 'waiting',
        ...whenOf(connection.retryAt, now),
      }
    case 'connecting':
    case 'online':
      if (problem?.code === 'missing-ability') return { why: blockedBy(problem), state: 'blocked' }
      if (problem !== undefined && dueAt > now) return again(problem.message, dueAt, now)
      return { why: intent.kind === 'pause' ? 'Waits for a pause' : 'Goes next', state: 'waiting' }
  }
}

/** The ability that the key lacks, in words. It is asked for again when the key or its abilities change. */
function blockedBy({ ability, message }: Problem): string {
  const [what, verb] = ability?.split(':') ?? []
  return what === undefined || verb === undefined ? message : `This key may not ${verb} ${what}.`
}

/** A reason with the time of the next try; the list shows a countdown beside it. */
const again = (why: string, at: number, now: number): Reason => ({
  why,
  state: 'waiting',
  ...whenOf(at, now),
})

const whenOf = (at: number | undefined, now: number) => (at !== undefined && at > now ? { retryAt: at } : {})
