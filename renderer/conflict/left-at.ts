import type { DocumentId } from '../../shared/terms'
import { caretOf, putCaret, type Caret } from '../editor/review/caret'

/** Where the writer was in the view of a conflict when it left the screen. */
interface Left {
  /** The number of the clash; undefined if she was at none. */
  readonly clash: number | undefined
  /** Finds the place again; undefined if it was the view as a whole or one of the buttons that are about all of it. */
  readonly place: string | undefined
  readonly caret: Caret | undefined
}

const left = new Map<DocumentId, Left>()

/** Undefined if the writer has not been in the view of this conflict. */
export const leftAt = (id: DocumentId): Left | undefined => left.get(id)

/** For a conflict that has ended: the next one begins anew. */
export const forgetLeft = (id: DocumentId): boolean => left.delete(id)

/**
 * Marks the element that has the focus as the one to return to, from a panel as well. A writer who has been at a place
 * of the view has asked for it: keys are no longer meant for the text.
 */
export function noteFocus(view: HTMLElement, at: Element): void {
  if (at === view) return
  view.querySelector('[data-pane-focus]')?.removeAttribute('data-pane-focus')
  at.setAttribute('data-pane-focus', '')
  if (!at.matches('[tabindex="-1"]')) at.closest('[tabindex="-1"]')?.setAttribute('data-asked', '')
}

/** The element of the view that had the focus last. */
export const lastFocus = (view: HTMLElement | null | undefined): HTMLElement | null =>
  view?.querySelector<HTMLElement>('[data-pane-focus]') ?? null

/** Remembers the place for the time when the view comes back. Call it before the view leaves the screen. */
export function noteLeft(id: DocumentId, view: HTMLElement | null): void {
  const at = lastFocus(view)
  if (at?.closest('[data-asked]') == null) return
  const number = at.closest('[data-clash]')?.getAttribute('data-clash')
  const clash = number == null ? undefined : Number(number)
  const atClash = clash === undefined ? undefined : `[data-clash="${clash}"] ${at.localName}`
  left.set(id, { clash, place: at.matches('.cm-content') ? '.cm-content' : atClash, caret: caretOf(at) })
}

/** Focuses the place again, if it is still there; returns whether it is. */
export function goBack(body: HTMLElement, { place, caret }: Left): boolean {
  const at = place === undefined ? null : body.querySelector<HTMLElement>(place)
  at?.focus()
  if (at !== null && caret !== undefined) putCaret(at, caret)
  return at !== null
}
