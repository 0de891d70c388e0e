import { bothChanges } from '../../shared/merge/both-changes'
import type { Problem, Result } from '../../shared/problem'
import type { Timers } from '../editor/sync/text-channel'

/** Sends a title to the main process shortly after the last key. A title that is refused is kept and sent again. */
export interface TitleChannel {
  /** Takes the title that the writer typed. It is shown until the main process has it. */
  typed(title: string): void
  /**
   * Takes a title from elsewhere. If a newer title is on its way from here, both are merged; where both changed the
   * same place, the title typed here wins and `replaced` is called.
   */
  arrived(title: string): void
  flush(): Promise<boolean>
  readonly title: string
  readonly unsent: boolean
  readonly problem: Problem | undefined
  stop(): void
}

interface TitleChannelOptions {
  readonly title: string
  readonly send: (title: string) => Promise<Result<unknown>>
  readonly timers: Timers
  readonly report: () => void
  /** Called when the title typed here has replaced one from elsewhere that nobody here has seen. */
  readonly replaced: (theirs: string) => void
}

const PAUSE_MS = 100
/** A writer who types without a pause must not wait longer for a title that survives a crash. */
const LATEST_MS = 300
const RETRY_FIRST_MS = 500
const RETRY_MS_MAX = 10_000
const TITLE_MAX = 255

export const isBlank = (title: string): boolean => title.trim() === ''

/** Merges the two titles; undefined if both changed the same place. */
function bothTitles(base: string, mine: string, theirs: string): string | undefined {
  const both = bothChanges(base, mine, theirs)
  return both.includes('\n') || both.length > TITLE_MAX ? undefined : both
}

export function createTitleChannel(options: TitleChannelOptions): TitleChannel {
  let title = options.title
  let sent = options.title
  let problem: Problem | undefined
  let failures = 0
  let cancel = () => {}
  let cancelLatest: (() => void) | undefined
  let underWay: Promise<boolean> | undefined
  let going = options.title
  let overtaken: string | undefined
  let stopped = false

  async function send(): Promise<boolean> {
    cancel()
    cancelLatest?.()
    cancelLatest = undefined
    if (underWay !== undefined) {
      await underWay
      return title === sent || send()
    }
    if (title === sent || stopped) return title === sent
    going = title
    underWay = options.send(going).then((result) => {
      problem = result.ok ? undefined : result.problem
      if (result.ok) {
        if (overtaken !== undefined && overtaken !== going && !absorb(overtaken)) options.replaced(overtaken)
        sent = going
        failures = 0
        overtaken = undefined
      } else {
        cancel = options.timers.after(
          Math.min(RETRY_MS_MAX, RETRY_FIRST_MS * 2 ** failures),
          () => void send(),
        )
        failures += 1
      }
      return result.ok
    })
    const taken = await underWay
    underWay = undefined
    options.report()
    return taken && (title === sent || send())
  }

  /** Merges a title from elsewhere; returns whether that worked. */
  function absorb(theirs: string): boolean {
    const both = bothTitles(sent, title, theirs)
    title = both ?? title
    return both !== undefined
  }

  return {
    typed(next) {
      title = next
      cancel()
      cancel = options.timers.after(PAUSE_MS, () => void send())
      cancelLatest ??= options.timers.after(LATEST_MS, () => void send())
      options.report()
    },
    arrived(next) {
      const isTyped = title !== sent || underWay !== undefined
      // Ignores echoes of titles sent from here, and titles that the main process derives from the text for an empty
      // one.
      if (isTyped && (isBlank(sent) || isBlank(going) || [sent, going, title].includes(next))) return
      if (isTyped && (underWay !== undefined || !absorb(next))) return void (overtaken = next)
      if (!isTyped) title = next
      sent = next
      options.report()
    },
    flush: send,
    get title() {
      return title
    },
    get unsent() {
      return title !== sent
    },
    get problem() {
      return problem
    },
    stop() {
      stopped = true
      cancel()
      cancelLatest?.()
    },
  }
}
