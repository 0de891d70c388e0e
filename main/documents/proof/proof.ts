import { sameNormalForm } from '../../../shared/text/normal-form'
import type { Field } from '../../../shared/terms'
import { ANOTHERS, etagOf, liveDocuments, present } from './model-service'
import { isPending } from '../core/pending'
import { isLabel, wordsEverWritten, wordsOf, wordsOfRecord, type Run } from './run'
import { sameField, type Rec } from '../core/record'
import type { Client, World } from './world'

/** Test support: the promises that hold at every moment, and those that hold once everything has settled. */
export interface Promises {
  /** Different writers write in different lines, so nothing can clash. */
  readonly apart: boolean
  /**
   * Writes are guarded, so nothing is overwritten unseen. Otherwise an overwritten text is shown as far as the history
   * has it.
   */
  readonly guarded: boolean
  /**
   * The service has neither a history nor guarded writes: words of others may be overwritten, and no promise covers
   * them.
   */
  readonly mayOverwrite?: boolean
  /** There is one writer, so only an unguarded delete can need a decision. */
  readonly alone?: boolean
  /** The service may answer a write with a lie; then the writer may be asked whose text is to stand (W4). */
  readonly mayLie?: boolean
}

/** The first promise that is broken at this moment, in words. */
export function brokenNow(run: Run, promise: Promises): string | undefined {
  const { world } = run
  if (world.breaches.length > 0) return world.breaches[0]
  for (const client of world.clients) {
    const broken = brokenCopy(world, client) ?? falseConflict(client, promise)
    if (broken !== undefined) return `${client.name}: ${broken}`
  }
  if (promise.mayOverwrite === true && !world.service.capabilities.keepsVersions) return undefined
  const lost = run.written.find((word) => !isAnywhere(word, world) && !run.takenBack.includes(word))
  return lost === undefined ? undefined : `${lost} is nowhere`
}

/** The promise that is broken once the network was good for long enough. */
export function brokenAtEnd(run: Run, promise: Promises): string | undefined {
  const { world, written, takenBack, givenUp } = run
  const given = new Set([...takenBack, ...givenUp])
  const held = wordsIn(everythingLive(world))
  // Where writes are not guarded, a remote update may wait for a decision (W21): the document is read after that.
  const isWaiting =
    !promise.guarded && world.clients.some(({ copy }) => copy.conflict && copy.remoteUpdatePending)
  if (promise.mayOverwrite !== true && !isWaiting) {
    // Words that are only in the title or tags of a deleted document do not lead to a question (W11).
    const isDeleted = Object.values(world.service.documents).some(({ deleted }) => deleted)
    const mayGo = (word: string) => given.has(word) || (isDeleted && isLabel(word))
    const lost = written.find((word) => !held.has(word) && !mayGo(word))
    if (lost !== undefined) return `${lost} is lost`
  }
  for (const document of liveDocuments(world.service)) {
    const doubled = firstDouble(wordsOf(present(document).text))
    if (doubled !== undefined) return `${doubled} stands twice`
  }
  for (const { name, copy } of world.clients) {
    const doubled = firstDouble(wordsOf(copy.mine.text))
    if (doubled !== undefined) return `${name}: ${doubled} stands twice`
    if (copy.phase === 'rejected' && isAcceptable(world, copy.mine))
      return `${name}: rejected, though its text may go`
  }
  return orphanOf(world, promise)
}

/** Whether the service can refuse only a field; text never waits for a field (W2). */
function isAcceptable({ service: { capabilities } }: World, { text }: Rec): boolean {
  return (
    text.length <= capabilities.maxLength && capabilities.etags !== 'refused' && capabilities.keepsVersions
  )
}

/** W17: one writer on a service that honours keys makes one document, however many attempts she needs. */
function orphanOf({ service, clients }: World, { guarded }: Promises): string | undefined {
  const [client, ...others] = clients
  const mayRepeat = service.capabilities.honoursKeys && service.capabilities.keepsVersions && guarded
  if (client === undefined || others.length > 0 || !mayRepeat) return undefined
  const orphan = liveDocuments(service).find(({ id }) => id !== client.copy.remoteId)
  return orphan && `document ${orphan.id} is nobody's`
}

