import type { ItemContext, ItemEvent, ItemStep } from '../item-events'
import { changedFields, openQuestion, type ItemFields, type LibraryItem } from '../library-item'

/**
 * Test support: the promises that each single step of an item must keep in any world. Returns the broken promise in
 * words.
 */
export function brokenStep(
  before: LibraryItem,
  event: ItemEvent,
  step: ItemStep,
  context: ItemContext,
): string | undefined {
  return (
    brokenAsking(before, event, step) ??
    brokenMine(before, event, step) ??
    brokenSend(before, event, step, context)
  )
}

const REACHING: ReadonlySet<string> = new Set(['send', 'read', 'find-created'])
const BY_THE_WRITER: ReadonlySet<string> = new Set(['edited', 'deleted', 'undeleted', 'discarded'])

/** W2: one request at a time. */
function brokenAsking(
  before: LibraryItem,
  event: ItemEvent,
  { next, effects }: ItemStep,
): string | undefined {
  const asked = effects.filter(({ kind }) => REACHING.has(kind)).length
  if (asked > 1) return 'two requests at once'
  if (asked === 1 && next.attempt === undefined) return 'a request that no attempt waits for'
  const isOutside = BY_THE_WRITER.has(event.kind) || event.kind === 'remote-read'
  if (asked === 1 && isOutside) return 'a request while nobody sends'
  const isForgotten = effects.some(({ kind }) => kind === 'forget')
  if (next.attempt && before.attempt && !isOutside && asked === 0 && !isForgotten)
    return 'an attempt that never ends'
  return undefined
}

/** W5, W8: the writer's changes stay until she decides. */
function brokenMine(before: LibraryItem, event: ItemEvent, { next, effects }: ItemStep): string | undefined {
  if (BY_THE_WRITER.has(event.kind) || effects.some(({ kind }) => kind === 'unite')) return undefined
  const { base, mine, deleted } = before
  if (next.deleted !== deleted) return 'a delete comes or goes by itself'
  const changed = base ? changedFields(base.fields, mine) : (Object.keys(mine) as (keyof ItemFields)[])
  if (changed.some((field) => next.mine[field] !== mine[field])) return 'a change of the writer is taken back'
  const isForgotten = effects.some(({ kind }) => kind === 'forget')
  return isForgotten && !deleted && (changed.length > 0 || before.flight?.verb === 'delete')
    ? 'what the writer wants is forgotten'
    : undefined
}

function brokenSend(
  before: LibraryItem,
  event: ItemEvent,
  { next, effects }: ItemStep,
  context: ItemContext,
): string | undefined {
  const flight = effects.find((effect) => effect.kind === 'send')?.flight
  if (!flight) return undefined
  const isAsked = event.kind === 'send-due' && event.asked
  const isRemade = effects.some(({ kind }) => kind === 'remade')
  if (openQuestion(next) || (openQuestion(before) && !isAsked && !isRemade))
    return 'a write while a question is open'
  if (next.flight !== flight) return 'a write that is not in the journal'
  if (flight.verb === 'create') {
    const { flight: earlier } = before
    const isRepeat = earlier?.verb === 'create' && !flight.isAnew
    return isRepeat && (flight.body !== earlier.body || flight.key !== earlier.key)
      ? 'a create that may have landed is repeated with another body or key'
      : undefined
  }
  if (flight.etag !== next.base?.etag) return 'a write with an ETag that is not the base’s'
  const isKnownWithout = context.etags === 'no' || effects.some(({ kind }) => kind === 'no-etags')
  const isCompared = event.kind === 'read-ended' && isKnownWithout
  if (flight.etag === undefined && !isCompared) return 'a write without a guard and without a read'
  return flight.verb === 'update' && changedFields(flight.fields, next.mine).length > 0
    ? 'a write that leaves out what is pending'
    : undefined
}
