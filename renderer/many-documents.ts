import type { DocumentSummary, EachDone } from '../shared/ipc-records'
import type { DocumentId, TagId } from '../shared/terms'
import type { Actions } from './actions'
import type { Client } from './bridge'
import { eachOf, eachPart, type Left } from './each-of'
import { giveTagOver } from './give-tag-over'
import { closeTab, showDone, showTab, showToast, useWindow, writeOn } from './store'

/** As many at a time as main answers at once; the writer sees how far it is after each. */
const AT_ONCE = 100

type ManyDocuments = Pick<Actions, 'deleteDocuments' | 'moveDocuments' | 'addTag' | 'mergeTags'>

/** What is done to one document or to twenty thousand: in parts, with progress, stopped at a press, and taken back as one. */
export function manyDocuments(parts: {
  readonly client: Client
  /** Hands over what is typed in these documents. */
  settle(ids: readonly DocumentId[]): Promise<unknown>
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>
}): ManyDocuments {
  const { client, settle, attempt } = parts

  /** One after another, with what the list says of each before; what is in no list any more is passed over. */
  const eachSummary = (
    doing: string,
    ids: readonly DocumentId[],
    work: (document: DocumentSummary) => Promise<unknown>,
  ) => {
    const read = new Map<DocumentId, DocumentSummary>()
    let asked = 0
    return eachOf(doing, ids, async (id) => {
      if (!read.has(id) && asked < ids.length) {
        const part = ids.slice(asked, asked + AT_ONCE)
        for (const document of await client.ask('documents.summaries', { ids: [...part] }))
          read.set(document.id, document)
        asked += part.length
      }
      const document = read.get(id)
      if (document !== undefined) await work(document)
    })
  }

  async function restore(
    ids: readonly DocumentId[],
    openTabs: readonly DocumentId[],
    active: DocumentId | null,
  ) {
    const wasInLibrary = isInLibrary()
    const { left } = await eachPart('Bringing back', ids, AT_ONCE, async (part) =>
      leftOf(await client.ask('document.restore', { ids: [...part] })),
    )
    for (const id of openTabs) showTab(id, true)
    if (active !== null && ids.includes(active)) showTab(active)
    useWindow.setState({ selected: [...ids] })
    if (!wasInLibrary) writeOn()
    sayLeft(left)
  }

  return {
    deleteDocuments: (ids, title) =>
      attempt(async () => {
        if (ids.length === 0) return
        const wasInLibrary = isInLibrary()
        await settle(ids)
        const { done, left } = await eachPart('Deleting', ids, AT_ONCE, async (part) =>
          leftOf(await client.ask('document.delete', { ids: [...part] })),
        )
        if (done.length === 0) return sayLeft(left)
        const gone = new Set(done)
        const { tabs, active } = useWindow.getState()
        const openTabs = tabs.filter((id) => gone.has(id))
        for (const id of openTabs) closeTab(id)
        useWindow.setState(({ closed }) => ({
          selected: ids.filter((id) => !gone.has(id)),
          closed: closed.filter((id) => !gone.has(id)),
        }))
        // Who goes through the list stays there; else the text that the focus was in may just have gone.
        if (!wasInLibrary) writeOn()
        const what = done.length === 1 ? `Deleted “${title}”` : `Deleted ${countOf(done)}`
        showDone(
          left ?? what,
          () => void attempt(() => restore(done, openTabs, active)),
          done.length === 1 ? done[0] : undefined,
        )
      }),

    moveDocuments: (ids, folderId, name) =>
      attempt(async () => {
        await settle(ids)
        const before = new Map<DocumentId, DocumentSummary['folderId']>()
        const { left } = await eachSummary('Moving', ids, async (document) => {
          if (document.folderId === folderId) return
          await client.ask('document.edit-fields', { id: document.id, folderId })
          before.set(document.id, document.folderId)
        })
        const moved = [...before]
        if (moved.length === 0) return sayLeft(left)
        const what = moved.length === 1 ? `Moved to ${name}` : `Moved ${countOf(moved)} to ${name}`
        showDone(left ?? what, () => {
          void attempt(async () => {
            const back = await eachOf('Moving back', moved, ([id, to]) =>
              client.ask('document.edit-fields', { id, folderId: to }),
            )
            sayLeft(back.left)
          })
        })
      }),

    addTag: (ids, tagId) =>
      attempt(async () => {
        await settle(ids)
        const tagged: DocumentId[] = []
        const { left } = await eachSummary('Tagging', ids, async ({ id, tagIds }) => {
          if (tagIds.includes(tagId)) return
          await client.ask('document.edit-fields', { id, tagIds: [...tagIds, tagId] })
          tagged.push(id)
        })
        const { tags } = await client.ask('library.get', undefined)
        const name = tags.find(({ id }) => id === tagId)?.name ?? ''
        if (tagged.length === 0)
          return sayLeft(left ?? `“${name}” is on ${ids.length === 1 ? 'it' : 'all of them'} already`)
        showDone(left ?? `Put “${name}” on ${countOf(tagged)}`, () => {
          void attempt(async () => {
            const back = await eachSummary('Taking the tag off', tagged, ({ id, tagIds }) =>
              client.ask('document.edit-fields', { id, tagIds: tagIds.filter((tag) => tag !== tagId) }),
            )
            sayLeft(back.left)
          })
        })
      }),

    mergeTags: (from, into) =>
      attempt(async () => {
        const { changed, left } = await giveTagOver(client, settle, from, into)
        if (left !== undefined && changed.length === 0) return sayLeft(left)
        showDone(left ?? `“${from.name}” is now “${into.name}” on ${countOf(changed)}`, () => {
          void attempt(async () => {
            const { id: again } = await client.ask('tag.create', { name: from.name })
            const had = new Set<DocumentId>(
              changed.filter(({ tagIds }) => tagIds.includes(into.id)).map(({ id }) => id),
            )
            const ids = changed.map(({ id }) => id)
            const back = await eachSummary('Tagging', ids, ({ id, tagIds }) => {
              const kept: readonly TagId[] = had.has(id) ? tagIds : tagIds.filter((tag) => tag !== into.id)
              return client.ask('document.edit-fields', { id, tagIds: [...kept, again] })
            })
            sayLeft(back.left)
          })
        })
      }),
  }
}

const leftOf = ({ left }: EachDone): Left<DocumentId> | undefined =>
  left && { items: left.ids, why: left.problem.message }

/** Why not all was done, if so. */
function sayLeft(left: string | undefined): void {
  if (left !== undefined) showToast(left)
}

const countOf = ({ length }: readonly unknown[]): string =>
  length === 1 ? '1 document' : `${length.toLocaleString('en')} documents`

/** The writer is in the sidebar or in the list. */
const isInLibrary = (): boolean =>
  document.activeElement?.closest('[data-pane="list"], [data-pane="sidebar"]') != null
