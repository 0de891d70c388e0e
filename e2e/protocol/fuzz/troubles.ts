import type { Fault } from '../../faults'
import { LIES } from './lies'
import { below, note, oneOf, type Move } from './deed'

const MINUTE = 60_000

export const crashes: Move = (cast, actor) => {
  const { writer } = actor
  if (below(cast, 3) === 0) {
    note(cast, actor, 'crashes')
    writer.die()
  } else {
    const commits = 1 + below(cast, 8)
    note(cast, actor, `will crash after ${commits} transactions`)
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

export const meetsFaults: Move = (cast, actor) => {
  const fault = oneOf(cast, FAULTS)!
  const times = 1 + below(cast, 3)
  const when = oneOf(cast, ['', 'PUT', 'POST', 'GET', 'DELETE'])!
  note(cast, actor, `will meet ${JSON.stringify(fault)}, ${times} times, ${when}`)
  // Repeating a request is the network's doing: a service that ignores keys then makes two documents by itself.
  if (fault.kind === 'repeated' && when !== 'GET' && when !== 'PUT') return undefined
  actor.writer.faults.plan(fault, when, times)
  return Promise.resolve()
}

export const isLiedTo: Move = (cast, actor) => {
  const lie = oneOf(cast, LIES)!
  const times = 1 + below(cast, 2)
  note(cast, actor, `will be lied to ${times} times: ${lie}`)
  actor.liar.plan(lie, times)
  return Promise.resolve()
}

export const isThrottled: Move = (cast, actor) => {
  const seconds = 1 + below(cast, 90)
  const after = [String(seconds), new Date(seconds * 1_000).toUTCString(), undefined][below(cast, 3)]
  const times = 1 + below(cast, 12)
  note(cast, actor, `is throttled ${times} times: ${after ?? 'no time given'}`)
  actor.writer.faults.plan({ kind: 'throttled', ...(after !== undefined && { after }) }, '', times)
  return Promise.resolve()
}

export const goesOffline: Move = (cast, actor) => {
  note(cast, actor, 'goes offline')
  actor.writer.faults.offline(true)
  return Promise.resolve()
}

export const comesBack: Move = (cast, actor) => {
  note(cast, actor, 'comes back')
  actor.writer.faults.clear()
  actor.writer.workspace.retry()
  return Promise.resolve()
}

export const clockJumps: Move = (cast, actor) => {
  const minutes = below(cast, 240) - 120
  note(cast, actor, `has a clock that is ${minutes} minutes ahead`)
  actor.writer.skewMs = minutes * MINUTE
  return Promise.resolve()
}
