import { merge3 } from '../../../shared/merge3'
import { FIELDS, assertNever, type Fields } from '../../../shared/terms'
import { reconcile } from './reconcile'
import { settle } from './pending'
import type { Base, Mine, Rec } from './record'
import { trySend } from './sending'
import { settleSends } from './sent'
import { bumpGeneration, prepend, step, omit } from './step'
import { serverRecordOf, rebaseOnto } from './absorb'
import type { ClashChange, Context, Effect, Event, Step } from './events'
import { isSameClash, typedWhileDeciding } from './conflict'
import type { ClashDecision, Conflict, MergedDraft, WorkingCopy } from './working-copy'

type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>

/** Keeps decisions by the texts of their clashes, so that they hold when theirs moves (W15). */
export function decide(copy: WorkingCopy, event: EventOf<'decided'>): Step {
  const { conflict } = copy
  if (conflict === undefined) return step(copy)
  const kept = conflict.decisions.filter((one) => !event.decisions.some((named) => isSameClash(one, named)))
  const changed = event.decisions.flatMap((one) =>
    withTypedWords(one, conflict.decisions.find((before) => isSameClash(before, one))?.text),
  )
  const { draft: before, ...others } = conflict
  const draft = event.draft === undefined ? before : draftOf(event, before)
  return step({
    ...copy,
    conflict: {
      ...others,
      decisions: [...kept, ...changed],
      fieldDecisions: Object.fromEntries(
        Object.entries({ ...conflict.fieldDecisions, ...event.fields }).filter(([, side]) => side !== null),
      ),
      ...(draft !== undefined && { draft }),
    },
  })
}

/**
 * The decision with the words that were typed for its clash. The result is empty where there is neither a decision nor
 * a word.
 */
function withTypedWords({ text, ...one }: ClashChange, before: string | undefined): readonly ClashDecision[] {
  const decided = typeof one.decision === 'object' ? one.decision.text : undefined
  const typed = text === null ? undefined : (text ?? decided ?? before)
  if (one.decision === undefined && typed === undefined) return []
  return [{ ...one, ...(typed !== undefined && { text: typed }) }]
}

/**
 * The merged text as it was changed by hand. It keeps the token of the theirs against which the first change was made,
 * even when theirs moves meanwhile.
 */
function draftOf(
  { draft, token }: EventOf<'decided'>,
  before: MergedDraft | undefined,
): MergedDraft | undefined {
  return draft == null ? undefined : { ...draft, token: before?.token ?? token }
}

const KEEP_MINE: ReadonlySet<string> = new Set(['keep-mine', 'keep-both', 'keep-as-new'])

/**
 * Ends a conflict by the writer's decision. The theirs that she saw becomes the base, and a guarded write follows (W3);
 * where theirs has moved since, only the difference is reconciled (W15). Words typed into mine since are carried over;
 * where they overlap with the decision, the conflict stays. Snapshots of both records are kept first (W16).
 */
