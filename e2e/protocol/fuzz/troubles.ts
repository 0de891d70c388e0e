import type { Fault } from '../../faults'
import { LIES } from './lies'
import { below, note, oneOf, type Move } from './action'

const MINUTE = 60_000

export const crashes: Move = (participants, actor) => {
  const { writer } = actor
  if (below(participants, 3) === 0) {
    note(participants, actor, 'crashes')
    writer.die()
  } else {
    const commits = 1 + below(participants, 8)
    note(participants, actor, `will crash after ${commits} transactions`)
    writer.dieAfter(commits)
  }
  return Promise.resolve()
}

const FAULTS: readonly Fault[] = [
  { kind: 'refused' },
  { kind: 'dropped' },
  { kind: 'answer-lost' },
  { kind: 'answer-lost' },
  { kind: 'half-body' },
  { kind: 'slow', delayMs: 4_000 },
  { kind: 'slow', delayMs: 25_000 },
  { kind: 'silent' },
  { kind: 'silent', landed: true },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500, landed: true },
  { kind: 'status', status: 502, body: '<html>Bad gateway</html>' },
  { kind: 'html' },
  { kind: 'html', landed: true },
  { kind: 'empty-body' },
  { kind: 'no-etag' },
  { kind: 'repeated' },
]

export const meetsFaults: Move = (participants, actor) => {
  const fault = oneOf(participants, FAULTS)!
  const times = 1 + below(participants, 3)
  const when = oneOf(participants, ['', 'PUT', 'POST', 'GET', 'DELETE'])!
  note(participants, actor, `will meet ${JSON.stringify(fault)}, ${times} times, ${when}`)
  // Requests are repeated by the network. A service that ignores keys would create two documents then, without a fault
  // of the client.
  if (fault.kind === 'repeated' && when !== 'GET' && when !== 'PUT') return undefined
  actor.writer.faults.plan(fault, when, times)
  return Promise.resolve()
}

export const isLiedTo: Move = (participants, actor) => {
  const lie = oneOf(participants, LIES)!
  const times = 1 + below(participants, 2)
  note(participants, actor, `will be lied to ${times} times: ${lie}`)
  actor.liar.plan(lie, times)
  return Promise.resolve()
}

export const isThrottled: Move = (participants, actor) => {
  const seconds = 1 + below(participants, 90)
  const after = [String(seconds), new Date(seconds * 1_000).toUTCString(), undefined][below(participants, 3)]
  const times = 1 + below(participants, 12)
  note(participants, actor, `is throttled ${times} times: ${after ?? 'no time given'}`)
  actor.writer.faults.plan({ kind: 'throttled', ...(after !== undefined && { after }) }, '', times)
  return Promise.resolve()
}

export const goesOffline: Move = (participants, actor) => {
  note(participants, actor, 'goes offline')
  actor.writer.faults.offline(true)
  return Promise.resolve()
}

export const comesBack: Move = (participants, actor) => {
  note(participants, actor, 'comes back')
  actor.writer.faults.clear()
  actor.writer.workspace.retry()
  return Promise.resolve()
}

export const clockJumps: Move = (participants, actor) => {
  const minutes = below(participants, 240) - 120
  note(participants, actor, `has a clock that is ${minutes} minutes ahead`)
  actor.writer.skewMs = minutes * MINUTE
  return Promise.resolve()
}
