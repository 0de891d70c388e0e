import type { Command, CommandInput } from '../../../shared/ipc/ipc'
import { AppError, appError } from '../../../shared/problem'
import { isSameTagName } from '../../../shared/text/tag-name'
import type { FolderId } from '../../../shared/terms'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { cleanName } from './clean-name'
import type { ItemKind, LibraryItem } from './library-item'
import type { ItemSending } from './item-sending'
import { newItemId, type LibraryItems } from './library-items'

/** The writer's changes of folders and tags: on this device at once, on the service when possible. */
export interface Organise {
  readonly createFolder: Command<'folder.create'>
  readonly renameFolder: Command<'folder.rename'>
  readonly moveFolder: Command<'folder.move'>
  /**
   * Deletes a folder and its contents: first its documents one by one, each guarded, then the folder (requirement F).
   */
  readonly deleteFolder: Command<'folder.delete'>
  readonly restoreFolder: Command<'folder.restore'>
  /** Creates a tag; an existing tag with that name is returned. */
  readonly createTag: Command<'tag.create'>
  readonly renameTag: Command<'tag.rename'>
  readonly deleteTag: Command<'tag.delete'>
}

interface OrganiseParts {
  readonly items: LibraryItems
  readonly sending: ItemSending
  readonly capabilities: () => ServiceCapabilities
  readonly newUuid: () => string
  /** Documents directly in a folder that are not deleted. */
  readonly documentsIn: (folderId: FolderId) => readonly string[]
  readonly documents: {
    readonly delete: Command<'document.delete'>
    readonly restore: Command<'document.restore'>
    readonly editFields: Command<'document.edit-fields'>
  }
}

/** A deleted folder, and the documents that were directly in it. */
interface DeletedFolder {
  readonly item: LibraryItem
  readonly documentIds: readonly string[]
}

/**
 * For this many deletions of a session the facts are kept that restore a folder even after the service has deleted it
 * too.
 */
const DELETIONS_KNOWN = 20

export function createOrganise(parts: OrganiseParts): Organise {
  const { items, sending } = parts
  const edits = createItemEdits(parts)
  const { existing, added, edit } = edits
  const { childrenOf, subtree } = folderTree(items)
  const deletions = createDeletions(items)

  const requireNesting = (parentId: FolderId | null) => {
    if (parentId === null) return
    existing('folder', parentId)
    if (parts.capabilities().folderParent === 'no')
      throw appError('not-allowed', 'This service does not support folders inside folders.')
  }

  /** Restores a folder; under another id where the service has deleted it meanwhile. */
  function bringBack({ id, mine }: LibraryItem, renamed: ReadonlyMap<FolderId, FolderId>): FolderId {
    const now = items.get('folder', id)
    if (now !== undefined) {
      if (now.deleted) sending.dispatch(now, { kind: 'undeleted' })
      return id
    }
    const wanted = mine.parentId ?? null
    const parentId = wanted === null ? null : (renamed.get(wanted) ?? wanted)
    const isThere = parentId !== null && items.get('folder', parentId)?.deleted === false
    return added('folder', { ...mine, parentId: isThere ? parentId : null }).id
  }

  async function restoreFolder({ id }: CommandInput<'folder.restore'>): Promise<void> {
    const folders = deletions.of(id)
    const renamed = new Map<FolderId, FolderId>()
    for (const { item } of folders) renamed.set(item.id, bringBack(item, renamed))
    for (const ids of inParts(folders.flatMap(({ documentIds }) => documentIds)))
      await parts.documents.restore({ ids })
    for (const { item, documentIds } of folders) {
      const folderId = renamed.get(item.id)
      if (folderId === undefined || folderId === item.id) continue
      for (const documentId of documentIds) await parts.documents.editFields({ id: documentId, folderId })
    }
    deletions.forget(id)
  }

  return {
    createFolder({ id, name, parentId }) {
      requireNesting(parentId)
      const last = childrenOf(parentId).at(-1)?.mine.position
      const position = last === undefined ? 0 : last + 1
      return added('folder', { name: cleanName(name), parentId, position }, id)
    },

    renameFolder({ id, name }) {
      edit(existing('folder', id), { name: cleanName(name) })
    },

    moveFolder({ id, parentId, position }) {
      const folder = existing('folder', id)
      requireNesting(parentId)
      if (parentId !== null && subtree(folder).some((item) => item.id === parentId))
        throw appError('not-allowed', 'A folder cannot be inside itself.')
      const siblings = childrenOf(parentId).filter((item) => item.id !== id)
      const at = Math.min(position ?? siblings.length, siblings.length)
      for (const [item, fields] of placedAt(folder, siblings, at, parentId)) edit(item, fields)
    },

    async deleteFolder({ id }) {
      const folder = existing('folder', id)
      const all = subtree(folder)
      const going = all.map((item) => ({ item, documentIds: parts.documentsIn(item.id) })).reverse()
      const documentIds = going.flatMap((one) => one.documentIds)
      deletions.remember(id, going)
      // The items that belong together are recorded first: after a crash in between, undo still knows all of them.
      const folderIds = all.filter((item) => item !== folder).map((item) => item.id)
      sending.dispatch(folder, { kind: 'deleted', together: { documentIds, folderIds } })
      for (const item of all) if (item !== folder) sending.dispatch(item, { kind: 'deleted' })
      try {
        for (const ids of inParts(documentIds)) {
          const { left } = await parts.documents.delete({ ids })
          if (left !== undefined) throw new AppError(left.problem)
        }
      } catch (error) {
        // A folder is deleted with all its contents or not at all; the writer is told the first failure.
        await restoreFolder({ id }).catch(() => {})
        throw error
      }
      sending.recheck()
      return { documents: documentIds.length }
    },

    restoreFolder,
    ...tagCommands(items, edits),
  }
}

