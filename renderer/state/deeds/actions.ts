import type { CommandInput, CommandName, CommandOutput } from '../../../shared/ipc/ipc'
import type { FileSummary } from '../../../shared/ipc/ipc-files'
import { isSameTagName } from '../../../shared/text/tag-name'
import { TITLE_LENGTH_MAX, type DocumentId, type FolderId, type TagId } from '../../../shared/terms'
import type { Folder, Tag } from '../../../shared/ipc/ipc-records'
import { counted } from '../../../shared/text/counted'
import { type Client } from '../../bridge/bridge'
import type { Sessions } from '../sessions'
import { leaveFirstName } from './first-name'
import { folderDeeds, type FolderDeeds } from './folder-deeds'
import { mergeTagInto } from './many-tags'
import { manyDocuments, type ManyDocuments } from './many-documents'
import { editDocuments, sayFailure } from './run-batch'
import { closeTab, postpone, showTab, toggleFolder, useWindow } from '../store'
import { showToast, showDone } from '../toasts'
import { holdingKeys } from '../typed/type-ahead'
import { messageOf } from '../../../shared/message-of'

/** By then the field for a new name is on screen; where the sidebar is hidden there is none. */
const NAME_FIELD_MS = 1_000

/** What a writer does to documents, folders and tags, from wherever in the window. A refusal is said in a toast. */
export interface Actions extends ManyDocuments, FolderDeeds {
  newDocument(): Promise<void>
  /** A document that stays on this device until a key may write it. */
  newDraft(): Promise<void>
  newFolder(parentId: FolderId | null): Promise<void>
  newTag(): Promise<void>
  /** Its texts, and those of the folders in it, stay on this device; or go when there is no room. */
  keepOffline(folder: Pick<Folder, 'id' | 'name'>, kept: boolean): Promise<void>
  /** With undo; the links to it stay in the texts. */
  deleteFile(file: FileSummary): Promise<void>
  /** Gives an upload up; its links go from the texts. */
  removeUpload(file: FileSummary): Promise<void>
  /**
   * A name that another tag has: one that was just made goes again, and the other's id is the answer; of one in use the
   * writer is asked whether the two are to be merged.
   */
  renameTag(tag: Pick<Tag, 'id' | 'name'>, name: string, isNew: boolean): Promise<TagId | undefined>
  /** What a move brought here and nobody changed goes again; `undefined` where main refused. */
  takeBackMove(): Promise<CommandOutput<'move.take-back'> | undefined>
  removeTag(id: DocumentId, tagId: TagId): Promise<void>
  /** A copy beside the original, with "copy" in its title. */
  duplicate(id: DocumentId): Promise<void>
  /** A copy that stays on this device until a key may write it. */
  keepAsDraft(id: DocumentId): Promise<void>
  /** Of what was deleted elsewhere: its copy takes its place on screen. */
  keepAsNew(id: DocumentId): Promise<void>
  publish(id: DocumentId): Promise<void>
  unpublish(id: DocumentId): Promise<void>
  /** Reads what has changed on the service, and says whether that was anything. */
  checkForChanges(): Promise<void>
  /** Asks main; undefined where it refused, which is then said. */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N> | undefined>
  /** The same for a command without an answer: whether main did it. */
  did<N extends CommandName>(name: N, input: CommandInput<N>): Promise<boolean>
}

const CHECKED = {
  'nothing-new': 'Nothing new.',
  'up-to-date': 'Everything is up to date.',
  'not-read': 'The service cannot be read now. The status line says why.',
} as const

