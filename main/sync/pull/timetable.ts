import type { Clock } from '../../system/clock'

const OPEN_EVERY_MS = 15_000
const ROUND_EVERY_MS = 60_000
const BACKGROUND_EVERY_MS = 5 * 60_000
/** Looks at lists start a round no more often than this. */
const GLANCE_EVERY_MS = 10_000
/** The pauses after a failed first pull; later attempts follow every minute. */
const TRY_AGAIN_MS = [2_000, 4_000, 8_000, 16_000, 32_000] as const

/** How closely the writer looks: a window has the focus, a window is visible, or neither. */
export type Attention = 'focused' | 'visible' | 'hidden'

interface TimetableParts {
  readonly clock: Clock
  /** Begins a round; `ended` must be called once the round is over. */
  readonly round: () => void
  readonly readOpen: () => Promise<void>
}

/** Decides when rounds begin: the more often, the closer the writer looks. */
export function createTimetable({ clock, round, readOpen }: TimetableParts) {
  let attention: Attention = 'hidden'
  let isOn = false
  let endedAt = -Infinity
  let triesAgainAt = Infinity
  let cancelRound = () => {}
  let cancelOpen = () => {}

  function schedule(): void {
    cancelRound()
    if (!isOn) return cancelOpen()
    const usualMs = attention === 'hidden' ? BACKGROUND_EVERY_MS : ROUND_EVERY_MS
    cancelRound = clock.after(Math.max(0, Math.min(usualMs, triesAgainAt - clock.now())), round)
    scheduleOpen()
  }

  function scheduleOpen(): void {
    cancelOpen()
    if (isOn && attention === 'focused')
      cancelOpen = clock.after(OPEN_EVERY_MS, () => void readOpen().then(scheduleOpen))
  }

  return {
    start() {
      isOn = true
      round()
    },
    /** `failures`: how many consecutive rounds have left the library incomplete. */
    ended(failures: number) {
      endedAt = clock.now()
      triesAgainAt = failures === 0 ? Infinity : endedAt + (TRY_AGAIN_MS[failures - 1] ?? ROUND_EVERY_MS)
      schedule()
    },
    attend(now: Attention) {
      if (attention === now) return
      attention = now
      if (isOn && now === 'focused') round()
      else schedule()
    },
    /** Begins a round soon, one for all looks within ten seconds. */
    glance() {
      const since = clock.now() - endedAt
      // A round that ended in the future means that the clock was set back.
      if (since < 0 || since >= GLANCE_EVERY_MS) return round()
      cancelRound()
      cancelRound = clock.after(GLANCE_EVERY_MS - since, round)
    },
    stop() {
      isOn = false
      schedule()
    },
  }
}
