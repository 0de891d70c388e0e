import { Cloud, Monitor } from 'lucide-react'
import { clockTime, dayName } from '../ui/relative-time'
import styles from './conflict.module.css'

/** The author of a side, its location and its time. */
export function SideHead({
  side,
  since,
}: {
  readonly side: 'mine' | 'theirs'
  readonly since: string | undefined
}) {
  const Icon = side === 'mine' ? Monitor : Cloud
  return (
    <div className={styles.head} data-side={side}>
      <Icon size={14} />
      <b>{side === 'mine' ? 'Mine' : 'Theirs'}</b>
      <span>{side === 'mine' ? mineSince(since) : theirsSince(since)}</span>
    </div>
  )
}

const mineSince = (since: string | undefined): string =>
  since === undefined ? 'on this device, not sent' : `this device, edited since ${timeOf(since)}, not sent`

const theirsSince = (since: string | undefined): string =>
  since === undefined ? 'on the service' : `on the service since ${timeOf(since)}`

const timeOf = (since: string): string =>
  dayName(since) === 'Today' ? clockTime(since) : `${dayName(since)} ${clockTime(since)}`