export function createActions(client: Client, sessions: Sessions): Actions {
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      showToast(messageOf(error))
      return undefined
    }
  }

  const run: Actions['run'] = (name, input) => attempt(() => client.ask(name, input))

  /** What is typed goes first, also in a tab that is closing: no change of the record overtakes the text. */
  const settle = (ids: readonly DocumentId[]) =>
    Promise.all(ids.map((id) => sessions.get(id)?.flush() ?? sessions.close(id)))

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
      useWindow.setState({ renaming: { kind, id: made.id, isNew: true } })
    } finally {
      made.isUnderWay = false
    }
  }

  async function copyOf(id: DocumentId, entitle = (title: string) => title): Promise<DocumentId> {
    const { title, text, tagIds, folderId } = await client.ask('document.open', { id })
    await client.ask('document.close', { id })
    return (await client.ask('document.create', { title: entitle(title), text, tagIds, folderId })).id
  }

  function showNew(id: DocumentId, part: 'text' | 'title' = 'text'): void {
    useWindow.setState({ selected: [id], focusOn: { id, part } })
    showTab(id, true)
  }

  /** The document in front, where nothing was written into it yet and a new one would lie in the same place. */
  function blankInFront(): DocumentId | undefined {
    const { active, filter, view } = useWindow.getState()
    const session = active === null || view !== 'documents' ? undefined : sessions.get(active)
    if (session === undefined) return undefined
    const { title, folderId, tagIds, status, readOnly } = session.view()
    const isBlank =
      title === '' && session.editor.text() === '' && status === 'draft' && readOnly === undefined
    const isThere = folderId === (filter.folderId ?? null) && tagIds.join() === (filter.tagIds ?? []).join()
    return isBlank && isThere ? session.id : undefined
  }

  /** The document that is being made: the key pressed again before it is there asks for the same one. */
  let starting: Promise<void> | undefined
  async function startDocument(): Promise<void> {
    const blank = starting === undefined ? blankInFront() : undefined
    if (blank !== undefined) return useWindow.setState({ focusOn: { id: blank, part: 'title' } })
    starting ??= makeDocument().finally(() => (starting = undefined))
    await starting
  }

  async function makeDocument(): Promise<void> {
    const { filter } = useWindow.getState()
    const place = { folderId: filter.folderId ?? null, tagIds: filter.tagIds ?? [] }
    const { id } = await holdingKeys(() => client.ask('document.create', place))
    showNew(id, 'title')
  }

  const mergeInto = (from: Pick<Tag, 'id'>, into: Pick<Tag, 'id'>) => mergeTagInto(client, settle, from, into)

  const many = manyDocuments({ client, settle, attempt })
  const { mergeTags } = many

  return {
    run,
    did: async (name, input) => (await attempt(() => client.ask(name, input).then(() => true))) === true,
    async checkForChanges() {
      const checked = await run('connection.retry', undefined)
      if (checked !== undefined) showToast(CHECKED[checked.outcome])
    },
    newDocument: () => attempt(startDocument),
    newDraft: () =>
      attempt(async () => {
        await startDocument()
        showToast('This draft stays on this device until a key may write it')
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
    ...many,
    ...folderDeeds({ client, settle, attempt }),
    keepOffline: ({ id, name }, kept) =>
      attempt(async () => {
        const { withoutText } = await client.ask('folder.keep-offline', { id, kept })
        const textsToCome =
          withoutText === 0 ? '' : `. ${counted(withoutText, 'text is', 'texts are')} still to come`
        showToast(
          kept
            ? `“${name}” and what is in it is kept on this device${textsToCome}`
            : `The texts of “${name}” stay on this device only while there is room`,
          [{ label: 'Undo', run: () => void run('folder.keep-offline', { id, kept: !kept }) }],
        )
      }),
    deleteFile: (file) =>
      attempt(async () => {
        await client.ask('file.delete', { ids: [file.id] })
        const used = file.uses === 0 ? '' : '. Texts that show it keep their links'
        showToast(`Deleted “${file.name}”${used}`, [
          { label: 'Undo', run: () => void run('file.restore', { ids: [file.id] }) },
        ])
      }),
    removeUpload: (file) =>
      attempt(async () => {
        await Promise.all([...sessions.all()].map((session) => session.flush()))
        await client.ask('file.remove', { id: file.id })
        showToast(`Removed “${file.name}” and its links`)
      }),
    mergeTags,
    renameTag: (tag, name, isNew) =>
      attempt(async () => {
        const { tags } = await client.ask('library.get', undefined)
        const same = tags.find((other) => other.id !== tag.id && isSameTagName(other.name, name))
        if (same === undefined) {
          await client.ask('tag.rename', { id: tag.id, name })
          const back = () => void run('tag.rename', { id: tag.id, name: tag.name })
          if (!isNew) showDone(`Renamed the tag “${tag.name}” to “${name}”`, back)
          return undefined
        }
        const isUsed = tags.some(({ id, documents }) => id === tag.id && documents > 0)
        if (tag.id !== made.id || isUsed) {
          const merge = { label: 'Merge into it', run: () => void mergeTags(tag, same) }
          showToast(`There is already a tag “${same.name}”`, [merge])
          return undefined
        }
        const { failureMessage } = await mergeInto(tag, same)
        showToast(failureMessage ?? `There is already a tag “${same.name}”, so no new one was made`)
        return failureMessage === undefined ? same.id : undefined
      }),
    takeBackMove: () =>
      attempt(async () => {
        await settle(useWindow.getState().tabs)
        const taken = await client.ask('move.take-back', undefined)
        for (const id of taken.ids) closeTab(id)
        return taken
      }),
    async removeTag(id, tagId) {
      sayFailure((await editDocuments(client, 'Tagging', [{ id, removeTags: [tagId] }])).failureMessage)
    },
    duplicate: (id) =>
      attempt(async () => {
        showNew(await holdingKeys(() => settle([id]).then(() => copyOf(id, titleOfCopy))), 'title')
      }),
    keepAsDraft: (id) =>
      attempt(async () => {
        showNew(await holdingKeys(() => copyOf(id)))
        showToast('This copy stays on this device until a key may write it')
      }),
    keepAsNew: (id) =>
      attempt(async () => {
        const copy = await holdingKeys(() => settle([id]).then(() => copyOf(id)))
        closeTab(id)
        showNew(copy)
        showToast('Kept as a new document.')
      }),
    publish: (id) =>
      attempt(async () => {
        await settle([id])
        await client.ask('document.edit-fields', { id, status: 'published' })
        await client.ask('document.save', { id, reason: 'publish' })
        postpone(id, false)
      }),
    unpublish: (id) =>
      attempt(async () => {
        await settle([id])
        await client.ask('document.edit-fields', { id, status: 'draft' })
        // What waited here for readers is what a draft holds: it goes with that.
        await client.ask('document.save', { id, reason: 'key' })
      }),
  }
}

/** As long as a title may be; a document without a title has a copy without one. */
const titleOfCopy = (title: string) =>
  title === '' ? '' : `${title.slice(0, TITLE_LENGTH_MAX - COPY.length).replace(HALF_A_CHARACTER, '')}${COPY}`
const COPY = ' copy'
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/
