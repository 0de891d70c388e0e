import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { RemoteId } from '../../../shared/terms'
import { areBelievedGone } from '../service/believed-gone'
import { backgroundPauseMs } from '../service/connection-state'
import { checkIdentity, isAnother } from '../http/identity'
import { STOPS_ALL } from '../http/refusals'
import { withWholeTexts } from './list-texts'
import { membership } from './membership'
import { wait } from './pages'
import { shownFields } from '../service/probe'
import { eachPage, type DocumentPullParts, type RoundEnd, type Stopped } from './pull-pages'
import type { PulledUpdate } from './pulled'
import { isMissedBack, wentBack } from './went-back'

type Progress = (done: number, total: number) => void

/** Times may be in whole seconds, so a row of the last two seconds may have changed again (E4). */
const OVERLAP_MS = 2_000
/** Up to this many changed documents are read singly, for their ETags; more are taken from the list. */
export const READ_SINGLY_MAX = 20
/** How many pages are requested while earlier ones are stored, so that neither side waits for the other. */
const PAGES_AHEAD = 3
/** How many missing or unread documents one round requests. */
const READ_AGAIN_MAX = 100

/**
 * Pulls the whole list page by page, at first and at long intervals. A missing row is verified: only a 404 while
 * another known document reads well is a deletion (W11). The first pull requests the latest documents first, where the
 * service can sort, because there may not be room for all texts.
 */
export async function pullAll(
  parts: DocumentPullParts,
  tell: Progress = () => {},
  how: 'first' | 'again' | 'after a restore' = 'again',
): Promise<RoundEnd> {
  const members = await membership(parts)
  if (members.kind !== 'members') return members
  const seen = new Set<RemoteId>()
  let newest: string | undefined
  let total: number | undefined
  let isBack = false
  let isUndecided = false
  const isSorted = how === 'first' && parts.connection.capabilities().sorting === 'yes'
  const query = isSorted ? { sort: '-updated_at' } : {}
  const heldBack: RemoteId[] = []
  let stored = 0
  const store = async (updates: readonly PulledUpdate[]) => {
    heldBack.push(...parts.pulled.applyUpdates(updates))
    await readEach(parts, missedOf(parts, updates), { enrich: members.enrich })
    stored += updates.length
    tell(stored, Math.max(total ?? 0, seen.size))
  }
  const end = await eachPage(
    parts,
    'documents.list',
    query,
    async (rows, moment, all) => {
      const asked = members.asked ?? moment
      total = all
      if (how === 'again' && (await wentBack(parts, rows))) {
        isBack = true
        return 'enough'
      }
      parts.connection.noteCapabilities(shownFields(rows))
      const own = await ours(parts, rows)
      isUndecided = own === undefined
      if (own === undefined) return 'enough'
      const whole = (await withWholeTexts(parts, own)).map(members.enrich)
      for (const { id, updated_at } of whole) {
        seen.add(id)
        newest = later(newest, updated_at)
      }
      await store(whole.map((row) => ({ seen: row, asked })))
      return 'on'
    },
    { pagesAhead: PAGES_AHEAD },
  )
  if (isBack) return { kind: 'went-back' }
  if (isUndecided) return { kind: 'cancelled' }
  if (end.kind !== 'end') return end
  parts.connection.noteCapabilities(end.ignoresPage ? { paging: 'no' } : {})
  // Missing rows are verified one by one.
  const { unread, isHalfRead } = await readAgain(parts, end.complete ? parts.pulled.knownExcept(seen) : [])
  return {
    kind: 'done',
    complete: end.complete,
    isHeldBack: heldBack.length > 0,
    isHalfRead,
    unread: [...heldBack, ...unread],
    ...(newest !== undefined && { newest }),
    ...(total !== undefined && { total }),
  }
}

