import { counted } from '../../shared/text/counted'
import styles from './goals.module.css'
import { DAY_MS } from '../../shared/day'

/** The number of days that are drawn: three months. */
const DAYS = 91
const WIDTH = 5
const HEIGHT = 64

const monthName = (day: string): string =>
  new Date(day).toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })
const dayName = (day: string): string =>
  new Date(day).toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** A bar chart of the words written on each day of the last three months. */
export function DaysPicture(props: {
  readonly days: Readonly<Record<string, number>>
  readonly day: string
  readonly goal: number | null
}) {
  const last = new Date(props.day).getTime()
  const bars = Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(last - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    return { day, words: props.days[day] ?? 0 }
  })
  const total = bars.reduce((sum, { words }) => sum + words, 0)
  if (total === 0) return null
  const best = bars.reduce((one, other) => (other.words > one.words ? other : one))
  const top = Math.max(best.words, props.goal ?? 0, 1)
  const heightOf = (words: number) => (words === 0 ? 1 : Math.max(2, (words / top) * HEIGHT))
  const said = `${counted(total, 'word')} in the last three months, on ${counted(bars.filter(({ words }) => words > 0).length, 'day')}; most on ${dayName(best.day)}: ${best.words.toLocaleString('en')}.`
  return (
    <figure className={styles.picture}>
      <svg viewBox={`0 0 ${DAYS * WIDTH} ${HEIGHT + 16}`} role="img" aria-label={said}>
        {props.goal === null ? null : (
          <line
            x1="0"
            x2={DAYS * WIDTH}
            y1={HEIGHT - heightOf(props.goal)}
            y2={HEIGHT - heightOf(props.goal)}
          />
        )}
        {bars.map(({ day, words }, at) => (
          <rect
            key={day}
            x={at * WIDTH + 1}
            width={WIDTH - 2}
            y={HEIGHT - heightOf(words)}
            height={heightOf(words)}
            data-empty={words === 0 ? '' : undefined}
          />
        ))}
        {bars.map(({ day }, at) =>
          day.endsWith('-01') ? (
            <text key={day} x={at * WIDTH} y={HEIGHT + 13}>
              {monthName(day)}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption aria-hidden>{said}</figcaption>
    </figure>
  )
}
