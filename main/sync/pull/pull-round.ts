import type { RemoteId } from '../../../shared/terms'
import { proveIdentity } from '../http/identity'
import { createProbe } from '../service/probe'
import { pullAll, pullMoved, READ_SINGLY_MAX, readAgain, readEach } from './pull-documents'
import type { DocumentPullParts, RoundEnd } from './pull-pages'
import { isWalkDue, recordAfter, recordOf, WALK_EVERY_MS, type PullRecord } from './pull-record'

export interface PullRoundParts extends Omit<DocumentPullParts, 'signal'> {
  /** Pulls folders and tags, before the documents that name them. */
  readonly pullItems: (signal: AbortSignal) => Promise<unknown>
  /** Documents that are open in a window, by the service's ids, the focused one first. */
  readonly openThere: () => readonly RemoteId[]
  /** How many documents the service is known to have. */
  readonly countThere: () => number
  /** A mark that changes when the set of known documents changes. */
  readonly markThere: () => string
  /** The facts that earlier rounds have stored with the connection. */
  readonly facts: { read(name: string): unknown; write(name: string, value: unknown): void }
  /** Runs work that writes large amounts to the database. */
  readonly inBulk?: <T>(work: () => Promise<T>) => Promise<T>
  /** The progress of the first pull; `undefined` once it is over. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number } | undefined) => void
}

/** Runs one round of a pull after another. A round verifies whose account answers before it trusts any answer. */
export function createPullRound(parts: PullRoundParts) {
  const { clock, connection, facts } = parts
  let mustWalk = false
  /** Whether a restored backup was noticed and could not be recorded on a full disk. */
  let hasGoneBack = false
  const probe = createProbe({ ...parts, everyMs: WALK_EVERY_MS })

  const stored = () => recordOf(facts.read('pull'))
  const store = (record: PullRecord) => facts.write('pull', record)

  /** Pulls changed documents. `again` requests another round at once. */
  async function run(signal: AbortSignal, life: AbortSignal): Promise<'again' | undefined> {
    await proveIdentity(parts)
    if (connection.current().identity !== 'same') return undefined
    await probe(signal)
    await parts.pullItems(signal)
    await readEach({ ...parts, signal: life }, parts.openThere(), { isShort: true })
    if (signal.aborted || connection.current().reach === 'offline') return undefined
    const record = stored()
    if (!record) return ended(await firstPull(parts, signal), undefined)
    if (hasGoneBack) return beginAnew(record)
    const isHalfRead = await readUnread(record, signal)
    const { sorting, updatedSince } = connection.capabilities()
    let next: 'again' | undefined = isHalfRead ? 'again' : undefined
    const canAsk = record.newest !== undefined && (sorting === 'yes' || updatedSince === 'yes')
    if (canAsk) {
      const end = await pullMoved({ ...parts, signal }, record.newest)
      if (end.kind !== 'done') return ended(end, record)
      next = ended(end, stored()) ?? next
    }
    const isLate = mustWalk || isWalkDue(record, canAsk, clock.now())
    // While documents that the last walk missed are still requested, a differing count proves nothing new.
    const isDue = isLate || (!isHalfRead && (await countsDiffer(parts, signal, stored()?.examined)))
    if (!isDue || signal.aborted) return next
    const how = record.newest === undefined ? 'after a restore' : 'again'
    const end = await pullAll({ ...parts, signal }, undefined, how)
    if (end.kind === 'done') mustWalk = false
    return ended(end, end.kind === 'went-back' ? record : stored())
  }

  function ended(end: RoundEnd, before: PullRecord | undefined): 'again' | undefined {
    if (end.kind === 'went-back' && before !== undefined) return beginAnew(before)
    if (end.kind !== 'done') return undefined
    store(recordAfter(end, before, clock.now(), markOf(parts, end.total)))
    return isLeftOver(end, parts.pulled.isCreateUnknown()) ? 'again' : undefined
  }

  /**
   * Begins anew after a backup was restored on the service (C7). Its ETags may be issued again, so each document is
   * read before it is written. The account is proved again. The whole list is walked, because a document that went back
   * is in no list of changes.
   */
  function beginAnew({ newest: _newest, ...record }: PullRecord): 'again' {
    hasGoneBack = true
    store({ ...record, walkedAt: 0 })
    parts.pulled.doubtRevisions()
    connection.noteIdentity('in-doubt')
    hasGoneBack = false
    return 'again'
  }

  /** Requests documents that earlier rounds have left; true where more of them remain. */
  async function readUnread(record: PullRecord, signal: AbortSignal): Promise<boolean> {
    const before = record.unread ?? []
    if (before.length === 0) return false
    const isCreateUnknown = parts.pulled.isCreateUnknown()
    // A document that is not known here yet would be held back once more.
    const isLater = (id: RemoteId) => isCreateUnknown && parts.pulled.known(id) === undefined
    const now = before.filter((id) => !isLater(id))
    mustWalk ||= now.filter((id) => parts.pulled.known(id) === undefined).length > READ_SINGLY_MAX
    if (mustWalk) return false
    const { unread, isHalfRead } = await readAgain({ ...parts, signal }, now)
    store({ ...record, unread: [...before.filter(isLater), ...unread] })
    return isHalfRead
  }

  return {
    run,
    /** The next round walks the whole list. */
    walkNext() {
      const record = stored()
      if (record) store({ ...record, walkedAt: 0 })
    },
    /**
     * Handles a known id that belongs to another document: no ETag counts any more, and the next round walks the whole
     * list.
     */
    sawAnother() {
      if (mustWalk) return
      mustWalk = true
      parts.pulled.doubtRevisions()
    },
    /** Whether the whole list was walked at least once. */
    isWhole: () => stored() !== undefined,
  }
}

/** The mark of a walk of the whole list: how many documents the service reports, and which are known here. */
const markOf = ({ markThere }: PullRoundParts, total: number | undefined): string =>
  `${total ?? ''}/${markThere()}`

/**
 * Whether the number of documents on the service differs from the number known here: some were created or deleted. Each
 * difference leads to one check; `examined` is the mark of the last one.
 */
async function countsDiffer(parts: PullRoundParts, signal: AbortSignal, examined?: string): Promise<boolean> {
  const answer = await parts.client.call('documents.list', { query: { per_page: 1 }, signal })
  const total = answer.kind === 'ok' ? answer.page?.total : undefined
  if (total === undefined || total === parts.countThere()) return false
  return examined !== markOf(parts, total)
}

/** Whether the next round has more of the same work to do. */
function isLeftOver(end: RoundEnd & { readonly kind: 'done' }, isCreateUnknown: boolean): boolean {
  // Once a create is answered, a document that was held back because of it is missing in every list.
  return (end.isHeldBack && !isCreateUnknown) || end.isHalfRead === true
}

async function firstPull(parts: PullRoundParts, signal: AbortSignal): Promise<RoundEnd> {
  let hasBegun = false
  let isHalf = false
  parts.onProgress?.({ done: 0, total: 0 })
  try {
    const tell = (done: number, total: number) => {
      hasBegun = true
      parts.onProgress?.({ done, total })
    }
    const pulling = () => pullAll({ ...parts, signal }, tell, 'first')
    const end = await (parts.inBulk?.(pulling) ?? pulling())
    // The next round continues the pull; until then it is not reported as finished.
    isHalf = end.kind === 'failed' && hasBegun
    return end
  } finally {
    if (!isHalf) parts.onProgress?.(undefined)
  }
}
