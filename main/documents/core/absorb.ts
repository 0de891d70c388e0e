import { reconcile, type Reconciliation } from './reconcile'
import { asUncreated, isPending, outgoing, settle } from './pending'
import { effectiveTitle, sameRecord, type Base, type Rec } from './record'
import { baseAfter, isContradicted, readVersions, recognise, settleSends } from './sent'
import { bumpGeneration, prepend, asking, step, omit } from './step'
import type { Context, Effect, Step } from './events'
import type { Conflict, Seen, WorkingCopy } from './working-copy'

/**
 * The step that follows once the service's record was merged without a clash. After a clash the writer decides first.
 */
type Onward = (copy: WorkingCopy) => Step

/**
 * Takes in the record that the service has now. Our own write is adopted without a word (W7). While a send is open, the
 * history is read for what lies between base and theirs (W20), and where writes are not guarded even behind our own
 * write (W21). Everything else is reconciled (W8).
 */
export function absorbRemote(
  copy: WorkingCopy,
  theirs: Seen,
  context: Context,
  onward: Onward,
  then: 'send' | 'settle',
): Step {
  const { base, remoteId, lateSends, unconfirmedSends } = copy
  const own = recognise(copy, theirs)
  const settled: WorkingCopy = { ...copy, ...settleSends(copy, theirs, context) }
  const isOpen = unconfirmedSends.length > 0 || (lateSends.length > 0 && copy.phase !== 'rejected')
  if (isOpen && context.hasVersions && base !== undefined && remoteId !== undefined) {
    // An unguarded send may have landed over something, and the record may look like the base again since.
    const isMoved = own === undefined && !sameRecord(base, theirs)
    const isTelling = context.guarded ? isMoved || isContradicted(copy, theirs) : true
    const asked = asking(copy, { kind: 'versions', then, theirs })
    const sends = [...lateSends, ...unconfirmedSends]
    if (isTelling)
      return step(
        asked,
        readVersions(copy, { reading: asked.reading.id, remoteId, base }, sends, context.guarded),
      )
  }
  if (isContradicted(copy, theirs)) return askAboutRefusal(settled, theirs, context)
  if (own === undefined) return rebaseOnto(settled, theirs, context, onward)
  return rebaseOnto({ ...settled, base: baseAfter(copy.base, own) }, theirs, context, onward)
}

/** Reconciles base, mine and theirs: base becomes theirs, or the writer has to decide. */
export function rebaseOnto(copy: WorkingCopy, theirs: Seen, context: Context, onward: Onward): Step {
  const { base, mine } = copy
  const reconciliation = reconcile(base, mine, theirs)
  const textMoved = base !== undefined && reconciliation.text.kind !== 'unmoved'
  if (
    reconciliation.text.kind === 'clash' ||
    reconciliation.clashes.length > 0 ||
    (mine.deleted && textMoved)
  )
    return askWriter(copy, theirs, reconciliation, context)
  const published = publishedOnto(copy, theirs)
  const nextBase = commonBase(base, theirs, reconciliation)
  // What was published can no longer be told from what was written since: the writer publishes again (C8).
  const isMixed = copy.published !== undefined && published === undefined
  const status = isMixed && nextBase.fields.status !== undefined ? { status: nextBase.fields.status } : {}
  const next = bumpGeneration({
    ...omit(copy, 'conflict', 'published'),
    ...(published !== undefined && { published }),
    base: nextBase,
    mine: {
      ...mine,
      text: textOf(reconciliation, mine.text),
      fields: { ...reconciliation.fields, ...status },
    },
  })
  const notPublished: Effect = { kind: 'announce', what: 'not-published' }
  const goOn: Onward = isMixed ? (calm) => step(settle(omit(calm, 'sendIntent')), notPublished) : onward
  if (reconciliation.text.kind !== 'merged' || base === undefined) return goOn(next)
  const { text, changes } = reconciliation.text
  const effects: readonly Effect[] = [
    { kind: 'snapshot', reason: 'before-merge', record: mine },
    { kind: 'snapshot', reason: 'merged-from-elsewhere', record: theirs },
    { kind: 'announce', what: 'merged', changes },
  ]
  const merge = {
    base,
    mine: { text: mine.text, fields: mine.fields },
    theirs: { text: theirs.text, fields: theirs.fields },
    text,
    changes,
  }
  return prepend(effects, goOn({ ...next, merge }))
}

/**
 * The published words, with theirs merged in. The result is empty where those clash although mine as a whole does not.
 */
