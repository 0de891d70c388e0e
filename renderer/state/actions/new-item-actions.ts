import { TITLE_LENGTH_MAX, type DocumentId, type FolderId, type TagId } from '../../../shared/terms'
import type { Client } from '../../bridge/bridge'
import type { Sessions } from '../sessions'
import { closeTab, showList, showTab, useWindow, type NewItem } from '../store'
import { siblingsOf } from '../tree-rows'
import { holdingKeys } from '../typed/type-ahead'
import type { ActionParts } from './batch-tag-actions'
import { forgetNew, nameNew } from './new-item'

/** Actions that create documents, folders and tags, or copy documents. */
export interface NewItemActions {
  newDocument(): Promise<void>
  /** Creates a document that stays on this device until a key may write it. */
  newDraft(): Promise<void>
  /** Asks for the name of a new folder in this one, or at the top level; `makeFolder` then creates it. */
  newFolder(parentId: FolderId | null): void
  /** Asks for the name of a new tag; `makeTag` then creates it. */
  newTag(): void
  /**
   * Creates the folder. With `isGoneInto` its list is shown, so that the next new document lies in it. The writer is
   * told if a sibling folder has the same name.
   */
  makeFolder(item: NewItem, name: string, isGoneInto: boolean): Promise<void>
  /** Creates the tag. If a tag with this name exists, resolves to that tag and creates none. */
  makeTag(item: NewItem, name: string): Promise<TagId | undefined>
  /** Creates a copy beside the original, with "copy" in its title. */
  duplicate(id: DocumentId): Promise<void>
  /** Creates a copy that stays on this device until a key may write it. */
  keepAsDraft(id: DocumentId): Promise<void>
  /** Creates a copy of a document that was deleted elsewhere; the copy takes its place on screen. */
  keepAsNew(id: DocumentId): Promise<void>
}

export function newItemActions(parts: ActionParts & { readonly sessions: Sessions }): NewItemActions {
  const { client, sessions, settle, attempt, say, isOnScreen } = parts
  const { makeFolder, makeTag } = namedItemActions(parts)
  /** Shows the new document, unless another library has come on screen meanwhile. */
  const show: typeof showNew = (id, part) => {
    if (isOnScreen()) showNew(id, part)
  }

  /** The document being created: a second press of the key before it exists asks for the same one. */
  let starting: Promise<void> | undefined
  async function startDocument(): Promise<void> {
    const blank = starting === undefined ? blankInFront(sessions) : undefined
    if (blank !== undefined) return useWindow.setState({ focusOn: { id: blank, part: 'title' } })
    starting ??= makeDocument().finally(() => (starting = undefined))
    await starting
  }

  async function makeDocument(): Promise<void> {
    const { filter } = useWindow.getState()
    const place = { folderId: filter.folderId ?? null, tagIds: filter.tagIds ?? [] }
    const { id } = await holdingKeys(() => client.ask('document.create', place))
    show(id, 'title')
  }

  return {
    newDocument: () => attempt(startDocument),
    newDraft: () =>
      attempt(async () => {
        await startDocument()
        say('This draft stays on this device until a key may write it')
      }),
    newFolder: (parentId) => nameNew('folder', parentId),
    newTag: () => nameNew('tag', null),
    makeFolder: (item, name, isGoneInto) => attempt(() => makeFolder(item, name, isGoneInto)),
    makeTag: (item, name) => attempt(() => makeTag(item, name)),
    duplicate: (id) =>
      attempt(async () => {
        show(await holdingKeys(() => settle([id]).then(() => copyOf(client, id, titleOfCopy))), 'title')
      }),
    keepAsDraft: (id) =>
      attempt(async () => {
        show(await holdingKeys(() => copyOf(client, id)))
        say('This copy stays on this device until a key may write it')
      }),
    keepAsNew: (id) =>
      attempt(async () => {
        const copy = await holdingKeys(() => settle([id]).then(() => copyOf(client, id)))
        closeTab(id)
        show(copy)
        say('Kept as a new document.')
      }),
  }
}

/** Actions on folders and tags once they have a name. */
function namedItemActions({ client, isOnScreen, say }: ActionParts) {
  /**
   * Asks the main process to create the item. Until the library contains the item, the sidebar shows it under its name.
   */
  async function make<T>(item: NewItem, name: string, ask: () => Promise<T>): Promise<T> {
    if (isOnScreen()) useWindow.setState({ newItem: { ...item, name }, undo: null })
    try {
      return await ask()
    } catch (error) {
      forgetNew(item.id)
      throw error
    }
  }

  async function makeFolder(item: NewItem, name: string, isGoneInto: boolean): Promise<void> {
    const { id, parentId } = item
    const { filter: before } = useWindow.getState()
    const made = make(item, name, () => client.ask('folder.create', { id, name, parentId }))
    if (isGoneInto && isOnScreen()) showList({ folderId: id })
    const { filter } = useWindow.getState()
    await made.catch((error: unknown) => {
      if (useWindow.getState().filter === filter) useWindow.setState({ filter: before })
      throw error
    })
    const { folders } = await client.ask('library.get', undefined)
    if (siblingsOf(folders, parentId).some((one) => one.id !== id && one.name === name))
      say(`Another folder here is called “${name}” too`)
  }

  async function makeTag(item: NewItem, name: string): Promise<TagId | undefined> {
    const { id } = await make(item, name, () => client.ask('tag.create', { id: item.id, name }))
    if (id === item.id) return undefined
    forgetNew(item.id)
    const { tags } = await client.ask('library.get', undefined)
    const same = tags.find((tag) => tag.id === id)?.name ?? name
    say(`There is already a tag “${same}”, so no new one was made`)
    return id
  }
  return { makeFolder, makeTag }
}

async function copyOf(
  client: Client,
  id: DocumentId,
  entitle = (title: string) => title,
): Promise<DocumentId> {
  const { title, text, tagIds, folderId } = await client.ask('document.open', { id })
  await client.ask('document.close', { id })
  return (await client.ask('document.create', { title: entitle(title), text, tagIds, folderId })).id
}

function showNew(id: DocumentId, part: 'text' | 'title' = 'text'): void {
  useWindow.setState({ selected: [id], focusOn: { id, part } })
  showTab(id, true)
}

/** The document in front, if nothing has been written into it and a new one would lie in the same folder. */
function blankInFront(sessions: Sessions): DocumentId | undefined {
  const { active, filter, view } = useWindow.getState()
  const session = active === null || view !== 'documents' ? undefined : sessions.get(active)
  if (session === undefined) return undefined
  const { title, folderId, tagIds, status, readOnly } = session.view()
  const isBlank = title === '' && session.editor.text() === '' && status === 'draft' && readOnly === undefined
  const isThere = folderId === (filter.folderId ?? null) && tagIds.join() === (filter.tagIds ?? []).join()
  return isBlank && isThere ? session.id : undefined
}

/** The title of a copy, cut to the maximum length. An untitled document has an untitled copy. */
const titleOfCopy = (title: string) =>
  title === '' ? '' : `${title.slice(0, TITLE_LENGTH_MAX - COPY.length).replace(HALF_A_CHARACTER, '')}${COPY}`
const COPY = ' copy'
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/
