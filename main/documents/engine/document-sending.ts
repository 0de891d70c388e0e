import { isDeepStrictEqual } from 'node:util'
import type { DocumentStatusReport } from '../../../shared/ipc/ipc-records'
import { problem, type Problem } from '../../../shared/problem'
import type { DocumentId, Fields, RemoteId } from '../../../shared/terms'
import type { Connection } from '../../sync/service/connection'
import type { Outbox } from '../../sync/outbox/outbox'
import type { Attempt, Sendable } from '../../sync/outbox/sendable'
import type { Engine, EngineParts } from './engine'
import type { Live } from './live'
import type { IdMapping } from '../documents'
import { hasHeldWords, hasWords } from '../core/pending'
import { intentOf, isUnresolved } from '../core/send-intent'
import { statusOf } from './row'
import { fieldsWithout, unresolvedFields } from './seen'
import { describeDocument } from './messages'
import type { Event, SendIntent } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

interface DocumentSendingParts {
  readonly engine: () => Engine
  readonly outbox: Outbox
  readonly connection: Connection
  readonly idMapping: IdMapping
  readonly autosavePublished: () => boolean
  /** Whether a document other than this one has that id on the service. */
  readonly isAnothers: (id: DocumentId, remoteId: RemoteId) => boolean
  readonly report: (error: unknown) => void
}

export interface DocumentSending extends Pick<EngineParts, 'world' | 'hindrance' | 'written' | 'statusOf'> {
  readonly sendable: Sendable
  /** Runs the effect `schedule`. */
  schedule(id: DocumentId, intent: SendIntent): void
  /** Schedules the document as if `cause` had happened, after a change that no event of its own describes. */
  reschedule(live: Live, cause: Event['kind']): void
  /** Saves at the writer's request. `blur` sends only changes that would be sent automatically. */
  save(live: Live, reason: 'key' | 'blur' | 'publish'): void
}

const PAUSED = problem('not-allowed', 'Sending is paused.')
const OFFLINE = problem('unreachable', 'Waits for the network.')
const NO_WRITING = problem('missing-ability', 'This key may not write documents.')