/** Documents whose rows came without their texts, one after another, because each incoming text takes up room. */
function* missedOf({ pulled }: DocumentPullParts, updates: readonly PulledUpdate[]): Generator<RemoteId> {
  for (const {
    seen: { id, content },
  } of updates)
    if (content === undefined && pulled.known(id)?.isMissed === true) yield id
}

/** Pulls the documents that changed since `newest`, where the service can list them. */
export async function pullMoved(parts: DocumentPullParts, newest: string): Promise<RoundEnd> {
  const { connection, pulled } = parts
  const since = new Date(Date.parse(newest) - OVERLAP_MS).toISOString()
  const isAsked = connection.capabilities().updatedSince === 'yes'
  const query = { sort: '-updated_at', ...(isAsked && { updated_since: since }) }
  const singly: RemoteId[] = []
  const heldBack: RemoteId[] = []
  const shown = new Set<RemoteId>()
  let last: string | undefined = newest
  let isBack: boolean | undefined
  let isUndecided = false
  const take = async (rows: readonly DocumentSeen[], asked: number) => {
    isBack ??= await wentBack(parts, rows)
    if (isBack) return 'enough'
    for (const { id } of rows) shown.add(id)
    const isRecent = (row: DocumentSeen) => !(Date.parse(row.updated_at ?? '') < Date.parse(since))
    const own = await ours(parts, rows)
    isUndecided = own === undefined
    if (own === undefined) return 'enough'
    const moved = await withWholeTexts(parts, own.filter(isRecent))
    const isMoved = (row: DocumentSeen) => pulled.known(row.id)?.updatedAt !== row.updated_at
    const isFew = singly.length + moved.filter(isMoved).length <= READ_SINGLY_MAX
    // A document that is read singly brings its ETag; a list item has none (W18).
    const isRead = (row: DocumentSeen) => row.content === undefined || (isFew && isMoved(row))
    singly.push(...moved.filter(isRead).map(({ id }) => id))
    const updates = moved.filter((row) => !isRead(row)).map((seen) => ({ seen, asked }))
    heldBack.push(...pulled.applyUpdates(updates))
    for (const { updated_at } of rows) last = later(last, updated_at)
    return rows.every(isRecent) ? 'on' : 'enough'
  }
  const end = await eachPage(parts, 'documents.list', query, take, { perPage: 25 })
  if (end.kind === 'failed' || end.kind === 'cancelled') return end
  if (isBack === true || (!isUndecided && (await isMissedBack(parts, shown, since))))
    return { kind: 'went-back' }
  if (isUndecided) return { kind: 'cancelled' }
  // A restored backup may give an ETag out again, so a document that the list shows as changed is read whole (C7).
  const { stopped, unread } = await readEach(parts, singly)
  return (
    stopped ?? {
      kind: 'done',
      complete: true,
      newest: last,
      isHeldBack: heldBack.length > 0,
      unread: [...heldBack, ...unread],
    }
  )
}

interface EachRead {
  /** Why the remaining documents were not asked for. */
  readonly stopped?: Stopped
  /** Documents whose answers proved nothing, or were held back (W17). */
  readonly unread: readonly RemoteId[]
}