export function resolve(copy: WorkingCopy, event: EventOf<'resolved'>, context: Context): Step {
  const { conflict, mine } = copy
  if (conflict === undefined || copy.phase !== 'conflicted') return step(copy)
  const reviewed = [serverRecordOf(conflict), ...conflict.earlier].find(({ token }) => token === event.token)
  if (reviewed === undefined) return step(copy)
  const effects: Effect[] = [{ kind: 'snapshot', reason: 'before-resolution', record: mine }]
  if (conflict.theirs !== undefined)
    effects.push({ kind: 'snapshot', reason: 'theirs-before-resolution', record: conflict.theirs })
  const { resolution, mineSeen } = event
  const isOfNow = mineSeen === undefined || KEEP_MINE.has(resolution.kind)
  if (resolution.kind === 'keep-both' && conflict.theirs !== undefined)
    effects.push({ kind: 'create-copy', record: { text: mine.text, fields: mine.fields } })
  const open = {
    ...omit(copy, 'conflict', 'problem', 'merge', 'published'),
    ...settleSends(copy, conflict.serverRecord, context),
  }
  if (reviewed.serverRecord === undefined)
    return isOfNow ? prepend(effects, resolveGone(open, conflict, resolution, context)) : step(copy)

  const said = decidedMine(copy, conflict, reviewed.serverRecord, resolution)
  const since = isOfNow ? undefined : merge3({ base: mineSeen, mine: mine.text, theirs: said.text })
  if (since !== undefined && since.kind !== 'merged') return step(copy)
  const decided = since === undefined ? said : { ...said, text: since.text }
  const resolved = bumpGeneration({
    ...open,
    base: reviewed.serverRecord,
    mine: decided,
    ...(decided.deleted && { deletionConfirmed: true }),
  })
  const go = (next: WorkingCopy) =>
    trySend({ ...next, ...(decided.deleted && { deletionConfirmed: true }) }, 'save-key', context)
  if (conflict.token === event.token) return prepend(effects, go(resolved))
  if (conflict.serverRecord === undefined)
    return prepend(effects, step({ ...resolved, phase: 'conflicted', conflict }))
  // Mine holds the merged text now, so the draft ends.
  const { draft: _draft, ...moved } = conflict
  return prepend(effects, rebaseOnto({ ...resolved, conflict: moved }, conflict.serverRecord, context, go))
}

/**
 * The step, with a snapshot before it of the words that were typed while deciding, where these words end with the
 * conflict and are not in the text (W16). Where the conflict ended by itself, because theirs or mine went back, the
 * writer is told.
 */
export function keepingTyped(before: WorkingCopy, event: Event, done: Step): Step {
  if (before.conflict === undefined || event.kind === 'decided') return done
  const { next } = done
  const left = new Set(next.conflict === undefined ? [] : typedWhileDeciding(next.conflict))
  const isMerged = event.kind === 'resolved' && event.resolution.kind === 'merged'
  const { draft: _draft, ...withoutDraft } = before.conflict
  const lost = typedWhileDeciding(isMerged ? withoutDraft : before.conflict).filter(
    (text) => !left.has(text) && !next.mine.text.includes(text.trim()),
  )
  if (lost.length === 0) return done
  const kept = lost.map((text): Effect => {
    return { kind: 'snapshot', reason: 'before-resolution', record: { ...before.mine, text } }
  })
  const announced: Effect = { kind: 'announce', what: 'typed-kept' }
  return prepend(event.kind === 'resolved' ? kept : [...kept, announced], done)
}

/**
 * Ends the conflict about a document that is gone on the service: its words become a new document, or a snapshot and
 * nothing else.
 */
function resolveGone(
  copy: WorkingCopy,
  conflict: Conflict,
  resolution: EventOf<'resolved'>['resolution'],
  context: Context,
): Step {
  const { base, mine } = copy
  if (resolution.kind === 'let-go' || resolution.kind === 'take-theirs') {
    const settled = base === undefined ? mine : { ...mine, text: base.text, fields: base.fields }
    return step({ ...bumpGeneration(copy), mine: settled, phase: 'deleted' })
  }
  const text = resolution.kind === 'merged' ? resolution.text : mine.text
  const anew = bumpGeneration({
    ...omit(copy, 'base', 'remoteId', 'create', 'newestReadVersion'),
    mine: { ...mine, text, deleted: false },
    lateSends: [],
  })
  // The document is back on the service meanwhile: the next send reconciles it with the old base.
  if (conflict.serverRecord !== undefined) return step(settle(copy))
  return trySend(anew, 'save-key', context)
}

function decidedMine(
  copy: WorkingCopy,
  conflict: Conflict,
  serverRecord: Base,
  resolution: EventOf<'resolved'>['resolution'],
): Mine {
  const { mine } = copy
  const theirs = conflict.theirs ?? serverRecord
  const fields = decidedFields(copy, conflict, serverRecord)
  switch (resolution.kind) {
    case 'keep-mine':
    case 'keep-as-new':
      return { ...mine, fields }
    case 'merged':
      return { ...mine, text: resolution.text, fields, deleted: false }
    case 'take-theirs':
    case 'keep-both':
    case 'let-go':
      return {
        text: theirs.text,
        fields:
          resolution.kind === 'take-theirs'
            ? takenFields(fields, conflict, theirs)
            : { ...fields, ...theirs.fields },
        deleted: false,
      }
    default:
      return assertNever(resolution)
  }
}

