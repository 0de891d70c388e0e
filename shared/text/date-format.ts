import { DAY_MS } from '../day'
import { attempt } from '../thrown'

const two = (number: number): string => String(number).padStart(2, '0')

/** Letters in square brackets are literal. */
const PARTS = /\[([^[\]]{0,200})\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|WW|W|A|a/g

const name = (now: Date, locale: string | undefined, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(known(locale), options).format(now)

/** An invalid locale counts as none. */
const known = (locale: string | undefined): string | undefined =>
  locale === undefined ? undefined : attempt(() => Intl.getCanonicalLocales(locale)[0])

/** The ISO 8601 week, which is that of the day's Thursday. */
function weekOf(now: Date): number {
  const thursday = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 4 - (now.getDay() || 7), 12)
  const first = new Date(thursday.getFullYear(), 0, 1, 12)
  return 1 + Math.floor(Math.round((thursday.getTime() - first.getTime()) / DAY_MS) / 7)
}

/**
 * The time by the writer's clock in the format that editors share: `YYYY-MM-DD`, `dddd, D MMMM`, `HH:mm`. Other text is
 * unchanged.
 */
export function formatDate(format: string, now: Date, locale?: string): string {
  const year = String(now.getFullYear()).padStart(4, '0')
  const hour = now.getHours() % 12 || 12
  return format.replace(PARTS, (part, literal: string | undefined) => {
    if (literal !== undefined) return literal
    switch (part) {
      case 'YYYY':
        return year
      case 'YY':
        return year.slice(-2)
      case 'MMMM':
        return name(now, locale, { month: 'long' })
      case 'MMM':
        return name(now, locale, { month: 'short' })
      case 'MM':
        return two(now.getMonth() + 1)
      case 'M':
        return String(now.getMonth() + 1)
      case 'DD':
        return two(now.getDate())
      case 'D':
        return String(now.getDate())
      case 'dddd':
        return name(now, locale, { weekday: 'long' })
      case 'ddd':
        return name(now, locale, { weekday: 'short' })
      case 'HH':
        return two(now.getHours())
      case 'H':
        return String(now.getHours())
      case 'hh':
        return two(hour)
      case 'h':
        return String(hour)
      case 'mm':
        return two(now.getMinutes())
      case 'm':
        return String(now.getMinutes())
      case 'ss':
        return two(now.getSeconds())
      case 's':
        return String(now.getSeconds())
      case 'WW':
        return two(weekOf(now))
      case 'W':
        return String(weekOf(now))
      default: {
        const half = now.getHours() < 12 ? 'am' : 'pm'
        return part === 'A' ? half.toUpperCase() : half
      }
    }
  })
}
