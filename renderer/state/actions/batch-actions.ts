import { DELETING, type DocumentId, type FolderId } from '../../../shared/terms'
import { type Client } from '../../bridge/bridge'
import { counted } from '../../../shared/text/counted'
import { batchTagActions, type ActionParts, type BatchTagActions } from './batch-tag-actions'
import { AT_ONCE, editDocuments, editListed, leftOf, runBatchInParts } from './run-batch'
import {
  addTabs,
  closeTab,
  showOverlay,
  showTab,
  useWindow,
  focusActiveEditor,
  focusActivePane,
} from '../store'
import { dropToastsAbout, isUndoSaid } from '../toasts'
import { undoable, type Operation } from './undoable-operation'
import { ignoreEnter, watchInput } from './watch-input'

/** From this number on, a delete asks first, because everything may have been selected by mistake. */
const ASKED_FROM = 100
/** A selector for the panes of the library. */
export const LIBRARY = '[data-pane="list"], [data-pane="sidebar"]'

/** Actions on several documents at once. */
export interface BatchActions extends BatchTagActions {
  /**
   * Deletes the documents. From `ASKED_FROM` documents on, the writer is asked first, because a mistake would be a
   * disaster.
   */
  deleteDocuments(ids: readonly DocumentId[], title: string): Promise<void>
  /** Deletes the documents after the writer has confirmed. */
  deleteMany(ids: readonly DocumentId[]): Promise<void>
  moveDocuments(ids: readonly DocumentId[], folderId: FolderId | null, name: string): Promise<void>
}

/** Actions on any number of documents: done in parts, with progress and a way to stop, and undone as one. */
export function batchActions(parts: ActionParts): BatchActions {
  const { client, settle, attempt, isOnScreen, sayFailure } = parts

  async function restore(ids: readonly DocumentId[], texts: LeftTexts) {
    const wasInLibrary = isInLibrary()
    const isIdle = watchInput()
    const { failureMessage } = await runBatchInParts('Bringing back', lastFirst(ids), AT_ONCE, async (part) =>
      leftOf(await client.ask('document.restore', { ids: [...part] })),
    )
    if (texts.bringBack(ids, isIdle())) {
      useWindow.setState({ selected: [...ids] })
      if (!wasInLibrary) focusActiveEditor()
    }
    return sayFailure(failureMessage)
  }

  async function deleteThem(ids: readonly DocumentId[], title: string): Promise<void> {
    if (ids.length === 0) return
    ignoreNextEnter()
    await attempt(() => undoable(parts, (change) => deleteAndSay(change, ids, title)))
  }

  async function deleteAndSay(change: Operation, ids: readonly DocumentId[], title: string): Promise<void> {
    const texts = leaveTexts(ids, isOnScreen)
    const isIdle = watchInput()
    await settle(ids)
    const published = new Set<DocumentId>()
    const { done, failureMessage } = await runBatchInParts(
      DELETING,
      ids,
      AT_ONCE,
      (part) => deletePart(client, part, published),
      change.signal,
    )
    const gone = new Set(done)
    const stayed = ids.filter((id) => !gone.has(id))
    texts.bringBack(stayed, isIdle())
    useWindow.setState(({ closed, selected }) => ({
      selected: selected.filter((id) => !gone.has(id)),
      closed: closed.filter((id) => !gone.has(id)),
    }))
    if (done.length === 0) return void sayFailure(failureMessage)
    for (const id of done) dropToastsAbout(id)
    const what = done.length === 1 ? `“${title}”` : countOf(done)
    const readers = withReaders(done.filter((id) => published.has(id)).length, done.length)
    change.done(`Deleted ${what}${readers}`, () => attempt(() => restore(done, texts)), {
      said: failureMessage,
      concerns: done.length === 1 ? done[0] : undefined,
    })
  }

  async function moveThem(
    change: Operation,
    ids: readonly DocumentId[],
    folderId: FolderId | null,
    name: string,
  ): Promise<void> {
    await settle(ids)
    const { done: moved, failureMessage } = await editListed(
      client,
      'Moving',
      ids,
      (document) => (document.folderId === folderId ? undefined : { folderId }),
      change.signal,
    )
    if (moved.length === 0) return void sayFailure(failureMessage)
    const what = moved.length === 1 ? `Moved to ${name}` : `Moved ${countOf(moved)} to ${name}`
    // Documents that were moved again meanwhile stay where they are.
    const places = moved.map(({ id, folderId: before }) => ({ id, folderId: before, from: folderId }))
    const undo = async () => sayFailure((await editDocuments(client, 'Moving back', places)).failureMessage)
    change.done(what, () => attempt(undo), { said: failureMessage })
  }

  return {
    ...batchTagActions(parts),

    async deleteDocuments(ids, title) {
      if (ids.length > ASKED_FROM) showOverlay({ kind: 'delete-many', ids })
      else await deleteThem(ids, title)
    },
    deleteMany: (ids) => deleteThem(ids, ''),

    moveDocuments: (ids, folderId, name) =>
      attempt(() => undoable(parts, (change) => moveThem(change, ids, folderId, name))),
  }
}

