import { Refusal } from './bridge'
import { useWindow } from './store'

export interface Done {
  /** How many were done; the others failed, or the writer stopped it before their turn. */
  readonly count: number
  /** Why some are not, in a sentence; absent where all are done. */
  readonly left?: string
}

/** Fewer are done before anybody has read how far it is. */
const SHOWN_FROM = 20

/**
 * One after another, shown in the status line as `doing` ("Tagging") with a way to stop it. One that main refuses keeps
 * the others from nothing.
 */
export async function eachOf<T>(
  doing: string,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<Done> {
  let isStopped = false
  let [count, failed] = [0, 0]
  let why: string | undefined
  const stop = () => (isStopped = true)
  const isShown = items.length >= SHOWN_FROM
  try {
    for (const [done, item] of items.entries()) {
      if (isStopped) break
      if (isShown) useWindow.setState({ loop: { doing, done, total: items.length, stop } })
      try {
        await work(item)
        count++
      } catch (error) {
        failed++
        why ??= error instanceof Refusal ? error.problem.message : String(error)
      }
    }
  } finally {
    if (isShown) useWindow.setState({ loop: null })
  }
  const all = items.length.toLocaleString('en')
  if (why !== undefined && items.length === 1) return { count, left: why }
  if (why !== undefined)
    return { count, left: `${failed.toLocaleString('en')} of ${all} stayed as they were: ${why}` }
  return count === items.length
    ? { count }
    : { count, left: `Stopped after ${count.toLocaleString('en')} of ${all}` }
}
