import { TITLE_LENGTH_MAX, type DocumentId, type FolderId, type TagId } from '../../../shared/terms'
import type { Client } from '../../bridge/bridge'
import type { Sessions } from '../sessions'
import { closeTab, showList, showTab, useWindow, type NewItem } from '../store'
import { siblingsOf } from '../tree-rows'
import { holdingKeys } from '../typed/type-ahead'
import type { ManyParts } from './many-tags'
import { nameNew } from './new-item'

/** What a writer makes anew: documents, folders and tags, and copies of documents. */
export interface NewThings {
  newDocument(): Promise<void>
  /** A document that stays on this device until a key may write it. */
  newDraft(): Promise<void>
  /** Asks for the name of a folder in this one, or at the top; then `makeFolder`. */
  newFolder(parentId: FolderId | null): void
  /** Asks for the name of a tag; then `makeTag`. */
  newTag(): void
  /** `isGoneInto`: its list is shown, and what is made next lies in it. A name that a folder beside it has is told. */
  makeFolder(item: NewItem, name: string, isGoneInto: boolean): Promise<void>
  /** Answers with another tag that has the name already; then none is made. */
  makeTag(item: NewItem, name: string): Promise<TagId | undefined>
  /** A copy beside the original, with "copy" in its title. */
  duplicate(id: DocumentId): Promise<void>
  /** A copy that stays on this device until a key may write it. */
  keepAsDraft(id: DocumentId): Promise<void>
  /** Of what was deleted elsewhere: its copy takes its place on screen. */
  keepAsNew(id: DocumentId): Promise<void>
}

export function makingDeeds(parts: ManyParts & { readonly sessions: Sessions }): NewThings {
  const { client, sessions, settle, attempt, say, isOnScreen } = parts
  const { makeFolder, makeTag } = namedDeeds(parts)
  /** Never among the texts of a library that came on screen meanwhile. */
  const show: typeof showNew = (id, part) => {
    if (isOnScreen()) showNew(id, part)
  }

  /** The document that is being made: the key pressed again before it is there asks for the same one. */
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

/** Folders and tags, once they have a name. */
function namedDeeds({ client, isOnScreen, say }: ManyParts) {
  /** Main makes it; the sidebar shows it under its name until the library has it. */
  async function make<T>(item: NewItem, name: string, ask: () => Promise<T>): Promise<T> {
    if (isOnScreen()) useWindow.setState({ newItem: { ...item, name }, undo: null })
    try {
      return await ask()
    } catch (error) {
      forget(item)
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
    forget(item)
    const { tags } = await client.ask('library.get', undefined)
    const same = tags.find((tag) => tag.id === id)?.name ?? name
    say(`There is already a tag “${same}”, so no new one was made`)
    return id
  }
  return { makeFolder, makeTag }
}

/** It is not made after all. */
function forget({ id }: NewItem): void {
  if (useWindow.getState().newItem?.id === id) useWindow.setState({ newItem: null })
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

/** The document in front, where nothing was written into it yet and a new one would lie in the same place. */
function blankInFront(sessions: Sessions): DocumentId | undefined {
  const { active, filter, view } = useWindow.getState()
  const session = active === null || view !== 'documents' ? undefined : sessions.get(active)
  if (session === undefined) return undefined
  const { title, folderId, tagIds, status, readOnly } = session.view()
  const isBlank = title === '' && session.editor.text() === '' && status === 'draft' && readOnly === undefined
  const isThere = folderId === (filter.folderId ?? null) && tagIds.join() === (filter.tagIds ?? []).join()
  return isBlank && isThere ? session.id : undefined
}

/** As long as a title may be; a document without a title has a copy without one. */
const titleOfCopy = (title: string) =>
  title === '' ? '' : `${title.slice(0, TITLE_LENGTH_MAX - COPY.length).replace(HALF_A_CHARACTER, '')}${COPY}`
const COPY = ' copy'
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/