/** Connects documents with the outbox: documents decide what is sent, the outbox decides when. */
export function createDocumentSending(parts: DocumentSendingParts): DocumentSending {
  const { outbox, connection, idMapping } = parts

  function hindrance(isTrying: boolean): Problem | undefined {
    const { reach, paused, problem: why, abilities } = connection.current()
    if (paused) return PAUSED
    if (abilities['documents:write'] === 'no') return NO_WRITING
    const refused = connection.refusal('documents.update')
    if (refused) return refused
    return reach === 'offline' && !isTrying ? (why ?? OFFLINE) : undefined
  }

  const pendingContext = () => ({
    autosavePublished: parts.autosavePublished(),
    unresolvedIn: (fields: Fields) => unresolvedFields(fields, idMapping),
  })

  /** How soon the document would be sent if `cause` happened now. */
  const intentNow = ({ copy }: Live, cause: Event['kind']): SendIntent | undefined =>
    intentOf(copy, cause, pendingContext())

  const sendable: Sendable = {
    kind: 'document',

    async send(id, asked) {
      const engine = parts.engine()
      try {
        const live = engine.load(id)
        if (!live) return { kind: 'ended' }
        return await attempt(engine, live, asked)
      } catch (error) {
        parts.report(error)
        return { kind: 'failed', problem: problem('unexpected', 'Something went wrong inside Stet.') }
      }
    },

    describe(id) {
      return parts.engine().withCopy(id, ({ copy }) =>
        describeDocument(copy, {
          isHeldBack: hasHeldWords(copy, parts.autosavePublished()),
          isUnresolved: isUnresolved(copy, pendingContext()),
        }),
      )
    },

    discard(id) {
      const engine = parts.engine()
      return engine.withCopy(id, (live) => {
        engine.applyTyped(live)
        const before = live.copy
        // Where a delete is discarded the document stays, with the words that were typed into it.
        engine.dispatch(live, { kind: before.mine.deleted ? 'undeleted' : 'discarded' })
        const { mine } = live.copy
        // After a conflict mine must not come back: it was never merged with theirs and would overwrite that text. Only
        // the snapshot has it.
        return before.conflict === undefined ? () => undoDiscard(id, before, mine) : undefined
      })
    },
  }

  /**
   * Brings back the edit, the delete or the new document that was discarded; false where the document has changed
   * since.
   */
  function undoDiscard(id: DocumentId, { mine, base }: WorkingCopy, discarded: WorkingCopy['mine']): boolean {
    const engine = parts.engine()
    const isDone = engine.withCopy(id, (live) => {
      engine.applyTyped(live)
      const now = live.copy.mine
      if (!isDeepStrictEqual(now, discarded)) return false
      if (base === undefined && now.deleted) engine.dispatch(live, { kind: 'undeleted' })
      else if (mine.deleted) engine.dispatch(live, { kind: 'deleted' })
      else {
        if (mine.text !== now.text) engine.dispatch(live, { kind: 'typed', text: mine.text })
        engine.dispatch(live, { kind: 'fields-edited', fields: mine.fields })
      }
      return true
    })
    return isDone === true
  }

  /** Makes one attempt: the send and all following steps, until no request is in flight. */
  async function attempt(engine: Engine, live: Live, asked: boolean): Promise<Attempt> {
    live.isTrying = true
    live.sends = 0
    try {
      await engine.quiet(live)
      const reason = asked ? 'save-key' : live.copy.phase === 'queued' ? 'retry' : 'pause'
      engine.dispatch(live, { kind: 'send-due', reason })
      await engine.quiet(live)
    } finally {
      live.isTrying = false
    }
    const { phase, problem: why } = live.copy
    engine.tellStatus(live)
    engine.settleDown(live)
    return phase === 'queued' && why !== undefined ? { kind: 'failed', problem: why } : { kind: 'ended' }
  }

  return {
    sendable,
    hindrance,

    world(copy) {
      const { guarded, history, idempotency } = connection.capabilities()
      const withoutGone = fieldsWithout(copy.mine.fields, (id) => idMapping.isGone(id))
      const withoutUnlisted = fieldsWithout(copy.mine.fields, (id) => !idMapping.isListed(id))
      return {
        guarded: guarded === 'seen',
        asksGuard: guarded === undefined,
        hasVersions: history !== 'no',
        honoursKeys: idempotency === 'yes',
        ...pendingContext(),
        ...(withoutGone !== undefined && { withoutGone }),
        ...(withoutUnlisted !== undefined && { withoutUnlisted }),
        isTaken: (remoteId) => parts.isAnothers(copy.id, remoteId),
      }
    },

    schedule: (id, intent) => outbox.schedule(sendable, id, intent),

    reschedule(live, cause) {
      const intent = intentNow(live, cause)
      if (intent) outbox.schedule(sendable, live.id, intent)
      if (cause === 'loaded' && hasWords(live.copy)) outbox.noteWords(sendable, live.id, 'before')
    },

    written(live) {
      const intent = intentNow(live, 'loaded')
      if (intent?.kind === 'now' || intent?.kind === 'pause')
        outbox.schedule(sendable, live.id, { kind: 'now', first: true })
    },

    statusOf(live): DocumentStatusReport {
      const { copy, unwritten } = live
      // A document that the service does not have yet belongs to this device: its draft waits for a key that may write.
      const isReadOnly =
        connection.current().abilities['documents:write'] === 'no' && copy.remoteId !== undefined
      return {
        ...statusOf(copy, unwritten, outbox.retryAt(sendable, live.id)),
        ...(copy.remoteId === undefined && { isNew: true }),
        ...(isReadOnly && { readOnly: NO_WRITING.message }),
      }
    },

    save(live, reason) {
      if (reason !== 'blur')
        parts.engine().dispatch(live, {
          kind: 'send-asked',
          reason: reason === 'key' ? 'save-key' : 'publish',
        })
      else if (intentNow(live, 'typed')?.kind === 'pause')
        outbox.schedule(sendable, live.id, { kind: 'now', first: false })
    },
  }
}
