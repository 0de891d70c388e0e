const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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
  return then.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

/** Hours and minutes: "10:42". */
export function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** The day that a list is divided by: "Today", "Yesterday", "14 November". */
export function dayName(at: string, nowMs = Date.now()): string {
  const time = new Date(at).getTime()
  const today = startOfDay(nowMs)
  if (time >= today) return 'Today'
  if (time >= today - DAY) return 'Yesterday'
  const sameYear = new Date(at).getFullYear() === new Date(nowMs).getFullYear()
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  })
}

function startOfDay(timeMs: number): number {
  const day = new Date(timeMs)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
}
