import { sameNormalForm } from '../../../shared/text/normal-form'
import type { ETag } from '../../../shared/terms'
import type { Context, Event, Step } from './events'
import { isPending } from './pending'
import { sameRecord, type Base } from './record'
import { bumpGeneration, prepend, step, omit } from './step'
import { keepingMine, absorbDeletion } from './absorb'
import type { WorkingCopy } from './working-copy'

/**
 * The step, with snapshots before it of the texts that it replaces, where these texts may exist nowhere else (W16).
 * That is so where the service went on from a backup, which the writer is told (C7), where the document of a lost
 * create is found with another text, where the document's history does not contain the text, and where changes wait
 * here. Of the writer's own events only undoing a text to its base can take theirs.
 */
export function keepingWhatWent(copy: WorkingCopy, event: Event, done: Step, context: Context): Step {
  if (event.kind === 'typed') return keepingUndone(copy, event.text, done)
  if (event.kind === 'fields-edited') return keepingUndone(copy, copy.mine.text, done)
  const isRestored = context.isOlder === true || copy.isDoubted === true || isGivenOutAgain(copy, event)
  // Another document may have overwritten the one that the create made: its id and ETag may have been issued again.
  const isFound = event.kind === 'find-created-ended'
  const isKept = isRestored || isFound || isInNoVersion(copy, event) || isMet(copy, event, done)
  const kept = isKept ? keepingBoth(copy, done) : done
  // A conflict, or the writer's own decision, needs no announcement.
  const isSaid = done.next.phase === 'conflicted' || event.kind === 'resolved'
  const isAnnounced = isRestored && kept !== done && !isSaid
  return isAnnounced ? prepend([{ kind: 'announce', what: 'went-back' }], kept) : kept
}

/**
 * The step, with a snapshot of mine where undoing to the base took theirs (W13): no history may contain the base if
 * theirs came from a backup.
 */
function keepingUndone({ phase, mine }: WorkingCopy, text: string, taken: Step): Step {
  const isTaken = phase === 'conflicted' && taken.next.phase !== 'conflicted' && taken.next.mine.text !== text
  if (!isTaken || text.trim() === '') return taken
  return prepend([{ kind: 'snapshot', reason: 'before-merge', record: { ...mine, text } }], taken)
}

/**
 * Whether the service issued an ETag a second time after a backup was restored there: the ETag of the base names
 * another record, or the service shows an ETag that the base has left (C7).
 */
function isGivenOutAgain({ base, leftEtags }: WorkingCopy, event: Event): boolean {
  if ((event.kind !== 'remote-read' && event.kind !== 'read-ended') || event.outcome.kind !== 'record')
    return false
  const { seen } = event.outcome
  const isLeft = leftEtags?.some(({ etag }) => etag === seen.etag) === true
  return isLeft || (base?.etag !== undefined && base.etag === seen.etag && !sameRecord(base, seen))
}

/**
 * Whether theirs is taken while something waits here, even if only a field: the text is kept then, as a merge of texts
 * keeps it. Also true where the service's record ends a conflict: the theirs of that conflict is kept, because the
 * writer has not decided against it.
 */
const isMet = (copy: WorkingCopy, { kind }: Event, { next }: Step): boolean =>
  (kind === 'remote-read' || kind === 'read-ended' || kind === 'versions-read') &&
  ((isPending(copy) && next.merge === copy.merge && next.mine.text !== copy.mine.text) ||
    (copy.phase === 'conflicted' && next.phase !== 'conflicted'))

/**
 * Whether the history that was read has no version with the text of the base: that text may be from before a restore,
 * or its version was thinned out.
 */
function isInNoVersion({ base }: WorkingCopy, event: Event): boolean {
  if (event.kind !== 'versions-read' || event.versions === undefined || base === undefined) return false
  return !event.versions.some(({ text }) => sameNormalForm(text, base.text))
}

/** The step, with a snapshot of mine before it where mine's words change, and one of the theirs of an open conflict. */
function keepingBoth(copy: WorkingCopy, taken: Step): Step {
  const kept = keepingMine(copy, taken)
  const theirs = copy.conflict?.theirs
  const { next, effects } = kept
  // A question about a delete has put the text of theirs into mine, which goes with the delete.
  const stays = next.mine.deleted ? [next.conflict?.theirs] : [next.conflict?.theirs, next.mine]
  const isHere = stays.some((record) => record?.text === theirs?.text)
  const isKept = effects.some((effect) => effect.kind === 'snapshot' && effect.record.text === theirs?.text)
  if (theirs === undefined || isHere || isKept) return kept
  return prepend([{ kind: 'snapshot', reason: 'merged-from-elsewhere', record: theirs }], kept)
}

/**
 * Handles a document that is gone on the service although changes may wait here. No later request may use its id (C7).
 */
export function loseId(copy: WorkingCopy, context: Context): Step {
  if (copy.flight !== undefined || copy.reading !== undefined) return step(copy)
  const { next, effects } = copy.phase === 'deleted' ? step(copy) : absorbDeletion(copy, context)
  return { next: omit(withoutRevisions(next), 'remoteId', 'isDoubted'), effects }
}

/**
 * The copy without the ETags of its base and its conflict: both are read before the next write, like records from a
 * list (W18).
 */
export function withoutRevisions(copy: WorkingCopy): WorkingCopy {
  const { base, conflict, reading } = copy
  const doubted = bumpGeneration(omit(copy, 'leftEtags', 'refusedEtag', 'readForWrite'))
  return {
    ...doubted,
    ...(base !== undefined && { base: withoutEtag(base), isDoubted: true }),
    ...(reading?.theirs !== undefined && { reading: { ...reading, theirs: withoutEtag(reading.theirs) } }),
    ...(conflict !== undefined && {
      conflict: { ...withoutServerEtag(conflict), earlier: conflict.earlier.map(withoutServerEtag) },
    }),
  }
}

function withoutEtag<T extends { readonly etag?: ETag }>({ etag: _etag, ...record }: T): Omit<T, 'etag'> {
  return record
}

const withoutServerEtag = <T extends { readonly serverRecord?: Base }>(one: T): T =>
  one.serverRecord === undefined ? one : { ...one, serverRecord: withoutEtag(one.serverRecord) }
