import type { VersionSummary } from '../../shared/ipc/ipc-history'
import { DAY_MS } from '../../shared/day'

/** The reason for a copy on this device, and its time. */
export interface Copy {
  readonly reason: string
  readonly at: string
}

/** A state of the document, from whichever source it is known. */
export interface Entry {
  /** The id of the version, or of the snapshot if the service has no version of this state. */
  readonly id: string
  /** All ids of this state. */
  readonly ids: readonly string[]
  readonly at: string
  /** Milliseconds since the epoch, as far as it is known; used for grouping only. */
  readonly timeMs: number
  readonly origin: 'service' | 'device'
  readonly isPublished: boolean
  /** The copies of this state on this device, newest first. */
  readonly copies: readonly Copy[]
  readonly name: string | undefined
  readonly starred: boolean
  readonly here: boolean
}

/** A row of the list: one state, or a burst of saves within one sitting. */
export interface Row {
  /** Newest first; the first entry represents the row. */
  readonly entries: readonly Entry[]
  /** The name of a burst: "Morning sitting". */
  readonly sitting: string | undefined
}

export interface Day {
  readonly key: string
  readonly day: string
  readonly rows: readonly Row[]
}

/** A copy of the same text taken within this time of a version is the same state as that version. */
const SAME_STATE_MS = DAY_MS
/** A longer pause begins a new sitting. */
const SITTING_MS = 30 * 60_000
/** At least this many plain saves in a row become one row. */
const BURST_MIN = 3

/**
 * Merges versions and snapshots into one timeline, newest first. Versions keep the order of the service, snapshots the
 * order in which they were kept; between the two, time decides, however much the clocks differ. A snapshot with the
 * same text as a version is that version, and consecutive versions with the same text are one state. A snapshot never
 * belongs to an older version than a snapshot kept before it: text that came back after another text is a state of its
 * own.
 */
export function mergeTimeline(
  versions: readonly VersionSummary[],
  snapshots: readonly VersionSummary[],
): readonly Entry[] {
  const entries: Told[] = []
  const byDigest = new Map<string, number[]>()
  for (const version of withTimes(versions)) {
    const last = entries.at(-1)
    const isSame =
      last !== undefined &&
      version.digest !== undefined &&
      last.digest === version.digest &&
      last.isPublished === (version.status === 'published')
    if (isSame) entries[entries.length - 1] = joined(last, version)
    else {
      if (version.digest !== undefined)
        byDigest.set(version.digest, [...(byDigest.get(version.digest) ?? []), entries.length])
      entries.push(entryOf(version))
    }
  }
  const beside: Entry[] = []
  let oldest = entries.length
  for (const snapshot of withTimes(snapshots).toReversed()) {
    const places = (byDigest.get(snapshot.digest ?? '') ?? []).filter((place) => place <= oldest)
    const same = nearest(entries, places, snapshot.timeMs)
    if (same === undefined) beside.unshift(entryOf(snapshot))
    else {
      entries[same] = joined(entries[same]!, snapshot)
      oldest = same
    }
  }
  return woven(entries, beside)
}

type Timed = VersionSummary & { readonly timeMs: number }
/** An entry with the digest that identifies equal states. */
interface Told extends Entry {
  readonly digest?: string | undefined
}

/** Gives an entry without a time the time of its newer neighbour. */
function withTimes(list: readonly VersionSummary[]): readonly Timed[] {
  const known = (at: string) => (Number.isNaN(Date.parse(at)) ? undefined : Date.parse(at))
  let last = list.map(({ at }) => known(at)).find((time) => time !== undefined) ?? 0
  return list.map((one) => {
    last = known(one.at) ?? last
    return { ...one, timeMs: last }
  })
}

function entryOf({ id, at, timeMs, origin, status, label, name, starred, here, digest }: Timed): Told {
  return {
    id,
    ids: [id],
    at,
    timeMs,
    origin,
    isPublished: status === 'published',
    copies: origin === 'device' ? [{ reason: label, at }] : [],
    name,
    starred,
    here,
    digest,
  }
}

function joined(entry: Told, other: Timed): Told {
  return {
    ...entry,
    ids: [...entry.ids, other.id],
    copies:
      other.origin === 'device' ? [{ reason: other.label, at: other.at }, ...entry.copies] : entry.copies,
    name: entry.name ?? other.name,
    starred: entry.starred || other.starred,
    here: entry.here || other.here,
  }
}

function nearest(entries: readonly Entry[], places: readonly number[], timeMs: number): number | undefined {
  const far = (place: number) => Math.abs(entries[place]!.timeMs - timeMs)
  const best = places.reduce<number | undefined>(
    (found, place) => (found === undefined || far(place) < far(found) ? place : found),
    undefined,
  )
  return best !== undefined && far(best) <= SAME_STATE_MS ? best : undefined
}

/** Merges two timelines, each of which keeps its own order. */
function woven(versions: readonly Entry[], snapshots: readonly Entry[]): readonly Entry[] {
  const result: Entry[] = []
  let next = 0
  for (const version of versions) {
    for (; next < snapshots.length && snapshots[next]!.timeMs > version.timeMs; next++)
      result.push(snapshots[next]!)
    result.push(version)
  }
  return [...result, ...snapshots.slice(next)]
}

/** The list shown to the writer: grouped by day and sitting, with bursts of saves in one row. */
export function groupTimeline(entries: readonly Entry[], dayName: (at: string) => string): readonly Day[] {
  const days: { key: string; day: string; rows: Row[] }[] = []
  let burst: Entry[] = []
  let last: Entry | undefined
  const flush = () => {
    const rows = days.at(-1)?.rows
    if (burst.length >= BURST_MIN) rows?.push({ entries: burst, sitting: sittingName(burst[0]!) })
    else for (const entry of burst) rows?.push({ entries: [entry], sitting: undefined })
    burst = []
  }
  for (const entry of entries) {
    const day = dayName(new Date(entry.timeMs).toISOString())
    const isNewDay = days.at(-1)?.day !== day
    const isPause = last !== undefined && Math.abs(last.timeMs - entry.timeMs) > SITTING_MS
    if (isNewDay || isPause || !isPlain(entry)) flush()
    if (isNewDay) days.push({ key: `${day} ${entry.id}`, day, rows: [] })
    if (isPlain(entry)) burst.push(entry)
    else days.at(-1)?.rows.push({ entries: [entry], sitting: undefined })
    last = entry
  }
  flush()
  return days
}

/** Whether the entry is an ordinary save. */
const isPlain = ({ origin, isPublished, copies, name, starred }: Entry): boolean =>
  origin === 'service' && !isPublished && copies.length === 0 && name === undefined && !starred

function sittingName({ timeMs }: Entry): string {
  const hour = new Date(timeMs).getHours()
  if (hour >= 5 && hour < 12) return 'Morning sitting'
  if (hour >= 12 && hour < 17) return 'Afternoon sitting'
  return hour >= 17 && hour < 22 ? 'Evening sitting' : 'Night sitting'
}
