import type { DocumentId } from '../../shared/terms'

export type Side = 'left' | 'right'

/** Which documents have tabs, and which the writing area shows: one, or two side by side under one strip of tabs. */
export interface Writing {
  readonly tabs: readonly DocumentId[]
  /** The document of the side that the writer is in. */
  readonly active: DocumentId | null
  readonly side: Side
  /** The document of the other side, perhaps the same one; null where the view is not split. */
  readonly sideDocument: DocumentId | null
  /** The tab that the next opened document takes over, because nothing was done in it. */
  readonly previewTab: DocumentId | null
}

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left')

/** The document of a side; null where that side is not there. */
export function documentOn({ active, sideDocument, side }: Writing, at: Side): DocumentId | null {
  return at === side ? active : sideDocument
}

/** The document on screen: in the side where it stands already, else in the one that the writer is in. */
export function withShown(now: Writing, id: DocumentId, keep: boolean): Writing {
  if (id !== now.active && id === now.sideDocument) return withActiveSide(now, otherSide(now.side))
  if (now.tabs.includes(id))
    return { ...now, active: id, previewTab: keep && now.previewTab === id ? null : now.previewTab }
  const at = now.previewTab === null ? -1 : now.tabs.indexOf(now.previewTab)
  const tabs = at < 0 || keep ? [...now.tabs, id] : now.tabs.with(at, id)
  return { ...now, tabs, active: id, previewTab: keep ? now.previewTab : id }
}

/** The document in the other side, and the writer there; a view that is not split is split, the new side to the right. */
export function withSideDocument(now: Writing, id: DocumentId): Writing {
  if (now.active === null) return withShown(now, id, true)
  const tabs = now.tabs.includes(id) ? now.tabs : [...now.tabs, id]
  const side = now.sideDocument === null ? 'right' : otherSide(now.side)
  return { tabs, active: id, sideDocument: now.active, side, previewTab: null }
}

/** The writer goes to that side. */
export function withActiveSide(now: Writing, side: Side): Writing {
  if (now.sideDocument === null || now.side === side) return now
  return { ...now, active: now.sideDocument, sideDocument: now.active, side, previewTab: null }
}

/** The tabs stay; the other side has all the room. */
export function withoutSide(now: Writing, side: Side): Writing {
  return now.sideDocument === null ? now : { ...withActiveSide(now, otherSide(side)), sideDocument: null }
}

/** A side closes with the tab of its document; without another side the next tab comes on screen. */
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

/** The next tab, or with -1 the one before, in the side that the writer is in; the other step leads back. */
export function withNextTab(now: Writing, step: 1 | -1): Writing {
  const { tabs, active } = now
  if (active === null) return now
  return { ...now, active: tabs[(tabs.indexOf(active) + step + tabs.length) % tabs.length] ?? active }
}