/** Deletes one part of the documents, and adds those that readers could see to `published`. */
async function deletePart({ ask }: Client, part: readonly DocumentId[], published: Set<DocumentId>) {
  const listed = await ask('documents.summaries', { ids: [...part] })
  for (const { id, status } of listed) if (status === 'published') published.add(id)
  return leftOf(await ask('document.delete', { ids: [...part] }))
}

interface LeftTexts {
  /**
   * Reopens the tabs that the documents had. The document that was in front comes back to the front unless the writer
   * has done something else meanwhile, so that the text being written in is not replaced. Returns whether the writer
   * has done nothing. In another library no tab is reopened.
   */
  bringBack(ids: readonly DocumentId[], isIdle: boolean): boolean
}

/**
 * Takes texts off the screen before they are deleted, so that nothing can be typed into them. If the focus is in the
 * library, it stays there; otherwise the pane of the next text gets it.
 */
export function leaveTexts(ids: readonly DocumentId[], isOnScreen: () => boolean): LeftTexts {
  const { tabs, active, selected } = useWindow.getState()
  const leaving = new Set(ids)
  const left = tabs.filter((id) => leaving.has(id))
  const wasInLibrary = isInLibrary()
  closeTab(...left)
  useWindow.setState({ selected })
  if (!wasInLibrary) focusActivePane()
  return {
    bringBack(back, isIdle) {
      if (!isOnScreen()) return false
      const again = new Set(back)
      const tabsAgain = left.filter((id) => again.has(id))
      addTabs(tabsAgain)
      const { active: now } = useWindow.getState()
      const front = active !== null && again.has(active) ? active : tabsAgain.at(-1)
      if (front !== undefined && (now === null || (isIdle && front === active))) showTab(front)
      return isIdle
    },
  }
}

/**
 * Documents created later are newer on the service, so they are created in reverse order to keep the order of the list.
 */
const lastFirst = (ids: readonly DocumentId[]): readonly DocumentId[] => ids.toReversed()

const countOf = ({ length }: readonly unknown[]): string => counted(length, 'document')

/** What a message adds about deleted documents that readers could see, because they no longer can. */
const withReaders = (published: number, deleted: number): string =>
  published === 0
    ? ''
    : deleted === 1
      ? ', which was published'
      : `, ${published.toLocaleString('en')} of them published`

/** Whether the focus is in the sidebar or the list. */
export const isInLibrary = (): boolean => document.activeElement?.closest(LIBRARY) != null

const ignoreNextEnter = (): void =>
  isInLibrary()
    ? ignoreEnter(LIBRARY, () => useWindow.getState().undo?.isUnderWay === true)
    : ignoreEnter('[data-pane="editor"]', isUndoSaid)
