import type { TakenBack } from '../../../shared/ipc/ipc-porting'
import type { CommandInput, CommandName } from '../../../shared/ipc/ipc'
import { isSameTagName } from '../../../shared/text/tag-name'
import type { DocumentId, TagId } from '../../../shared/terms'
import type { Tag } from '../../../shared/ipc/ipc-records'
import { type Client } from '../../bridge/bridge'
import type { Sessions } from '../sessions'
import { checkedWords } from './checked-words'
import { copyText } from './copy-text'
import { fileActions, type FileActions } from './file-actions'
import { folderActions, type FolderActions } from './folder-actions'
import type { ActionParts } from './batch-tag-actions'
import { newItemActions, type NewItemActions } from './new-item-actions'
import { batchActions, type BatchActions } from './batch-actions'
import { recoveredTextActions, type RecoveredTextActions } from './recovered-text-actions'
import { editDocuments } from './run-batch'
import { closeTab, postpone, useWindow } from '../store'
import { dropRefusals, showRefusal } from '../toasts'
import { actionPartsIn, sayOf, undoable, type ActionsLibrary } from './undoable-operation'
import { messageOf } from '../../../shared/thrown'

/**
 * Everything a writer can do to documents, folders and tags, from any part of the window. Refusals are shown in a
 * toast.
 */
export interface Actions
  extends
    BatchActions,
    FolderActions,
    FileActions,
    NewItemActions,
    RecoveredTextActions,
    Pick<ActionParts, 'run' | 'did'> {
  /** If another tag already has the name, the writer is asked whether to merge the two. */
  renameTag(tag: Pick<Tag, 'id' | 'name'>, name: string): Promise<void>
  /**
   * Removes again what a move, or this import, brought into the library and nobody has changed since; `undefined` if
   * the main process refused.
   */
  takeBack(from: 'move' | CommandInput<'import.undo'>): Promise<TakenBack | undefined>
  removeTag(id: DocumentId, tagId: TagId): Promise<void>
  /** Copies the address of the document to the clipboard. */
  copyLink(id: DocumentId): Promise<void>
  publish(id: DocumentId): Promise<void>
  unpublish(id: DocumentId): Promise<void>
  /** Reads the changes on the service and says whether there were any. */
  checkForChanges(): Promise<void>
  /** Resolves when all actions under way have ended. */
  ended(): Promise<unknown>
}

export function createActions(client: Client, sessions: Sessions, library: ActionsLibrary): Actions {
  const say = sayOf(library)
  async function attempt<T>(work: () => Promise<T>, command?: CommandName): Promise<T | undefined> {
    try {
      const done = await work()
      if (command !== undefined) dropRefusals(command)
      return done
    } catch (error) {
      if (command === undefined || !library.isOnScreen()) say(messageOf(error))
      else showRefusal(messageOf(error), command)
      return undefined
    }
  }

  const run: Actions['run'] = (name, input) => attempt(() => client.ask(name, input), name)

  /** Hands over typed text first, also in a tab that is closing, so that no change of the record overtakes the text. */
  const settle = (ids: readonly DocumentId[]) =>
    Promise.all(ids.map((id) => sessions.get(id)?.flush() ?? sessions.close(id)))

  const { ended, ...shared } = actionPartsIn(library, say, attempt)
  const did: Actions['did'] = async (name, input) =>
    (await attempt(() => client.ask(name, input).then(() => true), name)) === true
  const parts: ActionParts = { client, settle, run, did, ...shared }
  const many = batchActions(parts)

  return {
    run,
    ended,
    did,
    async checkForChanges() {
      const checked = await run('connection.retry', undefined)
      if (checked === undefined) return
      const waits = await run('outbox.list', undefined)
      if (waits !== undefined) say(checkedWords(checked, waits))
    },
    ...newItemActions({ ...parts, sessions }),
    ...many,
    ...folderActions(parts),
    ...fileActions({ ...parts, sessions }),
    ...recoveredTextActions(parts),
    renameTag: (tag, name) =>
      attempt(() =>
        undoable(parts, async (change) => {
          const { tags } = await client.ask('library.get', undefined)
          const same = tags.find((other) => other.id !== tag.id && isSameTagName(other.name, name))
          if (same !== undefined) {
            const merge = { label: 'Merge into it', run: () => void many.mergeTags(tag, same) }
            say(`There is already a tag “${same.name}”`, [merge])
            return
          }
          await client.ask('tag.rename', { id: tag.id, name })
          const back = () => did('tag.rename', { id: tag.id, name: tag.name })
          change.done(`Renamed the tag “${tag.name}” to “${name}”`, back)
        }),
      ),
    takeBack: (from) =>
      attempt(async () => {
        await settle(useWindow.getState().tabs)
        const taken = await takeBackFrom(client, from)
        for (const id of taken.ids) closeTab(id)
        return taken
      }),
    async removeTag(id, tagId) {
      parts.sayFailure((await editDocuments(client, 'Tagging', [{ id, removeTags: [tagId] }])).failureMessage)
    },
    async copyLink(id) {
      const made = await run('document.link', { id })
      if (made !== undefined) await copyText(made.address, 'Copied the link')
    },
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
        // Changes that were held back until publishing belong to the draft, so they are sent with it.
        await client.ask('document.save', { id, reason: 'key' })
      }),
  }
}

const takeBackFrom = (client: Client, from: Parameters<Actions['takeBack']>[0]): Promise<TakenBack> =>
  from === 'move' ? client.ask('move.take-back', undefined) : client.ask('import.undo', from)
