import type { DocumentSummary } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'
import { Refusal, type Client } from '../bridge/bridge'
import { showToast, useWindow } from './store'

export interface BatchResult<T> {
  /** Those that were done; the others failed, or the writer stopped it before their turn. */
  readonly done: readonly T[]
  /** Why some are not, in a sentence; absent where all are done. */
  readonly failureMessage?: string
}

/** Of one part: those that could not be done, and why. */
export interface BatchFailure<T> {
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
 */
export async function runBatchInParts<T>(
  doing: string,
  items: readonly T[],
  partSize: number,
  work: (part: readonly T[]) => Promise<BatchFailure<T> | undefined>,
): Promise<BatchResult<T>> {
  let isStopped = false
  let failed = 0
  const done: T[] = []
  let why: string | undefined
  const stop = () => (isStopped = true)
  const isShown = items.length >= SHOWN_FROM
  try {
    for (let at = 0; at < items.length && !isStopped; at += partSize) {
      const part = items.slice(at, at + partSize)
      if (isShown) useWindow.setState({ batch: { doing, done: at, total: items.length, stop } })
      try {
        const stayed = await work(part)
        done.push(...part.filter((item) => stayed?.items.includes(item) !== true))
        failed += stayed?.items.length ?? 0
        why ??= stayed?.why
      } catch (error) {
        failed += part.length
        why ??= reasonOf(error)
      }
    }
  } finally {
    if (isShown) useWindow.setState({ batch: null })
  }
  const all = items.length.toLocaleString('en')
  if (why !== undefined && items.length === 1) return { done, failureMessage: why }
  if (why !== undefined)
    return { done, failureMessage: `${failed.toLocaleString('en')} of ${all} stayed as they were: ${why}` }
  return done.length === items.length
    ? { done }
    : { done, failureMessage: `Stopped after ${done.length.toLocaleString('en')} of ${all}` }
}

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
          why ??= reasonOf(error)
        }
      }),
    )
    return why === undefined ? undefined : { items: failed, why }
  })
}

/** The same for documents, with what the list says of each before; what is in no list any more is passed over. */
export function runDocumentBatch(
  client: Client,
  doing: string,
  ids: readonly DocumentId[],
  work: (document: DocumentSummary) => Promise<unknown>,
): Promise<BatchResult<DocumentId>> {
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

const reasonOf = (error: unknown): string =>
  error instanceof Refusal ? error.problem.message : String(error)

/** Why not all was done, if so. */
export function sayFailure(message: string | undefined): void {
  if (message !== undefined) showToast(message)
}