type ItemEdits = ReturnType<typeof createItemEdits>

/** Creates, changes or looks up single folders and tags. */
function createItemEdits({ items, sending, newUuid }: OrganiseParts) {
  const existing = (kind: ItemKind, id: string): LibraryItem => {
    const item = items.get(kind, id)
    if (!item || item.deleted) throw appError('not-found-here', `This ${kind} is not here any more.`)
    return item
  }

  const added = (
    kind: ItemKind,
    mine: LibraryItem['mine'],
    id: string = newItemId(newUuid()),
  ): { id: string } => {
    if (items.get(kind, id) !== undefined) throw appError('not-allowed', `This ${kind} is here already.`)
    sending.add({ kind, id, mine, deleted: false, movedAt: items.moment() })
    return { id }
  }

  const edit = (item: LibraryItem, fields: Partial<LibraryItem['mine']>) =>
    sending.dispatch(item, { kind: 'edited', fields })

  return { existing, added, edit, remove: (item: LibraryItem) => sending.dispatch(item, { kind: 'deleted' }) }
}

function folderTree(items: LibraryItems) {
  const childrenOf = (parentId: FolderId | null): LibraryItem[] =>
    [...items.all('folder')]
      .filter(({ mine, deleted }) => !deleted && (mine.parentId ?? null) === parentId)
      .sort(inOrder)

  /** The folder and all folders below it, the deepest first. */
  const subtree = (folder: LibraryItem): LibraryItem[] => {
    const found: LibraryItem[] = []
    const visit = (item: LibraryItem) => {
      if (found.includes(item)) return
      found.push(item)
      for (const child of childrenOf(item.id)) visit(child)
    }
    visit(folder)
    return found.reverse()
  }

  return { childrenOf, subtree }
}

/** The deleted folders, with the facts that restore them. */
function createDeletions(items: LibraryItems) {
  /** The deletions, by their outermost folders, each of which is the first in its list. */
  const known = new Map<FolderId, readonly DeletedFolder[]>()

  return {
    remember(id: FolderId, folders: readonly DeletedFolder[]): void {
      known.delete(id)
      known.set(id, folders)
      const [oldest] = known.keys()
      if (known.size > DELETIONS_KNOWN && oldest !== undefined) known.delete(oldest)
    },

    /** The folders that were deleted with this one in this session, or that were recorded before the app ended. */
    of(id: FolderId): readonly DeletedFolder[] {
      const item = items.get('folder', id)
      const deleted = known.get(id)
      if (deleted !== undefined) return deleted
      if (!item?.deleted)
        throw appError(
          'not-found-here',
          'This folder is gone on the service already; its documents are in Recovered texts.',
        )
      const { documentIds = [], folderIds = [] } = item.together ?? {}
      const children = [...folderIds].reverse().flatMap((childId) => items.get('folder', childId) ?? [])
      return [{ item, documentIds }, ...children.map((child) => ({ item: child, documentIds: [] }))]
    },

    forget: (id: FolderId) => void known.delete(id),
  }
}

function tagCommands(
  items: LibraryItems,
  { existing, added, edit, remove }: ItemEdits,
): Pick<Organise, 'createTag' | 'renameTag' | 'deleteTag'> {
  const tagNamed = (name: string, except?: string): LibraryItem | undefined =>
    [...items.all('tag')].find(
      ({ id, mine, deleted }) => id !== except && !deleted && isSameTagName(mine.name, name),
    )

  return {
    createTag({ id, name }) {
      const clean = cleanName(name)
      const same = tagNamed(clean)
      return same ? { id: same.id } : added('tag', { name: clean }, id)
    },

    renameTag({ id, name }) {
      const clean = cleanName(name)
      const same = tagNamed(clean, id)
      if (same) throw appError('not-allowed', `There is already a tag “${same.mine.name}”.`)
      edit(existing('tag', id), { name: clean })
    },

    deleteTag({ id }) {
      remove(existing('tag', id))
    },
  }
}

/** The changes that put `folder` before `siblings[at]`: as few as possible. */
function placedAt(
  folder: LibraryItem,
  siblings: readonly LibraryItem[],
  at: number,
  parentId: FolderId | null,
): readonly (readonly [LibraryItem, Partial<LibraryItem['mine']>])[] {
  const before = at === 0 ? -1 : (siblings[at - 1]?.mine.position ?? at - 1)
  const changes: [LibraryItem, Partial<LibraryItem['mine']>][] = [
    [folder, { parentId, position: before + 1 }],
  ]
  let least = before + 2
  for (const sibling of siblings.slice(at)) {
    if ((sibling.mine.position ?? 0) >= least) break
    changes.push([sibling, { position: least++ }])
  }
  return changes
}

const collator = new Intl.Collator()

/** Orders by position, then by name, then by id, so that the order is stable. */
export function inOrder(a: LibraryItem, b: LibraryItem): number {
  const byPosition = (a.mine.position ?? 0) - (b.mine.position ?? 0)
  return byPosition || collator.compare(a.mine.name, b.mine.name) || (a.id < b.id ? -1 : 1)
}

/** Splits a list, because `document.delete` takes at most a thousand. */
function inParts<T>(list: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < list.length; at += 1_000) parts.push(list.slice(at, at + 1_000))
  return parts
}
