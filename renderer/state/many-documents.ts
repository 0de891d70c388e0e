import type { DocumentId, FolderId } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import { manyTags, type ManyParts, type ManyTags } from './many-tags'
import { AT_ONCE, editDocuments, editListed, leftOf, runBatchInParts, sayFailure } from './run-batch'
import { closeTab, showDone, showTab, useWindow, focusActiveEditor } from './store'

/** What a writer does to several documents at once. */
export interface ManyDocuments extends ManyTags {
  deleteDocuments(ids: readonly DocumentId[], title: string): Promise<void>
  moveDocuments(ids: readonly DocumentId[], folderId: FolderId | null, name: string): Promise<void>
}

/** What is done to one document or to twenty thousand: in parts, with progress, stopped at a press, and taken back as one. */
export function manyDocuments(parts: ManyParts): ManyDocuments {
  const { client, settle, attempt } = parts

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

  return {
    ...manyTags(parts),

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
        const { done: moved, failureMessage } = await editListed(client, 'Moving', ids, (document) =>
          document.folderId === folderId ? undefined : { folderId },
        )
        if (moved.length === 0) return sayFailure(failureMessage)
        const what = moved.length === 1 ? `Moved to ${name}` : `Moved ${countOf(moved)} to ${name}`
        showDone(failureMessage ?? what, () => {
          void attempt(async () => {
            const places = moved.map(({ id, folderId: before }) => ({ id, folderId: before }))
            sayFailure((await editDocuments(client, 'Moving back', places)).failureMessage)
          })
        })
      }),
  }
}

const countOf = ({ length }: readonly unknown[]): string => counted(length, 'document')

/** The writer is in the sidebar or in the list. */
export const isInLibrary = (): boolean =>
  document.activeElement?.closest('[data-pane="list"], [data-pane="sidebar"]') != null
