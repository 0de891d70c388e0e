import { createHash } from 'node:crypto'
import { isSameTagName } from '../../../shared/text/tag-name'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import type { Clock } from '../../system/clock'
import type { ItemContext } from './item-events'
import { bodyOf } from './item-remote'
import type { Waiting } from './item-messages'
import { givesUpName, type ItemKind, type LibraryItem } from './library-item'
import type { LibraryItems } from './library-items'

export interface ItemWorldParts {
  readonly items: LibraryItems
  readonly clock: Clock
  readonly capabilities: () => ServiceCapabilities
  /**
   * Whether documents keep a folder from being deleted: those in the lists (`here`), or those whose deletes wait
   * (`going`).
   */
  readonly holdsDocuments: (folderId: string) => 'here' | 'going' | 'none'
}

/** The context of an item's transition: the other items, the documents and the service. */
export function createItemWorld({ items, clock, capabilities, holdsDocuments }: ItemWorldParts) {
  const contextOf = ({ kind, id }: LibraryItem): ItemContext => ({
    nowMs: clock.now(),
    moment: items.moment(),
    waits: (item) => waitsFor(item) !== undefined,
    etags: etagsOf(kind, capabilities()),
    honoursKeys: capabilities().idempotency === 'yes',
    keyOf: (item) => createKey(item, JSON.stringify(bodyOf(items, capabilities(), kind, item.mine))),
    bodyOf: ({ mine }) => JSON.stringify(bodyOf(items, capabilities(), kind, mine)),
    twinOf(remoteId) {
      const twin = items.byRemoteId(kind, remoteId)
      return twin?.id === id ? undefined : twin
    },
    isNameHeld(name) {
      for (const tag of items.all('tag'))
        if (givesUpName(tag) && isSameTagName(tag.base!.fields.name, name)) return true
      return false
    },
  })

  /** What the item waits for: a folder must exist before its contents are sent, and must outlive them. */
  const waitsFor = (item: LibraryItem): Waiting | undefined => {
    if (item.kind !== 'folder' || item.flight) return undefined
    if (!item.deleted) {
      const { parentId } = item.mine
      if (parentId == null || items.folderThere(parentId) !== undefined) return undefined
      return { words: `Waits for folder “${items.get('folder', parentId)?.mine.name ?? ''}”` }
    }
    if (item.remoteId === undefined) return undefined
    for (const { id, mine, deleted } of items.all('folder'))
      if (mine.parentId === item.id && id !== item.id)
        return deleted
          ? { words: `Waits until “${mine.name}” is deleted` }
          : { words: `Needs attention: the folder “${mine.name}” is in this folder now`, isForWriter: true }
    switch (holdsDocuments(item.id)) {
      case 'here':
        return { words: 'Needs attention: this folder has documents now', isForWriter: true }
      case 'going':
        return { words: 'Waits until its documents are deleted' }
      case 'none':
        return undefined
    }
  }

  /** Whether the item was created in a folder that no longer exists: nothing would ever end that wait. */
  const isOrphan = ({ kind, remoteId, flight, mine, deleted }: LibraryItem): boolean =>
    kind === 'folder' &&
    remoteId === undefined &&
    flight === undefined &&
    !deleted &&
    mine.parentId != null &&
    items.get('folder', mine.parentId) === undefined

  return { contextOf, waitsFor, isOrphan }
}

/**
 * The key of a create. It is the same on a device that has a copy of this library, so that both make one item (W17).
 * Another create, or another body, has another key.
 */
const createKey = ({ id, creates = 0 }: LibraryItem, body: string): string =>
  createHash('sha256').update(`${id}\n${creates}\n${body}`).digest('hex').slice(0, 32)

/**
 * Whether items of this kind have ETags. Documents have them; for folders and files that may be unknown yet (C6). Tags
 * have none.
 */
function etagsOf(kind: ItemKind, capabilities: ServiceCapabilities): ItemContext['etags'] {
  if (kind === 'tag') return 'no'
  const known = capabilities[`${kind}Etags`]
  const mayHave = capabilities.etags === 'yes' || capabilities.guarded === 'seen'
  return known ?? (mayHave ? 'unknown' : 'no')
}
