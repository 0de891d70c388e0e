import type { CommandInput, CommandName, CommandOutput } from '../../../shared/ipc/ipc'
import type { DocumentFilter, Tag } from '../../../shared/ipc/ipc-records'
import type { DocumentId, TagId } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import type { Client } from '../../bridge/bridge'
import { forgetNew } from './new-item'
import { editDocuments, editListed } from './run-batch'
import { leaveList, useWindow } from '../store'
import { undoable, type Operation, type Say, type SayDone } from './undoable-operation'

interface TaggedDocument {
  readonly id: DocumentId
  readonly tagIds: readonly TagId[]
}

/**
 * The changed documents with their previous tags. `failureMessage` says why some were not changed, in which case the
 * tag is kept.
 */
interface MergedTags {
  readonly changed: readonly TaggedDocument[]
  readonly failureMessage?: string
  /** Shows the list of the first tag again instead of the other one; `again` is the id of the recreated tag. */
  readonly turnBack?: (again: TagId) => void
}

/** The filter, with the id of a deleted tag replaced by that of its recreation. */
const listedAgain = (filter: DocumentFilter, gone: TagId, again: TagId): DocumentFilter => ({
  ...filter,
  tagIds: filter.tagIds?.map((id) => (id === gone ? again : id)),
})

/** All documents with the tag. */
async function documentsWith(client: Client, tagId: TagId): Promise<readonly TaggedDocument[]> {
  const list = { filter: { tagIds: [tagId] }, sort: 'created' as const, descending: false, limit: 500 }
  const found: TaggedDocument[] = []
  for (let total = 1; found.length < total;) {
    const page = await client.ask('documents.list', { ...list, offset: found.length })
    found.push(...page.items)
    total = page.items.length === 0 ? 0 : page.total
  }
  return found
}

/**
 * Replaces one tag by another on every document, then deletes the first. `settle` hands over typed text before that.
 */
async function mergeTagInto(
  client: Client,
  settle: (ids: readonly DocumentId[]) => Promise<unknown>,
  from: Pick<Tag, 'id'>,
  into: Pick<Tag, 'id'>,
  signal?: AbortSignal,
): Promise<MergedTags> {
  const changed: TaggedDocument[] = []
  // The tag is deleted only when no document has it: others may add it to documents meanwhile.
  for (let found = await documentsWith(client, from.id); found.length > 0;) {
    await settle(found.map(({ id }) => id))
    const { done, failureMessage } = await editDocuments(
      client,
      'Tagging',
      found.map(({ id }) => ({ id, addTags: [into.id], removeTags: [from.id] })),
      signal,
    )
    const isDone = new Set(done.map(({ id }) => id))
    changed.push(...found.filter(({ id }) => isDone.has(id)))
    if (failureMessage !== undefined) return { changed, failureMessage }
    const known = new Set(changed.map(({ id }) => id))
    found = (await documentsWith(client, from.id)).filter(({ id }) => !known.has(id))
  }
  await client.ask('tag.delete', { id: from.id })
  const { filter } = useWindow.getState()
  if (filter.tagIds?.includes(from.id) !== true) return { changed }
  const turnBack = leaveList({ tagIds: [into.id] })
  return { changed, turnBack: (again) => turnBack(listedAgain(filter, from.id, again)) }
}

/** Actions that change a tag on several documents, each undone as one. */
export interface BatchTagActions {
  addTag(ids: readonly DocumentId[], tagId: TagId): Promise<void>
  /** Undo also removes the new tag itself. */
  addNewTag(ids: readonly DocumentId[], name: string): Promise<void>
  /** Deletes the tag. Undo recreates it and puts it back on the documents that had it. */
  deleteTag(tag: Pick<Tag, 'id' | 'name'>): Promise<void>
  /** Replaces the first tag by the second on every document, then deletes the first. */
  mergeTags(from: Pick<Tag, 'id' | 'name'>, into: Pick<Tag, 'id' | 'name'>): Promise<void>
}

export interface ActionParts {
  readonly client: Client
  /** Hands over the text typed in these documents. */
  settle(ids: readonly DocumentId[]): Promise<unknown>
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>
  /** Whether the library is on screen. */
  readonly isOnScreen: () => boolean
  readonly say: Say
  /** Says why not everything was done, if there is a message; returns whether everything was. */
  sayFailure(message: string | undefined): boolean
  readonly sayDone: SayDone
  /** Like `run`, for a command without an answer: resolves to whether the main process did it. */
  did<N extends CommandName>(name: N, input: CommandInput<N>): Promise<boolean>
  /** Asks the main process. If it refuses, the refusal is shown and the result is undefined. */
  run<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N> | undefined>
}

