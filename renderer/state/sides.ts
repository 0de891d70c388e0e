import type { DocumentId } from '../../shared/terms'

export type Side = 'left' | 'right'

/**
 * Which documents have tabs, and which the writing area shows: one document, or two side by side under one tab strip.
 */
export interface Writing {
  readonly tabs: readonly DocumentId[]
  /** The document on the active side. */
  readonly active: DocumentId | null
  readonly side: Side
  /** The document on the other side, possibly the same one; null if the view is not split. */
  readonly sideDocument: DocumentId | null
  /** The tab that the next opened document replaces, because nothing was done in it. */
  readonly previewTab: DocumentId | null
}

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left')

/** The document on a side; null if that side does not exist. */
export function documentOn({ active, sideDocument, side }: Writing, at: Side): DocumentId | null {
  return at === side ? active : sideDocument
}

/** Shows the document: on the side that already shows it, else on the active side. */
export function withShown(now: Writing, id: DocumentId, keep: boolean): Writing {
  if (id !== now.active && id === now.sideDocument) return withActiveSide(now, otherSide(now.side))
  if (now.tabs.includes(id))
    return { ...now, active: id, previewTab: keep && now.previewTab === id ? null : now.previewTab }
  const at = now.previewTab === null ? -1 : now.tabs.indexOf(now.previewTab)
  const tabs = at < 0 || keep ? [...now.tabs, id] : now.tabs.with(at, id)
  return { ...now, tabs, active: id, previewTab: keep ? now.previewTab : id }
}

/** Shows the document on the other side and makes that side active. If the view is not split, a right side is added. */
export function withSideDocument(now: Writing, id: DocumentId): Writing {
  if (now.active === null) return withShown(now, id, true)
  const tabs = now.tabs.includes(id) ? now.tabs : [...now.tabs, id]
  const side = now.sideDocument === null ? 'right' : otherSide(now.side)
  return { tabs, active: id, sideDocument: now.active, side, previewTab: null }
}

/** Makes that side active. */
export function withActiveSide(now: Writing, side: Side): Writing {
  if (now.sideDocument === null || now.side === side) return now
  return { ...now, active: now.sideDocument, sideDocument: now.active, side, previewTab: null }
}

/** Closes a side. The tabs stay, and the other side takes all the room. */
export function withoutSide(now: Writing, side: Side): Writing {
  return now.sideDocument === null ? now : { ...withActiveSide(now, otherSide(side)), sideDocument: null }
}

/** Closes a tab. A side closes with the tab of its document; without a second side, the next tab is shown. */
export function withoutTab(now: Writing, id: DocumentId): Writing {
  const at = now.tabs.indexOf(id)
  if (at < 0) return now
  const tabs = now.tabs.toSpliced(at, 1)
  const previewTab = now.previewTab === id ? null : now.previewTab
  const left = [now.active, now.sideDocument].find((shown) => shown !== null && shown !== id) ?? null
  if (now.active !== id && now.sideDocument !== id) return { ...now, tabs, previewTab }
  const side = left !== null && left === now.sideDocument ? otherSide(now.side) : now.side
  return {
    tabs,
    previewTab,
    side,
    sideDocument: null,
    active: left ?? tabs[Math.min(at, tabs.length - 1)] ?? null,
  }
}

/** Shows the next tab (1) or the previous one (-1) on the active side; the opposite step returns. */
export function withNextTab(now: Writing, step: 1 | -1): Writing {
  const { tabs, active } = now
  if (active === null) return now
  return { ...now, active: tabs[(tabs.indexOf(active) + step + tabs.length) % tabs.length] ?? active }
}
