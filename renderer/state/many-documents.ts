import type { DocumentSummary, EachDone, Tag } from '../../shared/ipc/ipc-records'
import type { DocumentId, FolderId, TagId } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import type { Client } from '../bridge/bridge'
import { runBatch, runBatchInParts, type BatchFailure } from './run-batch'
import { documentsWith, listedAgain, mergeTagInto } from './merge-tags'
import { closeTab, leaveList, showDone, showTab, showToast, useWindow, focusActiveEditor } from './store'

/** As many at a time as main answers at once; the writer sees how far it is after each. */
const AT_ONCE = 100

/** What a writer does to several documents at once. */
export interface ManyDocuments {
  deleteDocuments(ids: readonly DocumentId[], title: string): Promise<void>
  moveDocuments(ids: readonly DocumentId[], folderId: FolderId | null, name: string): Promise<void>
  addTag(ids: readonly DocumentId[], tagId: TagId): Promise<void>
  /** Undo takes the new tag itself back too. */
  addNewTag(ids: readonly DocumentId[], name: string): Promise<void>
  /** With undo, which makes it anew and puts it on the documents that had it. */
  deleteTag(tag: Pick<Tag, 'id' | 'name'>): Promise<void>
  /** Every document of the one gets the other instead; then the one is deleted. */
  mergeTags(from: Pick<Tag, 'id' | 'name'>, into: Pick<Tag, 'id' | 'name'>): Promise<void>
}