export function batchTagActions(parts: ActionParts): BatchTagActions {
  const { client, settle, attempt, sayDone, sayFailure } = parts

  async function putTag(
    operation: Operation,
    ids: readonly DocumentId[],
    tagId: TagId,
    undone = async () => {},
  ): Promise<void> {
    await settle(ids)
    const { done: tagged, failureMessage } = await editListed(
      client,
      'Tagging',
      ids,
      ({ tagIds }) => (tagIds.includes(tagId) ? undefined : { addTags: [tagId] }),
      operation.signal,
    )
    const { tags } = await client.ask('library.get', undefined)
    const name = tags.find(({ id }) => id === tagId)?.name ?? ''
    if (tagged.length === 0)
      return void sayFailure(
        failureMessage ?? `“${name}” is on ${ids.length === 1 ? 'it' : 'all of them'} already`,
      )
    const undo = () =>
      attempt(async () => {
        const back = await editListed(
          client,
          'Taking the tag off',
          tagged.map(({ id }) => id),
          () => ({ removeTags: [tagId] }),
        )
        if (back.failureMessage === undefined) await undone()
        return sayFailure(back.failureMessage)
      })
    operation.done(`Put “${name}” on ${counted(tagged.length, 'document')}`, undo, {
      said: failureMessage,
    })
  }

  return {
    addTag: (ids, tagId) => attempt(() => undoable(parts, (operation) => putTag(operation, ids, tagId))),

    addNewTag: (ids, name) =>
      attempt(async () => {
        const { id } = await client.ask('tag.create', { name })
        const undone = async () => {
          // The tag may have been used elsewhere meanwhile. The counts of a large library are some seconds old.
          if ((await documentsWith(client, id)).length === 0) await client.ask('tag.delete', { id })
        }
        await undoable(parts, (operation) => putTag(operation, ids, id, undone))
      }),

    mergeTags: (from, into) =>
      attempt(() => undoable(parts, (operation) => mergeThem(parts, operation, from, into))),

    deleteTag: (tag) =>
      attempt(async () => {
        const ids = (await documentsWith(client, tag.id)).map(({ id }) => id)
        await client.ask('tag.delete', { id: tag.id })
        forgetNew(tag.id)
        const { filter } = useWindow.getState()
        const isListed = filter.tagIds?.includes(tag.id) === true
        const turnBack = isListed ? leaveList({ smart: 'recent' }) : undefined
        sayDone(`Deleted the tag “${tag.name}”`, () =>
          attempt(() =>
            giveBack(
              parts,
              tag.name,
              ids,
              () => tag.id,
              (again) => turnBack?.(listedAgain(filter, tag.id, again)),
            ),
          ),
        )
      }),
  }
}

/** Replaces the first tag by the second on every document, then deletes the first. */
async function mergeThem(
  parts: ActionParts,
  operation: Operation,
  from: Pick<Tag, 'id' | 'name'>,
  into: Pick<Tag, 'id' | 'name'>,
): Promise<void> {
  const { client, settle, attempt, sayFailure } = parts
  // The row of the merged tag disappears, and the focus needs a place.
  document.querySelector<HTMLElement>(`[data-tag="${CSS.escape(into.id)}"]`)?.focus()
  const { changed, failureMessage, turnBack } = await mergeTagInto(
    client,
    settle,
    from,
    into,
    operation.signal,
  )
  if (failureMessage !== undefined && changed.length === 0) return void sayFailure(failureMessage)
  const merged = `“${from.name}” is now “${into.name}” on ${counted(changed.length, 'document')}`
  const undo = () => {
    const had = new Set(changed.filter(({ tagIds }) => tagIds.includes(into.id)).map(({ id }) => id))
    const ids = changed.map(({ id }) => id)
    return attempt(() =>
      giveBack(parts, from.name, ids, (id) => (had.has(id) ? undefined : into.id), turnBack),
    )
  }
  operation.done(merged, undo, { said: failureMessage })
}

/**
 * Recreates a deleted tag and puts it on those of the documents that still exist, in place of the other tag; returns
 * whether all have it.
 */
async function giveBack(
  { client, settle, sayFailure }: ActionParts,
  name: string,
  ids: readonly DocumentId[],
  insteadOf: (id: DocumentId) => TagId | undefined,
  made: (again: TagId) => void = () => {},
): Promise<boolean> {
  const { id: again } = await client.ask('tag.create', { name })
  made(again)
  await settle(ids)
  const { failureMessage } = await editListed(client, 'Tagging', ids, ({ id }) => {
    const instead = insteadOf(id)
    return { addTags: [again], ...(instead !== undefined && { removeTags: [instead] }) }
  })
  return sayFailure(failureMessage)
}
