import { sameNormalForm } from '../../../shared/text/normal-form'
import { outgoing } from '../core/pending'
import { sameRecord, type Rec } from '../core/record'
import { holdsSent } from '../core/sent'
import type { Context, Effect, Event, SnapshotReason, Step } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

/**
 * Test support: the promises that each single step of a copy must keep in any world. Returns the broken promise in
 * words.
 */
export function brokenStep(
  before: WorkingCopy,
  event: Event,
  { next, effects }: Step,
  context: Context,
): string | undefined {
  return (
    brokenTyping(before, event, next) ??
    brokenKeeping(before, event, next, effects) ??
    brokenDecisions(before, event, next) ??
    brokenRefusal(before, next) ??
    brokenReading(before, event, next, context) ??
    brokenSends(before, event, next, effects, context)
  )
}

/** W5: typing changes mine only and loses none of it; where a conflict is undone to base, theirs is taken (W13). */
function brokenTyping(before: WorkingCopy, event: Event, next: WorkingCopy): string | undefined {
  if (event.kind !== 'typed') return undefined
  const { conflict, base, mine } = next
  const isOpen = conflict?.serverRecord && conflict.kind !== 'past' && !mine.deleted
  if (isOpen && base && sameRecord(base, mine)) return 'a conflict though mine is base'
  if (mine.text === event.text) return undefined
  const isTaken = before.phase === 'conflicted' && next.phase !== 'conflicted'
  return isTaken ? undefined : 'typing is not in mine'
}

/** W16: the texts that a risky step replaces are kept first. */
function brokenKeeping(
  before: WorkingCopy,
  event: Event,
  next: WorkingCopy,
  effects: readonly Effect[],
): string | undefined {
  const keeps = (reason: SnapshotReason, record: Rec) =>
    effects.some(
      (effect) =>
        effect.kind === 'snapshot' && effect.reason === reason && effect.record.text === record.text,
    )
  const { conflict, mine } = before
  if (effects.some((effect) => effect.kind === 'announce' && effect.what === 'merged')) {
    if (!next.merge || !keeps('before-merge', next.merge.mine)) return 'a merge without a snapshot of mine'
    if (!keeps('merged-from-elsewhere', next.merge.theirs)) return 'a merge without a snapshot of theirs'
  }
  if (event.kind === 'resolved' && conflict && next.conflict !== conflict) {
    if (!keeps('before-resolution', mine)) return 'a resolution without a snapshot of mine'
    if (conflict.theirs && !keeps('theirs-before-resolution', conflict.theirs))
      return 'a resolution without a snapshot of theirs'
  }
  const isAudited = event.kind === 'versions-read' && before.reading?.audited !== undefined
  const isAnswered = event.kind === 'write-ended' || isAudited
  if (
    isAnswered &&
    next.mine.text !== mine.text &&
    !effects.some((effect) => effect.kind === 'snapshot' && effect.record.text === mine.text)
  )
    return 'the answer to a write changed mine without a snapshot'
  if (event.kind === 'deleted' && !mine.deleted && !keeps('before-delete', mine))
    return 'a delete without a snapshot'
  const isLost = next !== before && (next.mine.deleted || next.mine.text !== mine.text)
  if (event.kind === 'discarded' && isLost && !keeps('discarded', mine)) return 'a discard without a snapshot'
  return undefined
}

/** W15: decisions survive every answer of the service. */
function brokenDecisions(before: WorkingCopy, event: Event, next: WorkingCopy): string | undefined {
  const isWriters = ['decided', 'resolved', 'typed', 'restored', 'discarded', 'deleted'].includes(event.kind)
  if (isWriters || !before.conflict || !next.conflict) return undefined
  const lost = before.conflict.decisions.find((decision) => !next.conflict?.decisions.includes(decision))
  return lost && 'a decision was forgotten'
}

/**
 * W4: a text that the service acknowledged and did not store becomes a conflict, and is not sent again without the
 * writer.
 */
function brokenRefusal(before: WorkingCopy, next: WorkingCopy): string | undefined {
  const sent = before.unconfirmedSends.find(({ contradicted }) => contradicted)
  const isOpen = next.unconfirmedSends.some(({ contradicted }) => contradicted)
  if (sent === undefined || isOpen || next.base === undefined) return undefined
  if (next.phase === 'conflicted' || next.phase === 'deleted' || holdsSent(undefined, sent, next.base))
    return undefined
  return 'a text that the service did not take is no question'
}

/** W10: a read from a replica that is behind does not undo a change that was just saved. */
function brokenReading(
  { leftEtags, mine }: WorkingCopy,
  event: Event,
  next: WorkingCopy,
  { nowMs }: Context,
): string | undefined {
  if (event.kind !== 'remote-read' || event.outcome.kind !== 'record') return undefined
  const { seen } = event.outcome
  const isBehind = leftEtags?.some(({ etag, atMs }) => etag === seen.etag && atMs === nowMs) === true
  return isBehind && next.mine.text !== mine.text ? 'a text that was just saved goes back' : undefined
}

function brokenSends(
  before: WorkingCopy,
  event: Event,
  next: WorkingCopy,
  effects: readonly Effect[],
  context: Context,
): string | undefined {
  const effect = effects.find(({ kind }) => kind === 'send')
  if (effect?.kind !== 'send') return undefined
  const { sent, key } = effect
  const { base, mine, parked } = next
  const isAsked = event.kind === 'resolved' || sent.reason === 'save-key' || sent.reason === 'publish'
  if ((before.phase === 'rejected' || before.phase === 'conflicted') && !isAsked)
    return `an automatic write while ${before.phase}`
  if (sent.kind === 'create') {
    const mayHaveLanded = before.unconfirmedSends.some(({ kind }) => kind === 'create')
    const { create } = before
    if (
      mayHaveLanded &&
      create &&
      create.mixedUp !== true &&
      (create.key !== key || !sameRecord(create, sent))
    )
      return 'a create that may have landed is repeated with another body or key'
    return undefined
  }
  if (sent.etag !== base?.etag) return 'a write with an ETag that is not the base’s'
  if (sent.kind === 'delete') {
    const isConfirmed = context.guarded || before.deletionConfirmed === true || event.kind === 'resolved'
    return isConfirmed ? undefined : 'an unguarded delete that nobody was asked about'
  }
  if (mine.deleted && sent.asksGuard === true)
    return sameNormalForm(sent.text, base?.text ?? '') ? undefined : 'a delete that asks changes the text'
  const { text } = outgoing(next, context.autosavePublished)
  if (!sameNormalForm(sent.text, text)) return 'a write that leaves out what is pending'
  if (parked.some((field) => field in sent.fields)) return 'a parked field is sent again'
  const isPublic = base?.fields.status === 'published' && !context.autosavePublished
  if (isPublic && !isAsked && !sameNormalForm(sent.text, base.text))
    return 'a published text is changed unasked'
  return undefined
}