/**
 * The fields after the decisions: a clashing field without a decision stays mine, and a field that only theirs changed
 * takes its value from theirs.
 */
function decidedFields(copy: WorkingCopy, conflict: Conflict, serverRecord: Base): Fields {
  const reconciliation = reconcile(copy.base, copy.mine, serverRecord)
  const fields: Record<string, unknown> = { ...reconciliation.fields }
  for (const field of FIELDS)
    if (conflict.fieldDecisions[field] === 'theirs') fields[field] = serverRecord.fields[field]
  return fields
}

/** The fields that "Take theirs" takes: all except those that the writer has decided for mine. */
function takenFields(fields: Fields, conflict: Conflict, theirs: Rec): Fields {
  const taken: Record<string, unknown> = { ...fields }
  for (const field of FIELDS)
    if (conflict.fieldDecisions[field] !== 'mine' && theirs.fields[field] !== undefined)
      taken[field] = theirs.fields[field]
  return taken
}

/**
 * Undoes a merge: opens the conflict of the two texts before it (W9). Words typed since are carried over; where they
 * overlap, mine stays as it is now.
 */
export function undoMerge(copy: WorkingCopy, context: Context): Step {
  const { merge, mine, base } = copy
  if (
    merge === undefined ||
    base === undefined ||
    !['clean', 'dirty', 'queued'].includes(copy.phase) ||
    copy.unconfirmedSends.length > 0
  )
    return step(copy)
  const since = merge3({ base: merge.text, mine: mine.text, theirs: merge.mine.text })
  return step(
    bumpGeneration({
      ...omit(copy, 'merge', 'problem'),
      // The base has no ETag, because that one belongs to another text (W18); the server record keeps it.
      base: { text: merge.base.text, fields: base.fields },
      mine: { ...mine, text: since.kind === 'merged' ? since.text : mine.text },
      phase: 'conflicted',
      conflict: {
        kind: 'text',
        theirs: { text: merge.theirs.text, fields: base.fields },
        serverRecord: base,
        token: `g${copy.generation + 1}`,
        decisions: [],
        fieldDecisions: {},
        earlier: [],
        mineSinceMs: context.nowMs,
        theirsSinceMs: context.nowMs,
      },
    }),
    { kind: 'snapshot', reason: 'before-resolution', record: mine },
  )
}

/**
 * Discards what waits to be sent: mine becomes the service's record. Words that only mine has are kept as a snapshot; a
 * changed folder or tag is not. Nothing is discarded while an outcome is unknown.
 */
export function discard(copy: WorkingCopy): Step {
  const isUnknown =
    copy.flight !== undefined || copy.reading !== undefined || copy.unconfirmedSends.length > 0
  // A conflict about another author's overwritten version is not discarded along with it (W21).
  if (isUnknown || copy.phase === 'deleted' || copy.conflict?.kind === 'past') return step(copy)
  const kept: Effect = { kind: 'snapshot', reason: 'discarded', record: copy.mine }
  const serverRecord = copy.conflict?.serverRecord ?? copy.base
  const gone =
    serverRecord === undefined || (copy.conflict !== undefined && copy.conflict.serverRecord === undefined)
  if (gone)
    return step(
      {
        ...omit(copy, 'conflict', 'problem', 'create', 'merge'),
        mine: { ...copy.mine, deleted: true },
        phase: 'deleted',
      },
      kept,
      { kind: 'forget' },
    )
  const { text, fields } = serverRecord
  const given = {
    ...omit(copy, 'conflict', 'problem', 'sendIntent', 'limitBytes', 'merge'),
    base: serverRecord,
    mine: { text, fields, deleted: false },
    parked: [],
  }
  const isSame = copy.mine.text === text && copy.mine.fields.title === fields.title
  return step(settle(bumpGeneration(given)), ...(isSame ? [] : [kept]))
}