/** What is done to one document or to twenty thousand: in parts, with progress, stopped at a press, and taken back as one. */
export function manyDocuments(parts: {
  readonly client: Client
  /** Hands over what is typed in these documents. */
  settle(ids: readonly DocumentId[]): Promise<unknown>
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>
}): ManyDocuments {
  const { client, settle, attempt } = parts

  /** With what the list says of each before; what is in no list any more is passed over. */
  const eachSummary = (
    doing: string,
    ids: readonly DocumentId[],
    work: (document: DocumentSummary) => Promise<unknown>,
  ) => {
    const reads = new Map<number, Promise<readonly DocumentSummary[]>>()
    const readAround = (at: number) => {
      const from = at - (at % AT_ONCE)
      const read =
        reads.get(from) ?? client.ask('documents.summaries', { ids: ids.slice(from, from + AT_ONCE) })
      reads.set(from, read)
      return read
    }
    return runBatch(doing, ids, async (id, at) => {
      const document = (await readAround(at)).find((one) => one.id === id)
      if (document !== undefined) await work(document)
    })
  }

  async function restore(
    ids: readonly DocumentId[],
    openTabs: readonly DocumentId[],
    active: DocumentId | null,
  ) {
    const wasInLibrary = isInLibrary()
    const { failureMessage } = await runBatchInParts('Bringing back', ids, AT_ONCE, async (part) =>
      leftOf(await client.ask('document.restore', { ids: [...part] })),
    )
    for (const id of openTabs) showTab(id, true)
    if (active !== null && ids.includes(active)) showTab(active)
    useWindow.setState({ selected: [...ids] })
    if (!wasInLibrary) focusActiveEditor()
    sayFailure(failureMessage)
  }

  /** A tag that is gone is made again and put on these documents, as far as they are still here, instead of another. */
  async function giveBack(
    name: string,
    ids: readonly DocumentId[],
    insteadOf: (id: DocumentId) => TagId | undefined,
    made: (again: TagId) => void = () => {},
  ): Promise<void> {
    const { id: again } = await client.ask('tag.create', { name })
    made(again)
    await settle(ids)
    const { failureMessage } = await eachSummary('Tagging', ids, ({ id, tagIds }) => {
      const others = tagIds.filter((tag) => tag !== insteadOf(id) && tag !== again)
      return client.ask('document.edit-fields', { id, tagIds: [...others, again] })
    })
    sayFailure(failureMessage)
  }

  async function putTag(ids: readonly DocumentId[], tagId: TagId, undone = async () => {}): Promise<void> {
    await settle(ids)
    const tagged: DocumentId[] = []
    const { failureMessage } = await eachSummary('Tagging', ids, async ({ id, tagIds }) => {
      if (tagIds.includes(tagId)) return
      await client.ask('document.edit-fields', { id, tagIds: [...tagIds, tagId] })
      tagged.push(id)
    })
    const { tags } = await client.ask('library.get', undefined)
    const name = tags.find(({ id }) => id === tagId)?.name ?? ''
    if (tagged.length === 0)
      return sayFailure(
        failureMessage ?? `“${name}” is on ${ids.length === 1 ? 'it' : 'all of them'} already`,
      )
    showDone(failureMessage ?? `Put “${name}” on ${countOf(tagged)}`, () => {
      void attempt(async () => {
        const back = await eachSummary('Taking the tag off', tagged, ({ id, tagIds }) =>
          client.ask('document.edit-fields', { id, tagIds: tagIds.filter((tag) => tag !== tagId) }),
        )
        if (back.failureMessage === undefined) await undone()
        sayFailure(back.failureMessage)
      })
    })
  }

  return {
    deleteDocuments: (ids, title) =>
      attempt(async () => {
        if (ids.length === 0) return
        const wasInLibrary = isInLibrary()
        await settle(ids)
        const { active } = useWindow.getState()
        const openTabs: DocumentId[] = []
        const { done, failureMessage } = await runBatchInParts('Deleting', ids, AT_ONCE, async (part) => {
          const stayed = leftOf(await client.ask('document.delete', { ids: [...part] }))
          // Its text would stand there as one that was deleted elsewhere, for as long as the others take.
          for (const id of useWindow.getState().tabs)
            if (part.includes(id) && stayed?.items.includes(id) !== true) {
              openTabs.push(id)
              closeTab(id)
            }
          return stayed
        })
        if (done.length === 0) return sayFailure(failureMessage)
        const gone = new Set(done)
        useWindow.setState(({ closed }) => ({
          selected: ids.filter((id) => !gone.has(id)),
          closed: closed.filter((id) => !gone.has(id)),
        }))
        // Who goes through the list stays there; else the text that the focus was in may just have gone.
        if (!wasInLibrary) focusActiveEditor()
        const what = done.length === 1 ? `Deleted “${title}”` : `Deleted ${countOf(done)}`
        showDone(
          failureMessage ?? what,
          () => void attempt(() => restore(done, openTabs, active)),
          done.length === 1 ? done[0] : undefined,
        )
      }),

    moveDocuments: (ids, folderId, name) =>
      attempt(async () => {
        await settle(ids)
        const before = new Map<DocumentId, DocumentSummary['folderId']>()
        const { failureMessage } = await eachSummary('Moving', ids, async (document) => {
          if (document.folderId === folderId) return
          await client.ask('document.edit-fields', { id: document.id, folderId })
          before.set(document.id, document.folderId)
        })
        const moved = [...before]
        if (moved.length === 0) return sayFailure(failureMessage)
        const what = moved.length === 1 ? `Moved to ${name}` : `Moved ${countOf(moved)} to ${name}`
        showDone(failureMessage ?? what, () => {
          void attempt(async () => {
            const back = await runBatch('Moving back', moved, ([id, to]) =>
              client.ask('document.edit-fields', { id, folderId: to }),
            )
            sayFailure(back.failureMessage)
          })
        })
      }),

    addTag: (ids, tagId) => attempt(() => putTag(ids, tagId)),

    addNewTag: (ids, name) =>
      attempt(async () => {
        const { id } = await client.ask('tag.create', { name })
        await putTag(ids, id, async () => {
          const { tags } = await client.ask('library.get', undefined)
          // Somebody may have used it meanwhile.
          if (tags.find((tag) => tag.id === id)?.documents === 0) await client.ask('tag.delete', { id })
        })
      }),

    mergeTags: (from, into) =>
      attempt(async () => {
        // Where the other one stood the keyboard would have nowhere to stay.
        document.querySelector<HTMLElement>(`[data-tag="${CSS.escape(into.id)}"]`)?.focus()
        const { changed, failureMessage, turnBack } = await mergeTagInto(client, settle, from, into)
        if (failureMessage !== undefined && changed.length === 0) return sayFailure(failureMessage)
        showDone(failureMessage ?? `“${from.name}” is now “${into.name}” on ${countOf(changed)}`, () => {
          const had = new Set(changed.filter(({ tagIds }) => tagIds.includes(into.id)).map(({ id }) => id))
          const ids = changed.map(({ id }) => id)
          void attempt(() => giveBack(from.name, ids, (id) => (had.has(id) ? undefined : into.id), turnBack))
        })
      }),

    deleteTag: (tag) =>
      attempt(async () => {
        const ids = (await documentsWith(client, tag.id)).map(({ id }) => id)
        await client.ask('tag.delete', { id: tag.id })
        const { filter } = useWindow.getState()
        const isListed = filter.tagIds?.includes(tag.id) === true
        const turnBack = isListed ? leaveList({ smart: 'recent' }) : undefined
        showDone(`Deleted the tag “${tag.name}”`, () => {
          void attempt(() =>
            giveBack(
              tag.name,
              ids,
              () => tag.id,
              (again) => turnBack?.(listedAgain(filter, tag.id, again)),
            ),
          )
        })
      }),
  }
}

const leftOf = ({ left }: EachDone): BatchFailure<DocumentId> | undefined =>
  left && { items: left.ids, why: left.problem.message }

/** Why not all was done, if so. */
function sayFailure(message: string | undefined): void {
  if (message !== undefined) showToast(message)
}

const countOf = ({ length }: readonly unknown[]): string => counted(length, 'document')

/** The writer is in the sidebar or in the list. */
export const isInLibrary = (): boolean =>
  document.activeElement?.closest('[data-pane="list"], [data-pane="sidebar"]') != null