function publishedOnto(copy: WorkingCopy, theirs: Seen): WorkingCopy['published'] {
  const { base, published } = copy
  if (published === undefined || base === undefined) return published
  const reconciliation = reconcile(base, outgoing(copy, false), theirs)
  if (reconciliation.text.kind === 'clash' || reconciliation.clashes.includes('title')) return undefined
  const text = textOf(reconciliation, published.text)
  const { title } = reconciliation.fields
  return { text, ...(title !== undefined && { title }) }
}

function textOf(reconciliation: Reconciliation, mine: string): string {
  return reconciliation.text.kind === 'taken' || reconciliation.text.kind === 'merged'
    ? reconciliation.text.text
    : mine
}

/**
 * The base from now on. Where theirs equals base under the normal form, base keeps its own text (W4); the ETag is that
 * of theirs (W18).
 */
function commonBase(base: Rec | undefined, theirs: Seen, reconciliation: Reconciliation): Base {
  const text = reconciliation.text.kind === 'unmoved' && base !== undefined ? base.text : theirs.text
  return { text, fields: reconciliation.common, ...(theirs.etag !== undefined && { etag: theirs.etag }) }
}

/**
 * Opens a conflict after the service answered 2xx and a read confirmed that it did not store what was sent: only the
 * writer can go on (W4).
 */
export function askAboutRefusal(copy: WorkingCopy, theirs: Seen, context: Context): Step {
  const reconciliation = reconcile(copy.base, copy.mine, theirs)
  const text = { kind: 'clash', tooLarge: false } as const
  return askWriter(copy, theirs, { ...reconciliation, text }, context, 'not-taken')
}

/** The step, with a snapshot of mine before it where the step changes mine's words (W16). */
export function keepingMine({ mine }: WorkingCopy, taken: Step): Step {
  const { next, effects } = taken
  const isKept = effects.some((effect) => effect.kind === 'snapshot' && effect.record.text === mine.text)
  const isSame = next.mine.text === mine.text && effectiveTitle(next.mine) === effectiveTitle(mine)
  return isSame || isKept
    ? taken
    : prepend([{ kind: 'snapshot', reason: 'before-merge', record: mine }], taken)
}

/**
 * Opens a conflict. Where only fields clash, the text is merged and shown all the same; nothing is sent until the
 * writer has decided (W8).
 */
function askWriter(
  copy: WorkingCopy,
  theirs: Seen,
  reconciliation: Reconciliation,
  context: Context,
  textKind: 'text' | 'not-taken' = 'text',
): Step {
  const { mine, conflict } = copy
  const { text, fields } = theirs
  const serverRecord: Base = {
    text,
    fields: { ...copy.base?.fields, ...fields },
    ...(theirs.etag !== undefined && { etag: theirs.etag }),
  }
  const isOpen = conflict !== undefined && copy.phase === 'conflicted'
  const next: Conflict = {
    kind: mine.deleted
      ? 'deleted-here'
      : reconciliation.text.kind !== 'clash'
        ? 'fields'
        : reconciliation.text.tooLarge
          ? 'too-large'
          : textKind,
    theirs: { text, fields },
    serverRecord,
    token: `g${copy.generation + 1}`,
    decisions: conflict?.decisions ?? [],
    fieldDecisions: conflict?.fieldDecisions ?? {},
    earlier: isOpen ? earlierOf(conflict) : [],
    ...(conflict?.draft !== undefined && { draft: conflict.draft }),
    mineSinceMs: conflict?.mineSinceMs ?? context.nowMs,
    theirsSinceMs: context.nowMs,
  }
  const shown = {
    ...bumpGeneration(omit(copy, 'problem')),
    ...mergedBase(copy, theirs, reconciliation),
    mine: { ...mine, text: textOf(reconciliation, mine.text), fields: reconciliation.fields },
    phase: 'conflicted',
    conflict: next,
  } as const
  return step(shown, ...(isOpen ? [] : [{ kind: 'announce', what: 'conflict' } as const]))
}

/**
 * Where only fields clash, mine has taken in the text of theirs. That text is the base of the next merge, or the
 * changes of theirs would be merged once more. The base loses its ETag, which names another record (W18).
 */
function mergedBase(
  { base, mine }: WorkingCopy,
  theirs: Seen,
  { text }: Reconciliation,
): Pick<WorkingCopy, 'base'> {
  const isTaken = text.kind === 'taken' || text.kind === 'merged' || text.kind === 'agreed'
  return base === undefined || mine.deleted || !isTaken
    ? {}
    : { base: { text: theirs.text, fields: base.fields } }
}

