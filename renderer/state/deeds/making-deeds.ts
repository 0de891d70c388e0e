import { isSameTagName } from '../../../shared/text/tag-name'
import { TITLE_LENGTH_MAX, type DocumentId, type FolderId } from '../../../shared/terms'
import type { Client } from '../../bridge/bridge'
import type { Sessions } from '../sessions'
import { closeTab, showTab, toggleFolder, useWindow } from '../store'
import { holdingKeys } from '../typed/type-ahead'
import { leaveFirstName } from './first-name'
import type { ManyParts } from './many-tags'

/** By then the field for a new name is on screen; where the sidebar is hidden there is none. */
const NAME_FIELD_MS = 1_000

/** What a writer makes anew: documents, folders and tags, and copies of documents. */
export interface NewThings {
  newDocument(): Promise<void>
  /** A document that stays on this device until a key may write it. */
  newDraft(): Promise<void>
  newFolder(parentId: FolderId | null): Promise<void>
  newTag(): Promise<void>
  /** A copy beside the original, with "copy" in its title. */
  duplicate(id: DocumentId): Promise<void>
  /** A copy that stays on this device until a key may write it. */
  keepAsDraft(id: DocumentId): Promise<void>
  /** Of what was deleted elsewhere: its copy takes its place on screen. */
  keepAsNew(id: DocumentId): Promise<void>
}

export function makingDeeds(parts: ManyParts & { readonly sessions: Sessions }) {
  const { client, sessions, settle, attempt, say, isOnScreen } = parts
  /** Never among the texts of a library that came on screen meanwhile. */
  const show: typeof showNew = (id, part) => {
    if (isOnScreen()) showNew(id, part)
  }
  /** What is made under a first name, which the writer then changes where it stands. */
  const made = { isUnderWay: false, id: '', namedBy: 0 }
  /** Pressed again before the field for the name is there, the key was meant for that field. */
  async function makeNamed(
    kind: 'folder' | 'tag',
    make: () => Promise<{ readonly id: string }>,
  ): Promise<void> {
    if (made.isUnderWay || leaveFirstName(kind) === 'nothing typed') return
    const isExpected = useWindow.getState().renaming?.id === made.id && Date.now() < made.namedBy
    if (isExpected) return
    made.isUnderWay = true
    try {
      made.id = (await holdingKeys(make)).id
      made.namedBy = Date.now() + NAME_FIELD_MS
      if (isOnScreen()) useWindow.setState({ renaming: { kind, id: made.id, isNew: true } })
    } finally {
      made.isUnderWay = false
    }
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

  const deeds: NewThings = {
    newDocument: () => attempt(startDocument),
    newDraft: () =>
      attempt(async () => {
        await startDocument()
        say('This draft stays on this device until a key may write it')
      }),
    newFolder: (parentId) =>
      attempt(() =>
        makeNamed('folder', async () => {
          const folder = await client.ask('folder.create', { name: 'New folder', parentId })
          if (parentId !== null) toggleFolder(parentId, true)
          return folder
        }),
      ),
    newTag: () =>
      attempt(() =>
        makeNamed('tag', async () => {
          const { tags } = await client.ask('library.get', undefined)
          const isTaken = (wanted: string) => tags.some(({ name }) => isSameTagName(name, wanted))
          let name = 'new tag'
          for (let count = 2; isTaken(name); count++) name = `new tag ${count}`
          return client.ask('tag.create', { name })
        }),
      ),
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
  return { ...deeds, isMadeNow: (id: string) => id === made.id }
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
