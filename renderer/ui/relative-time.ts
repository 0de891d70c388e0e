const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * A date format that is created once, because creating one takes longer than rendering a row, and only on first use,
 * because the first one adds 24 ms to the start.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): { format(date: Date): string } {
  let made: Intl.DateTimeFormat | undefined
  return { format: (date) => (made ??= new Intl.DateTimeFormat('en-GB', options)).format(date) }
}

const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit' })
const CLOCK_WITH_SECONDS = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const SHORT_DAY = dateFormat({ day: 'numeric', month: 'short' })
const SHORT_DAY_AND_YEAR = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const LONG_DAY = dateFormat({ day: 'numeric', month: 'long' })
const LONG_DAY_AND_YEAR = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

const MOMENT_PARTS = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const
/** The day with its weekday, and the time: "Tue, 1 Dec 2026, 02:08". */
export const MOMENT = dateFormat(MOMENT_PARTS)
export const MOMENT_WITH_SECONDS = dateFormat({ ...MOMENT_PARTS, second: '2-digit' })

/** When something was, as a writer would say it: "Just now", "2 min ago", "Yesterday", "12 Nov", "12 Nov 2024". */
export function relativeTime(at: string, nowMs = Date.now()): string {
  const then = new Date(at)
  const time = then.getTime()
  if (Number.isNaN(time)) return ''
  const ago = nowMs - time
  if (ago < MINUTE) return 'Just now'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`
  const today = startOfDay(nowMs)
  if (time >= today) return clockTime(at)
  if (time >= today - DAY) return 'Yesterday'
  const sameYear = then.getFullYear() === new Date(nowMs).getFullYear()
  return (sameYear ? SHORT_DAY : SHORT_DAY_AND_YEAR).format(then)
}

/** Hours and minutes: "10:42". */
export function clockTime(at: string): string {
  const then = new Date(at)
  return Number.isNaN(then.getTime()) ? '' : CLOCK.format(then)
}

/** Hours, minutes and seconds: "10:42:07". */
export function clockSeconds(at: string): string {
  const then = new Date(at)
  return Number.isNaN(then.getTime()) ? '' : CLOCK_WITH_SECONDS.format(then)
}

/** The day by which a list is grouped: "Today", "Yesterday", "14 November". */
export function dayName(at: string, nowMs = Date.now()): string {
  const time = new Date(at).getTime()
  if (Number.isNaN(time)) return ''
  const today = startOfDay(nowMs)
  if (time >= today) return 'Today'
  if (time >= today - DAY) return 'Yesterday'
  const sameYear = new Date(at).getFullYear() === new Date(nowMs).getFullYear()
  return (sameYear ? LONG_DAY : LONG_DAY_AND_YEAR).format(new Date(at))
}

function startOfDay(timeMs: number): number {
  const day = new Date(timeMs)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
}
