import type { CommandInput } from '../../shared/ipc/ipc'
import type { Result } from '../../shared/problem'
import type { Client } from '../bridge/bridge'
import type { Timers } from '../editor/sync/text-channel'

/** The text typed into a field of a conflict. */
export interface Typed {
  /** Sends it to the main process. */
  readonly send: () => Promise<Result<unknown>>
  /** The recovered text to make of it if its library is no longer open; absent if no words were typed. */
  readonly words: CommandInput<'library.recover-text'> | undefined
}

/** Keeps the latest text of one field until the main process has it. */
export interface Kept {
  /** Replaces the text scheduled before. */
  schedule(typed: Typed): void
  /** Resolves to true when the main process has all of it. */
  keep(): Promise<boolean>
}

const PAUSE_MS = 100
/**
 * A writer who types without a pause must not wait longer until the words survive a crash. Each time, the view is
 * computed again.
 */
const LATEST_MS = 800

export function createKept(call: Client['call'], timers: Timers): Kept {
  let unkept: Typed | undefined
  let cancelPause = () => {}
  let cancelLatest: (() => void) | undefined

  async function handOver({ send, words }: Typed): Promise<boolean> {
    const result = await send()
    if (result.ok || result.problem.code !== 'other-library') return result.ok
    return words === undefined || (await call('library.recover-text', words)).ok
  }

  async function keep(): Promise<boolean> {
    cancelPause()
    cancelLatest?.()
    cancelLatest = undefined
    const typed = unkept
    if (typed === undefined) return true
    const isKept = await handOver(typed)
    if (isKept && unkept === typed) unkept = undefined
    return isKept
  }

  return {
    schedule(typed) {
      unkept = typed
      cancelPause()
      cancelPause = timers.after(PAUSE_MS, () => void keep())
      cancelLatest ??= timers.after(LATEST_MS, () => void keep())
    },
    keep,
  }
}
