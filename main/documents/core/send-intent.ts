import { isHeldBack, pendingOf } from './pending'
import { isAskedFor } from './sending'
import type { Context, Event, SendIntent } from './events'
import type { WorkingCopy } from './working-copy'

/**
 * How soon the copy is to be sent; `cause` is the event that led to this copy. `undefined`: a write or a request is
 * open, and its end decides.
 */
export function intentOf(
  copy: WorkingCopy,
  cause: Event['kind'],
  context: Pick<Context, 'autosavePublished' | 'unresolvedIn'>,
): SendIntent | undefined {
  if (copy.flight !== undefined || copy.reading !== undefined) return undefined
  switch (copy.phase) {
    case 'clean':
    case 'deleted':
      return { kind: 'none' }
    case 'rejected':
      return cause === 'send-asked' ? { kind: 'now', first: true } : { kind: 'asked' }
    case 'conflicted':
      return { kind: 'asked' }
    case 'saving':
    case 'reconciling':
      return undefined
    case 'dirty':
    case 'queued':
      return intentOfPending(copy, cause, context)
  }
}

function intentOfPending(
  copy: WorkingCopy,
  cause: Event['kind'],
  context: Pick<Context, 'autosavePublished' | 'unresolvedIn'>,
): SendIntent {
  const isAsked = cause === 'send-asked'
  if (copy.unconfirmedSends.length > 0) return { kind: 'now', first: isAsked }
  const { create, text, fields, deleted } = pendingOf(copy)
  if (!create && !text && !deleted && fields.length === 0) return { kind: 'none' }
  if (isAsked) return { kind: 'now', first: true }
  const isHeld = isHeldBack(copy, context.autosavePublished) && !isAskedFor(copy.sendIntent)
  if (isHeld || isUnresolved(copy, context)) return { kind: 'asked' }
  if (deleted) return { kind: 'undoable' }
  const isTyping = cause === 'typed' || (cause === 'fields-edited' && (create || fields.includes('title')))
  const goesOn = copy.phase === 'dirty' && cause !== 'fields-edited' && cause !== 'loaded'
  return isTyping || goesOn
    ? { kind: 'pause', characters: copy.mine.text.length }
    : { kind: 'now', first: false }
}

/**
 * Whether the writer has published words that the service does not have yet (C8). A conflict does not end that, because
 * it may end by itself; a refusal does.
 */
export function isPublishAsked({ base, mine, phase, sendIntent, flight }: WorkingCopy): boolean {
  if (mine.fields.status !== 'published') return false
  if (base === undefined) return true
  if (phase === 'rejected' || phase === 'deleted' || phase === 'clean') return false
  return base.fields.status !== 'published' || isAskedFor(sendIntent) || isAskedFor(flight?.reason)
}

/** Whether a publication waits to be sent or is in flight, and does not wait for the writer. */
export const isPublishing = (copy: WorkingCopy): boolean =>
  isPublishAsked(copy) && (copy.base === undefined || copy.phase !== 'conflicted')

/** Whether all pending changes name a folder or a tag that is not on the service yet (W2). */
export function isUnresolved(copy: WorkingCopy, { unresolvedIn }: Pick<Context, 'unresolvedIn'>): boolean {
  const { text, fields, create, deleted } = pendingOf(copy)
  if (create || text || deleted || fields.length === 0) return false
  const unresolved = unresolvedIn?.(copy.mine.fields) ?? []
  return fields.every((field) => unresolved.includes(field))
}
