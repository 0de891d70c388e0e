import type { CommandInput } from '../../shared/ipc/ipc'
import type { Result } from '../../shared/problem'
import type { Client } from '../bridge/bridge'
import type { Timers } from '../editor/sync/text-channel'

/** What was typed into a field of a conflict. */
export interface Typed {
  /** Hands it to main. */
  readonly send: () => Promise<Result<unknown>>
  /** What becomes a recovered text where its library is not open any more; absent where no words were typed. */
  readonly words: CommandInput<'library.recover-text'> | undefined
}

/** The latest of what was typed into one field, until main has it. */
export interface Kept {
  /** Takes the place of what was scheduled before. */
  schedule(typed: Typed): void
  /** Resolves with true when main has all of it. */
  keep(): Promise<boolean>
}

const PAUSE_MS = 100
/** Who types without a pause must not wait longer for words that survive a crash; the view is made anew each time. */
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
