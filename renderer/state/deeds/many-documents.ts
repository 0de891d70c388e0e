import { DELETING, type DocumentId, type FolderId } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { manyTags, type ManyParts, type ManyTags } from './many-tags'
import { AT_ONCE, editDocuments, editListed, leftOf, runBatchInParts } from './run-batch'
import { addTabs, closeTab, showOverlay, showTab, useWindow, focusActiveEditor } from '../store'
import { dropToastsAbout, isUndoSaid } from '../toasts'
import { undoable, type Deed } from './undoable'
import { passOverEnter, watchHand } from './watch-hand'

/** A slip of the hand that chose all is told before it takes them. */
const ASKED_FROM = 100
/** The panes of the library, as a selector. */
export const LIBRARY = '[data-pane="list"], [data-pane="sidebar"]'

/** What a writer does to several documents at once. */
export interface ManyDocuments extends ManyTags {
  /** So many that a slip of the hand would be a disaster are asked about first. */
  deleteDocuments(ids: readonly DocumentId[], title: string): Promise<void>
  /** What the writer was asked about. */
  deleteMany(ids: readonly DocumentId[]): Promise<void>
  moveDocuments(ids: readonly DocumentId[], folderId: FolderId | null, name: string): Promise<void>
}

/** What is done to one document or to twenty thousand: in parts, with progress, stopped at a press, and taken back as one. */
export function manyDocuments(parts: ManyParts): ManyDocuments {
  const { client, settle, attempt, isOnScreen, sayFailure } = parts

  async function restore(ids: readonly DocumentId[], texts: LeftTexts) {
    const wasInLibrary = isInLibrary()
    const isIdle = watchHand()
    const { failureMessage } = await runBatchInParts('Bringing back', lastFirst(ids), AT_ONCE, async (part) =>
      leftOf(await client.ask('document.restore', { ids: [...part] })),
    )
    if (texts.bringBack(ids, isIdle())) {
      useWindow.setState({ selected: [...ids] })
      if (!wasInLibrary) focusActiveEditor()
    }
    sayFailure(failureMessage)
  }

  async function deleteThem(ids: readonly DocumentId[], title: string): Promise<void> {
    if (ids.length === 0) return
    passOverNextEnter()
    await attempt(() => undoable(parts, (deed) => deleteAndSay(deed, ids, title)))
  }

  async function deleteAndSay(deed: Deed, ids: readonly DocumentId[], title: string): Promise<void> {
    const texts = leaveTexts(ids, isOnScreen)
    const isIdle = watchHand()
    await settle(ids)
    const { done, failureMessage } = await runBatchInParts(
      DELETING,
      ids,
      AT_ONCE,
      async (part) => leftOf(await client.ask('document.delete', { ids: [...part] })),
      deed.signal,
    )
    const gone = new Set(done)
    const stayed = ids.filter((id) => !gone.has(id))
    texts.bringBack(stayed, isIdle())
    useWindow.setState(({ closed, selected }) => ({
      selected: selected.filter((id) => !gone.has(id)),
      closed: closed.filter((id) => !gone.has(id)),
    }))
    if (done.length === 0) return sayFailure(failureMessage)
    for (const id of done) dropToastsAbout(id)
    const what = done.length === 1 ? `Deleted “${title}”` : `Deleted ${countOf(done)}`
    deed.done(
      failureMessage ?? what,
      () => attempt(() => restore(done, texts)),
      done.length === 1 ? done[0] : undefined,
    )
  }

  async function moveThem(
    deed: Deed,
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
      deed.signal,
    )
    if (moved.length === 0) return sayFailure(failureMessage)
    const what = moved.length === 1 ? `Moved to ${name}` : `Moved ${countOf(moved)} to ${name}`
    deed.done(failureMessage ?? what, () =>
      attempt(async () => {
        // What was moved on meanwhile stays there.
        const places = moved.map(({ id, folderId: before }) => ({ id, folderId: before, from: folderId }))
        sayFailure((await editDocuments(client, 'Moving back', places)).failureMessage)
      }),
    )
  }

  return {
    ...manyTags(parts),

    async deleteDocuments(ids, title) {
      if (ids.length > ASKED_FROM) showOverlay({ kind: 'delete-many', ids })
      else await deleteThem(ids, title)
    },
    deleteMany: (ids) => deleteThem(ids, ''),

    moveDocuments: (ids, folderId, name) =>
      attempt(() => undoable(parts, (deed) => moveThem(deed, ids, folderId, name))),
  }
}

interface LeftTexts {
  /**
   * Those that had tabs have them again. What was in front comes back there, unless the writer has gone on meanwhile: no
   * text comes between the hand and the one that it writes in. Answers whether the writer has not. In another library nothing comes back.
   */
  bringBack(ids: readonly DocumentId[], isIdle: boolean): boolean
}

/**
 * The texts of what is about to be deleted leave the screen before anything is: nothing can be typed into a text that is
 * on its way out. Who goes through the library stays there, else the pane of the next text has the keyboard: the hand may
 * still be writing, and Ctrl+Z is about the delete.
 */
export function leaveTexts(ids: readonly DocumentId[], isOnScreen: () => boolean): LeftTexts {
  const { tabs, active, selected } = useWindow.getState()
  const leaving = new Set(ids)
  const left = tabs.filter((id) => leaving.has(id))
  const wasInLibrary = isInLibrary()
  closeTab(...left)
  const { active: next } = useWindow.getState()
  useWindow.setState({ selected })
  if (!wasInLibrary && next !== null) useWindow.setState({ focusOn: { id: next, part: 'pane' } })
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

/** What is made anew on the service is newer there than what was made before it: the first of the list comes last. */
const lastFirst = (ids: readonly DocumentId[]): readonly DocumentId[] => ids.toReversed()

const countOf = ({ length }: readonly unknown[]): string => counted(length, 'document')

/** The writer is in the sidebar or in the list. */
export const isInLibrary = (): boolean => document.activeElement?.closest(LIBRARY) != null

const passOverNextEnter = (): void =>
  isInLibrary()
    ? passOverEnter(LIBRARY, () => useWindow.getState().undo?.isUnderWay === true)
    : passOverEnter('[data-pane="editor"]', isUndoSaid)
