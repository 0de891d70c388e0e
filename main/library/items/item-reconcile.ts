import { reconcileFields, type FieldRules } from '../../documents/core/reconcile'
import { mayStillLand } from '../../documents/core/sent'
import { omit } from '../../documents/core/step'
import type { RemoteId } from '../../../shared/terms'
import type { ItemContext } from './item-events'
import {
  changedFields,
  FIELDS,
  type Flight,
  type ItemBase,
  type ItemFields,
  type LibraryItem,
  type Question,
} from './library-item'

const RULES: FieldRules<ItemFields> = {
  names: FIELDS,
  isSame: (_field, a, b) => a === b,
  // A position in the order is never worth a question: mine stays.
  merge: (field, _was, my) => (field === 'position' ? my : undefined),
}

/**
 * Reconciles the item with the service's record: a change on one side is taken, equal changes agree, otherwise the
 * writer is asked (W8).
 */
function reconciled(item: LibraryItem, theirs: ItemBase, at: number): LibraryItem {
  const base = item.base?.fields ?? item.mine
  const { taken, clashes } = reconcileFields(
    RULES,
    (field) => base[field],
    (field) => item.mine[field],
    (field) => theirs.fields[field],
  )
  const { question } = item
  // A clash stays open, whatever else changes, until both sides agree (W12).
  const open =
    question?.kind !== 'clash'
      ? []
      : question.fields.filter((field) => theirs.fields[field] !== item.mine[field])
  const fields = [...new Set([...clashes, ...open])]
  const asked: Question | undefined =
    fields.length > 0
      ? { kind: 'clash', theirs: theirs.fields, fields }
      : question?.kind === 'refused'
        ? question
        : undefined
  return {
    ...omit(item, 'question'),
    mine: { ...item.mine, ...taken },
    base: { ...theirs, fields: { ...base, ...theirs.fields } },
    movedAt: at,
    ...(asked && { question: asked }),
  }
}

/**
 * Takes in the service's record. A field that one of our own sends has set there is not a remote change (W7); the rest
 * is reconciled. A send that the service does not show yet may still land (W6).
 */
export function absorbed(
  item: LibraryItem,
  theirs: ItemBase,
  context: Pick<ItemContext, 'nowMs' | 'moment' | 'etags'>,
): LibraryItem {
  const { flight, lateSends = [] } = item
  const sends = flight && flight.verb !== 'create' ? [...lateSends, flight] : lateSends
  const guarded = context.etags !== 'no'
  const left = sends.filter((sent) => mayStillLand(sent, theirs, { nowMs: context.nowMs, guarded }))
  const own = FIELDS.filter((field) =>
    sends.some(({ verb, fields }) => verb !== 'delete' && fields[field] === theirs.fields[field]),
  )
  const made = Object.fromEntries(own.map((field) => [field, theirs.fields[field]]))
  const base = item.base && { ...item.base, fields: { ...item.base.fields, ...made } }
  const settled = { ...omit(item, 'flight', 'lateSends', 'base'), ...(base && { base }) }
  return reconciled({ ...settled, ...(left.length > 0 && { lateSends: left }) }, theirs, context.moment)
}

/**
 * Handles an answered write: base is the returned record, or else the one that was sent (W4); later edits stay pending.
 */
export function landed(
  item: LibraryItem,
  sent: Flight,
  {
    theirs = { fields: sent.fields },
    remoteId,
  }: { readonly theirs?: ItemBase; readonly remoteId?: RemoteId },
  at: number,
): LibraryItem {
  const after = reconciled({ ...omit(item, 'flight'), base: { fields: sent.fields } }, theirs, at)
  return remoteId === undefined ? after : { ...after, remoteId }
}

/**
 * Merges an item with `twin`, which a pull took in and which this item's own create had made before its answer came:
 * both are one item, and the writer's changes of either are kept (W17).
 */
export function united(item: LibraryItem, sent: Flight, twin: LibraryItem, at: number): LibraryItem {
  const base = twin.base?.fields ?? sent.fields
  const changed = changedFields(base, twin.mine).map((field) => [field, twin.mine[field]])
  const { remoteId } = twin
  const one = landed(
    item,
    sent,
    { theirs: { fields: base }, ...(remoteId !== undefined && { remoteId }) },
    at,
  )
  return {
    ...one,
    mine: { ...one.mine, ...Object.fromEntries(changed) },
    deleted: one.deleted || twin.deleted,
  }
}