/** Reads documents one by one, with `If-None-Match` where that is honoured and `isShort` is set. */
export async function readEach(
  parts: DocumentPullParts,
  ids: Iterable<RemoteId>,
  {
    enrich = (row) => row,
    isShort = false,
  }: { readonly enrich?: (row: DocumentSeen) => DocumentSeen; readonly isShort?: boolean } = {},
): Promise<EachRead> {
  const { client, connection, pulled, signal } = parts
  const missing: { readonly id: RemoteId; readonly asked: number }[] = []
  const unread: RemoteId[] = []
  let hasControlDocument = false
  for (const id of ids) {
    if (signal?.aborted) return { stopped: { kind: 'cancelled' }, unread }
    const asked = pulled.asking()
    const { etag } = pulled.known(id) ?? {}
    const mayBeShort = isShort && etag !== undefined && connection.capabilities().notModified !== 'no'
    const answer = await client.call('documents.get', {
      params: { id },
      ...(mayBeShort && { ifNoneMatch: etag }),
      ...(signal && { signal }),
    })
    if (answer.kind === 'ok')
      unread.push(
        ...pulled.applyUpdates([
          { seen: enrich(answer.data), asked, ...(answer.etag !== undefined && { etag: answer.etag }) },
        ]),
      )
    hasControlDocument ||= answer.kind === 'ok' || answer.kind === 'not-modified'
    if (answer.kind === 'failed' && answer.problem.code === 'not-found') missing.push({ id, asked })
    else if (answer.kind === 'failed') unread.push(id)
    if (answer.kind === 'failed' && STOPS.has(answer.problem.code))
      return { stopped: { kind: 'failed', problem: answer.problem }, unread }
    await wait(parts.clock, backgroundPauseMs(connection.current()), signal)
  }
  if (missing.length === 0) return { unread }
  const missingIds = missing.map(({ id }) => id)
  // Until it is known whose account answers, nothing counts as deleted (C7).
  const areGone =
    connection.current().identity === 'same' &&
    (hasControlDocument ||
      (await areBelievedGone(client, new Set(missingIds), presentIn(pulled))) ||
      (await isSameAccount(parts)))
  if (!areGone) return { unread: [...unread, ...missingIds] }
  for (const { id, asked } of missing) pulled.gone(id, asked)
  return { unread }
}

/**
 * Finds out whether the account is the same. Where only the writer can tell, she is asked (C7). A failed read casts no
 * doubt on the account: missing documents are verified again later.
 */
async function isSameAccount({ client, connection, knownAccount }: DocumentPullParts): Promise<boolean> {
  const shown = await checkIdentity(client, knownAccount())
  if (shown === 'ask') connection.noteIdentity(shown)
  return (shown === 'ask' || shown === 'same') && connection.current().identity === 'same'
}

/**
 * The rows, where none of them has the id of another known document. Where one has, the account may be another one. If
 * the account is the same, a backup was restored there and the id was issued again, so the document that had it is gone
 * (C7). `undefined` while that is undecided.
 */
async function ours(
  { client, connection, knownAccount, pulled }: DocumentPullParts,
  rows: readonly DocumentSeen[],
): Promise<readonly DocumentSeen[] | undefined> {
  const known = pulled.knownAmong(rows.map(({ id }) => id))
  const others = rows.filter((row) => isAnother(known.get(row.id)?.createdAt, row.created_at))
  if (others.length === 0) return rows
  const shown = await checkIdentity(client, knownAccount())
  connection.noteIdentity(shown === 'unproved' ? 'in-doubt' : shown)
  if (connection.current().identity !== 'same') return undefined
  return others.map(({ id }) => pulled.replaced(id)).every(Boolean) ? rows : undefined
}

/** After one of these problems the next document cannot be read either. */
const STOPS: ReadonlySet<string> = new Set([...STOPS_ALL, 'missing-ability'])

/** Documents that the service is known to have. */
function* presentIn(pulled: DocumentPullParts['pulled']): Generator<RemoteId> {
  for (const { remoteId, phase } of pulled.allKnown()) if (phase !== 'deleted') yield remoteId
}

/**
 * Reads as many of these documents as one round may, and returns the remaining ones; those without an answer come last.
 * `isHalfRead`: some are left although the service answers.
 */
export async function readAgain(
  parts: DocumentPullParts,
  ids: readonly RemoteId[],
): Promise<{ readonly unread: readonly RemoteId[]; readonly isHalfRead: boolean }> {
  const now = ids.slice(0, READ_AGAIN_MAX)
  const later = ids.slice(READ_AGAIN_MAX)
  const { stopped, unread } = await readEach(parts, now)
  if (stopped) return { unread: ids, isHalfRead: false }
  return { unread: [...later, ...unread], isHalfRead: later.length > 0 && unread.length < now.length }
}

const later = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && Date.parse(b) > Date.parse(a)) ? b : a
