import { problem, type Problem } from '../../../shared/problem'
import { assertNever, type DocumentId, type RemoteId } from '../../../shared/terms'
import type { SyncLog } from '../../store/sync-log'
import { createAnnouncing, type AnnouncingParts } from './announcing'
import type { Engine, Dispatched } from './engine'
import type { Live } from './live'
import type { DocumentRequests } from './requests'
import { effectiveTitle } from '../core/record'
import { differenceMessage } from './messages'
import type { Effect, Event, SendIntent, WriteOutcome } from '../core/events'
import type { Sent, WorkingCopy } from '../core/working-copy'

type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>

interface ExchangeParts extends AnnouncingParts {
  readonly engine: () => Engine
  readonly requests: DocumentRequests
  /** Called when the service has given this id to a document that was just created. */
  readonly noteGiven: (remoteId: RemoteId, to: DocumentId) => void
  /** Called when a write that tests whether writes are guarded has ended (C6). */
  readonly noteGuardAsked: () => void
  /** Whether a request that nobody waits for may be sent now. */
  readonly mayPoll: () => boolean
  readonly schedule: (id: DocumentId, intent: SendIntent) => void
  readonly report: (error: unknown) => void
}

/**
 * The number of writes that may follow one another without a pause. A service that answers reads one way and writes
 * another would keep them going for ever.
 */
const SENDS_MAX = 8
const CREATES_MAX = 2
const CONTRADICTED = problem('service-failed', 'The service contradicts itself.')

/** Runs the effects that send requests. Each effect that asks for an answer gets exactly one, failures included. */
export function createExchanges(parts: ExchangeParts) {
  const { requests, log } = parts
  const polling = new Set<string>()
  const announce = createAnnouncing(parts)

  /**
   * Dispatches the event in which `work` ends. An error that `work` throws is a fault of the program and is answered by
   * `failure`.
   */
  function answer(
    live: Live,
    work: () => Promise<readonly [Event, Dispatched?]>,
    failure: (why: Problem) => Event,
  ): void {
    const end = parts.engine().exchange(live)
    const settle = async () => {
      try {
        return await work()
      } catch (error) {
        parts.report(error)
        return [
          failure(problem('unexpected', 'Something went wrong inside Stet. Your text is kept.')),
        ] as const
      }
    }
    void settle()
      .then(([event, more]) => parts.engine().dispatch(live, event, more))
      .catch(parts.report)
      .finally(end)
  }

  function send(live: Live, effect: EffectOf<'send'>, before: WorkingCopy): void {
    const { sent } = effect
    const what = differenceMessage(before)?.what ?? `Edit of “${effectiveTitle(before.mine)}”`
    const hindrance = hindranceOf(live, sent, before.problem)
    answer(
      live,
      async () => {
        if (hindrance !== undefined)
          return [{ kind: 'write-ended', flight: sent.id, outcome: { kind: 'blocked', problem: hindrance } }]
        const { outcome, times, capabilities } = await requests.send(effect, before.base)
        if (capabilities !== undefined) parts.noteCapabilities(capabilities)
        if (sent.asksGuard === true) parts.noteGuardAsked()
        if (sent.kind === 'create' && outcome.kind === 'stored') parts.noteGiven(outcome.remoteId, live.id)
        const together = () => log.add(logged(live, what, outcome))
        return [
          { kind: 'write-ended', flight: sent.id, outcome },
          { times, together },
        ]
      },
      (why) => ({ kind: 'write-ended', flight: sent.id, outcome: { kind: 'unknown', problem: why } }),
    )
  }

  /** Reads a document in the background. A failure, or a document that has not changed, is not reported. */
  function poll(live: Live, isWhole: boolean): void {
    const { remoteId, base, generation: askedAt } = live.copy
    if (remoteId === undefined || polling.has(live.id) || !parts.mayPoll()) return
    polling.add(live.id)
    const end = parts.engine().exchange(live)
    requests
      .readIfMoved(remoteId, isWhole ? undefined : base?.etag)
      .then((read) => {
        polling.delete(live.id)
        if (!read || read.outcome.kind === 'failed') return
        const remoteRead = { kind: 'remote-read', askedAt, outcome: read.outcome, listItem: false } as const
        parts.engine().dispatch(live, remoteRead, { times: read.times })
      })
      .catch((error: unknown) => {
        polling.delete(live.id)
        parts.report(error)
      })
      .finally(end)
  }

  return function perform(live: Live, effect: Effect, before: WorkingCopy): void {
    switch (effect.kind) {
      case 'send':
        return send(live, effect, before)
      case 'read': {
        const { reading, remoteId } = effect
        return answer(
          live,
          async () => {
            const { outcome, times } = await requests.read(remoteId)
            return [{ kind: 'read-ended', reading, outcome }, { times }]
          },
          (why) => ({ kind: 'read-ended', reading, outcome: { kind: 'failed', problem: why } }),
        )
      }
      case 'read-versions': {
        const { reading } = effect
        return answer(
          live,
          async () => [{ ...(await requests.readVersions(effect)), reading }],
          (why) => ({ kind: 'versions-failed', reading, problem: why }),
        )
      }
      case 'find-created': {
        const { reading, create } = effect
        return answer(
          live,
          async () => {
            const { outcome, times } = await requests.findCreated(create)
            return [{ kind: 'find-created-ended', reading, outcome }, { times }]
          },
          (why) => ({ kind: 'find-created-ended', reading, outcome: { kind: 'failed', problem: why } }),
        )
      }
      case 'poll':
        return poll(live, effect.isWhole === true)
      case 'schedule':
        return parts.schedule(live.id, effect.intent)
      case 'announce':
        return announce(live, effect)
      case 'snapshot':
      case 'create-copy':
      case 'forget':
        return
      default:
        return assertNever(effect)
    }
  }
}

/** The reason why this write is not sent at all; `undefined` where it may be sent. */
function hindranceOf(live: Live, sent: Sent, before: Problem | undefined): Problem | undefined {
  live.sends++
  if (live.sends > SENDS_MAX) return CONTRADICTED
  // A create whose search found nothing is repeated at once, but only once: a service may go on giving such answers.
  if (sent.kind === 'create' && live.sends > CREATES_MAX && before !== undefined) return before
  // An unguarded write that is not in the journal would be unknown after a crash (W1). Nor may a write go out before
  // the text that it replaces is kept (W16).
  const isKeptFirst =
    sent.etag === undefined || sent.asksGuard === true || live.owed.some(({ isText }) => isText)
  return isKeptFirst ? live.unwritten : undefined
}

function logged(live: Live, what: string, outcome: WriteOutcome): Parameters<SyncLog['add']>[0] {
  const entry = { documentId: live.id, what }
  switch (outcome.kind) {
    case 'stored':
    case 'empty':
      return { ...entry, kind: 'sent', detail: 'Accepted by the service' }
    case 'stale':
      return { ...entry, kind: 'failed', detail: 'It had changed on the service; both texts were compared' }
    case 'gone':
      return { ...entry, kind: 'failed', detail: 'It is not on the service any more' }
    case 'refused':
      return { ...entry, kind: 'failed', detail: `Not accepted: ${outcome.problem.message}` }
    case 'blocked':
      return { ...entry, kind: 'failed', detail: `Not sent: ${outcome.problem.message}` }
    case 'unknown':
      return { ...entry, kind: 'failed', detail: `No answer, so it is looked up: ${outcome.problem.message}` }
  }
}
