import type { CommandInput } from '../../../shared/ipc/ipc'
import type { DocumentSummary, EachDone } from '../../../shared/ipc/ipc-records'
import type { DocumentId } from '../../../shared/terms'
import { type Client } from '../../bridge/bridge'
import { useWindow, type Batch } from '../store'
import { messageOf } from '../../../shared/thrown'

interface BatchResult<T> {
  /** Those that were done; the others failed, or the writer stopped it before their turn. */
  readonly done: readonly T[]
  /** Why some are not, in a sentence; absent where all are done. */
  readonly failureMessage?: string
}

/** Of one part: those that could not be done, and why. */
interface BatchFailure<T> {
  readonly items: readonly T[]
  readonly why: string
}

/** As many documents at a time as main answers at once; the writer sees how far it is after each part. */
export const AT_ONCE = 100
/** Fewer are done before anybody has read how far it is. */
const SHOWN_FROM = 20

/**
 * One part of `partSize` items after another, shown in the status line as `doing` ("Tagging") with a way to stop it. A
 * part that main refuses keeps the others from nothing.
 *
 * @param signal what else stops it
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

/** The status line tells of it, with a way to stop it. Its `stop` tells a batch from the others. */
export const showBatch = (now: Batch) =>
  useWindow.setState(({ batches }) => ({
    batches: batches.some(({ stop }) => stop === now.stop)
      ? batches.map((one) => (one.stop === now.stop ? now : one))
      : [...batches, now],
  }))

export const endBatch = (stop: () => void) =>
  useWindow.setState(({ batches }) => ({ batches: batches.filter((one) => one.stop !== stop) }))

/** So many wait for main's answer together: one after another most of the time would be spent on the way. */
const TOGETHER = 10

/** The same for what is asked for one by one; `at` is its place among the items. */
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

/** Puts documents into folders, or tags on them. */
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
 * The same by what the list says of each: `change` gives the new fields, or nothing where it stays as it is. The answer
 * names those that were changed, as they were before. What is in no list any more is passed over.
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

/** What main left as it was, as the outcome of a part. */
export const leftOf = ({ left }: EachDone): BatchFailure<DocumentId> | undefined =>
  left && { items: left.ids, why: left.problem.message }