export function serverRecordOf(conflict: Conflict): Conflict['earlier'][number] {
  return {
    token: conflict.token,
    ...(conflict.serverRecord !== undefined && { serverRecord: conflict.serverRecord }),
  }
}

/**
 * The last ten server records that were on screen, and the server record against which a draft of the merged text was
 * begun.
 */
function earlierOf({ earlier, draft, ...last }: Conflict): Conflict['earlier'] {
  const begun = earlier.slice(0, -9).filter(({ token }) => token === draft?.token)
  return [...begun, ...earlier.slice(-9), serverRecordOf({ ...last, earlier })]
}

/**
 * Takes in that the service no longer has the document (W11). Where words exist only on this device, the writer is
 * asked; otherwise the document becomes a tombstone with a snapshot. The theirs of an open conflict exists nowhere else
 * any more, so it is kept as a snapshot as well.
 */
export function absorbDeletion(copy: WorkingCopy, context: Context): Step {
  const { base, mine, conflict } = copy
  const settled = bumpGeneration({
    ...omit(copy, 'problem', 'sendIntent'),
    ...settleSends(copy, undefined, context),
  })
  const stood = conflict?.theirs === undefined ? [] : [goneText(conflict.theirs)]
  if (mine.deleted)
    return step({ ...omit(settled, 'conflict'), phase: 'deleted' }, ...stood, { kind: 'forget' })
  // The delete was our own, and the writer brought the document back while its outcome was unknown.
  const ours = [...copy.unconfirmedSends, ...copy.lateSends].some(({ kind }) => kind === 'delete')
  if (ours) return step(asUncreated(settled))
  const unsaved = base === undefined || isPending({ ...copy, mine: { ...mine, fields: base.fields } })
  const kept = [...stood, goneText(mine)]
  if (!unsaved)
    return step({ ...omit(settled, 'conflict'), phase: 'deleted' }, ...kept, {
      kind: 'announce',
      what: 'deleted-there',
    })
  return step(
    {
      ...settled,
      phase: 'conflicted',
      conflict: {
        kind: 'deleted-there',
        token: `g${settled.generation}`,
        decisions: conflict?.decisions ?? [],
        fieldDecisions: conflict?.fieldDecisions ?? {},
        earlier: conflict === undefined ? [] : earlierOf(conflict),
        ...(conflict?.draft !== undefined && { draft: conflict.draft }),
        mineSinceMs: conflict?.mineSinceMs ?? context.nowMs,
        theirsSinceMs: context.nowMs,
      },
    },
    ...kept,
    { kind: 'announce', what: 'conflict' },
  )
}

const goneText = (record: Rec): Effect => ({ kind: 'snapshot', reason: 'deleted-elsewhere', record })

/**
 * Takes in that theirs moved, or went back, while a conflict is open. Decisions survive; a clash that is gone needs
 * none (W15).
 */
export function absorbInConflict(copy: WorkingCopy, theirs: Seen, context: Context): Step {
  const { conflict, base } = copy
  // An unguarded write of ours may have landed over what is on screen: the read after the decision looks for it (W21).
  const mayBeOurs = !context.guarded && copy.lateSends.length > 0
  if (conflict === undefined || conflict.kind === 'past' || mayBeOurs)
    return step({ ...copy, remoteUpdatePending: true })
  if (conflict.serverRecord !== undefined && sameRecord(conflict.serverRecord, theirs))
    return step(
      bumpGeneration({
        ...copy,
        conflict: {
          ...conflict,
          serverRecord: { ...conflict.serverRecord, ...(theirs.etag !== undefined && { etag: theirs.etag }) },
        },
      }),
    )
  // A remote update does not end a conflict in which the writer has decided something or has undone a merge.
  const decided =
    conflict.decisions.length > 0 ||
    Object.keys(conflict.fieldDecisions).length > 0 ||
    conflict.draft !== undefined ||
    (conflict.serverRecord !== undefined &&
      reconcile(base, copy.mine, conflict.serverRecord).text.kind === 'merged')
  const stepped = rebaseOnto(copy, theirs, context, (next) => step(settle(next)))
  if (stepped.next.phase === 'conflicted' || !decided || (base !== undefined && sameRecord(base, theirs)))
    return stepped
  const { text, fields, etag } = theirs
  return step(
    bumpGeneration({
      ...copy,
      conflict: {
        ...conflict,
        kind: 'text',
        theirs: { text, fields },
        serverRecord: { text, fields: { ...base?.fields, ...fields }, ...(etag !== undefined && { etag }) },
        token: `g${copy.generation + 1}`,
        earlier: earlierOf(conflict),
        theirsSinceMs: context.nowMs,
      },
    }),
  )
}