function brokenCopy(world: World, { copy, wire, restores }: Client): string | undefined {
  const { phase, base, flight, reading, conflict, unconfirmedSends } = copy
  const awaited = wire.filter(({ isAwaited, asks }) => isAwaited && asks.kind !== 'poll')
  if (copy.remoteId === ANOTHERS) return 'has the id of another document'
  if (awaited.length > 1) return 'two requests in flight'
  if (phase === 'saving' && !flight && reading?.kind !== 'audit') return 'saving without a write'
  if (phase === 'reconciling' && !reading) return 'reconciling without a question'
  if ((flight || reading) && phase !== 'saving' && phase !== 'reconciling')
    return `${phase} while a request is in flight`
  if ((phase === 'conflicted') !== (conflict !== undefined)) return `${phase}, conflict ${conflict?.kind}`
  if (phase === 'clean' && (isPending(copy) || unconfirmedSends.length > 0)) return 'clean, but not saved'
  if (['dirty', 'queued'].includes(phase) && base && !isPending(copy) && unconfirmedSends.length === 0)
    return `${phase}, but nothing waits`
  // Until a client learns of a restore it knows revisions that are issued again (C7).
  const isDoubtful = restores < world.service.restores
  return base?.etag === undefined || isDoubtful ? undefined : brokenBase(world, copy.remoteId, base)
}

/** An ETag is kept only with the body that it arrived with (W18); otherwise it would guard the wrong text. */
function brokenBase(
  world: World,
  id: string | undefined,
  base: NonNullable<Client['copy']['base']>,
): string | undefined {
  const document = id === undefined ? undefined : world.service.documents[id]
  const revision = document?.versions.find((version) => etagOf(document, version) === base.etag)
  if (revision === undefined) return `no revision has ${base.etag}`
  if (!sameNormalForm(revision.text, base.text))
    return `base has the ETag of ${JSON.stringify(revision.text)}`
  const wrong = (Object.keys(base.fields) as Field[]).find(
    (field) => !sameField(field, base.fields[field], revision.fields[field]),
  )
  return wrong === undefined ? undefined : `base has the ETag of another ${wrong}`
}

function falseConflict(
  { copy, guarded: isKnown }: Client,
  { apart, guarded, alone, mayLie }: Promises,
): string | undefined {
  const kind = copy.conflict?.kind
  if (kind === undefined) return undefined
  const isFalse =
    (kind === 'not-taken' && mayLie !== true) ||
    // Until a client knows that its writes are guarded, a change that another writer undid may look like the client's
    // own late send.
    (guarded && isKnown && kind === 'past') ||
    (alone && kind !== 'deleted-here') ||
    (alone && guarded) ||
    (apart && (kind === 'text' || kind === 'fields' || kind === 'too-large'))
  return isFalse ? `a conflict (${kind}) over ${JSON.stringify(copy.mine.text)}` : undefined
}

/** Whether the word can be read anywhere: in documents, versions, working copies, conflicts, snapshots, copies. */
function isAnywhere(word: string, world: World): boolean {
  const { service, clients } = world
  if (service.capabilities.keepsVersions && wordsEverWritten(service).has(word)) return true
  const holds = (record: Rec) => wordsOfRecord(record).includes(word)
  return (
    clients.some(({ copy }) => holds(copy.mine) && copy.phase !== 'deleted' && !copy.mine.deleted) ||
    everythingLive(world).some(holds) ||
    Object.values(service.documents).some((document) => holds(present(document))) ||
    clients.some(({ snapshots }) => snapshots.some(({ record }) => holds(record)))
  )
}

/** The texts that writers can see: those of the documents, and those that wait or need a decision. */
function everythingLive(world: World): readonly Rec[] {
  const here = world.clients.flatMap(({ copy, made }) => [
    ...(copy.phase === 'deleted' || copy.mine.deleted ? [] : [copy.mine]),
    ...(copy.conflict?.theirs === undefined ? [] : [copy.conflict.theirs]),
    ...made,
  ])
  return [...liveDocuments(world.service).map(present), ...here]
}

function wordsIn(records: readonly Rec[]): ReadonlySet<string> {
  return new Set([...new Set(records)].flatMap(wordsOfRecord))
}

function firstDouble(words: readonly string[]): string | undefined {
  return words.find((word, index) => words.indexOf(word) !== index)
}
