import type { CommandInput } from '../../../shared/ipc/ipc'
import type { DocumentSummary, EachDone } from '../../../shared/ipc/ipc-records'
import type { DocumentId } from '../../../shared/terms'
import { type Client } from '../../bridge/bridge'
import { useWindow, type Batch } from '../store'
import { messageOf } from '../../../shared/thrown'

interface BatchResult<T> {
  /** The items that were done. The others failed, or the writer stopped the batch before their turn. */
  readonly done: readonly T[]
  /** A sentence that says why some items were not done; absent if all were. */
  readonly failureMessage?: string
}

/** The items of one part that failed, and the reason. */
interface BatchFailure<T> {
  readonly items: readonly T[]
  readonly why: string
}

/** The number of documents in one call to the main process. Progress is shown after each call. */
export const AT_ONCE = 100
/** Smaller batches end before anybody could read their progress. */
const SHOWN_FROM = 20

/**
 * Processes the items in parts of `partSize`. The status line shows the progress as `doing` ("Tagging") with a way to
 * stop. A part that the main process refuses does not stop the others.
 *
 * @param signal also stops the batch when aborted
 */
export async function runBatchInParts<T>(
  doing: string,
  items: readonly T[],
  partSize: number,
  work: (part: readonly T[]) => Promise<BatchFailure<T> | undefined>,
  signal?: AbortSignal,
): Promise<BatchResult<T>> {
  let isStopped = false
  let failed = 0
  const done: T[] = []
  let why: string | undefined
  const stop = () => (isStopped = true)
  const isShown = items.length >= SHOWN_FROM
  try {
    for (let at = 0; at < items.length && !isStopped && signal?.aborted !== true; at += partSize) {
      const part = items.slice(at, at + partSize)
      if (isShown) showBatch({ doing, done: at, total: items.length, stop })
      try {
        const stayed = await work(part)
        done.push(...part.filter((item) => stayed?.items.includes(item) !== true))
        failed += stayed?.items.length ?? 0
        why ??= stayed?.why
      } catch (error) {
        failed += part.length
        why ??= messageOf(error)
      }
    }
  } finally {
    if (isShown) endBatch(stop)
  }
  const all = items.length.toLocaleString('en')
  if (why !== undefined && items.length === 1) return { done, failureMessage: why }
  if (why !== undefined)
    return { done, failureMessage: `${failed.toLocaleString('en')} of ${all} stayed as they were: ${why}` }
  return done.length === items.length
    ? { done }
    : { done, failureMessage: `Stopped after ${done.length.toLocaleString('en')} of ${all}` }
}

/** Shows a batch in the status line, with a way to stop it. The `stop` function identifies the batch. */
export const showBatch = (now: Batch) =>
  useWindow.setState(({ batches }) => ({
    batches: batches.some(({ stop }) => stop === now.stop)
      ? batches.map((one) => (one.stop === now.stop ? now : one))
      : [...batches, now],
  }))

export const endBatch = (stop: () => void) =>
  useWindow.setState(({ batches }) => ({ batches: batches.filter((one) => one.stop !== stop) }))

/**
 * The number of requests that wait for the main process in parallel: one after another, most of the time would be spent
 * waiting.
 */
const TOGETHER = 10

/** Like `runBatchInParts`, with one request for each item; `at` is the index of the item. */
export function runBatch<T>(
  doing: string,
  items: readonly T[],
  work: (item: T, at: number) => Promise<unknown>,
): Promise<BatchResult<T>> {
  let begun = 0
  return runBatchInParts(doing, items, TOGETHER, async (part) => {
    const first = begun
    begun += part.length
    const failed: T[] = []
    let why: string | undefined
    await Promise.all(
      part.map(async (item, index) => {
        try {
          await work(item, first + index)
        } catch (error) {
          failed.push(item)
          why ??= messageOf(error)
        }
      }),
    )
    return why === undefined ? undefined : { items: failed, why }
  })
}

type Edit = CommandInput<'document.edit-each'>['edits'][number]

/** Moves documents into folders, or changes their tags. */
export const editDocuments = (
  client: Client,
  doing: string,
  edits: readonly Edit[],
  signal?: AbortSignal,
): Promise<BatchResult<Edit>> =>
  runBatchInParts(
    doing,
    edits,
    AT_ONCE,
    async (part) => {
      const left = leftOf(await client.ask('document.edit-each', { edits: [...part] }))
      return left && { items: part.filter(({ id }) => left.items.includes(id)), why: left.why }
    },
    signal,
  )

/**
 * Edits documents according to their entries in the list. `change` returns the new fields, or `undefined` to leave a
 * document as it is. The result contains the changed documents as they were before. Documents that are no longer in the
 * library are skipped.
 */
export async function editListed(
  client: Client,
  doing: string,
  ids: readonly DocumentId[],
  change: (document: DocumentSummary) => Omit<Edit, 'id'> | undefined,
  signal?: AbortSignal,
): Promise<BatchResult<DocumentSummary>> {
  const changed: DocumentSummary[] = []
  const work = async (part: readonly DocumentId[]) => {
    const listed = await client.ask('documents.summaries', { ids: [...part] })
    const edits = new Map<DocumentId, Edit>()
    for (const document of listed) {
      const fields = change(document)
      if (fields !== undefined) edits.set(document.id, { id: document.id, ...fields })
    }
    if (edits.size === 0) return undefined
    const left = leftOf(await client.ask('document.edit-each', { edits: [...edits.values()] }))
    changed.push(...listed.filter(({ id }) => edits.has(id) && left?.items.includes(id) !== true))
    return left
  }
  const { failureMessage } = await runBatchInParts(doing, ids, AT_ONCE, work, signal)
  return { done: changed, ...(failureMessage !== undefined && { failureMessage }) }
}

/** The documents that the main process left unchanged, as the failure of a part. */
export const leftOf = ({ left }: EachDone): BatchFailure<DocumentId> | undefined =>
  left && { items: left.ids, why: left.problem.message }
