import { ChevronRight, Cloud, GitMerge, Globe, Monitor, Star } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { rowByKey } from '../ui/lists/list-keys'
import { dayName } from '../ui/relative-time'
import panel from '../ui/side-panel.module.css'
import { toggled } from '../../shared/toggled'
import { chooseVersion } from './history-state'
import type { Entry, Row } from './timeline'
import { copyLabel } from './version-time'
import type { Timeline } from './use-timeline'
import styles from './history.module.css'

/** In a history of at most this many entries, every burst of saves is expanded at first. */
const SHORT = 8

interface Line {
  readonly entry: Entry
  readonly row: Row
  /** Whether the row represents a burst of saves that is expanded or collapsed here. */
  readonly isHead: boolean
  readonly isInner: boolean
}

/** The slider over all states, and the list of them by day and sitting. */
export function VersionList(props: { readonly timeline: Timeline; readonly chosen: Entry | undefined }) {
  const { timeline, chosen } = props
  const { entries, days, timeOf } = timeline
  const { groups, isOpen, open } = useGroups(timeline)
  const list = useRef<HTMLDivElement>(null)
  const index = chosen === undefined ? -1 : entries.indexOf(chosen)

  const lines = useMemo(() => groups.flatMap((group) => group.lines), [groups])
  const cursor = Math.max(
    0,
    lines.findIndex(({ entry }) => entry === chosen),
  )

  function choose(entry: Entry | undefined): void {
    if (entry === undefined) return
    const row = days.flatMap(({ rows }) => rows).find(({ entries: members }) => members.includes(entry))
    if (row !== undefined && row.entries[0] !== entry) open(row, true)
    chooseVersion(entry.id)
  }

  function focusOn(entry: Entry | undefined): void {
    choose(entry)
    if (entry !== undefined)
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-version="${CSS.escape(entry.id)}"]`)?.focus(),
      )
  }

  function onKeyDown(event: KeyboardEvent): void {
    const line = lines[cursor]
    if (event.key === 'ArrowRight' && line?.isHead) open(line.row, true)
    else if (event.key === 'ArrowLeft' && line?.row.sitting !== undefined) {
      open(line.row, false)
      focusOn(line.row.entries[0])
    } else if (event.key === 'Enter' || event.key === ' ') choose(line?.entry)
    else {
      const to = rowByKey(event.key, cursor, lines.length)
      if (to === undefined) return
      focusOn(lines[to]?.entry)
    }
    event.preventDefault()
  }

  useEffect(() => {
    if (chosen === undefined) return
    list.current
      ?.querySelector(`[data-version="${CSS.escape(chosen.id)}"]`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  return (
    <>
      {entries.length < 2 ? null : (
        <Slider entries={entries} index={Math.max(0, index)} timeOf={timeOf} choose={choose} />
      )}
      <div ref={list} role="listbox" aria-label="Versions" className={styles.versions} onKeyDown={onKeyDown}>
        {groups.map(({ key, day, lines: members }) => (
          <div key={key} role="group" aria-label={day}>
            <div className={panel.group} aria-hidden>
              {day}
            </div>
            {members.map((line) => (
              <VersionLine
                key={line.entry.id}
                line={line}
                isOpen={isOpen(line.row)}
                isChosen={line.entry === chosen}
                isFocusable={lines[cursor] === line}
                time={timeOf(line.entry)}
                measure={timeline.measures}
                onChoose={() => choose(line.entry)}
                onOpen={(opens) => open(line.row, opens)}
              />
            ))}
          </div>
        ))}
      </div>
      {timeline.hasOlder ? (
        <button type="button" className={styles.older} onClick={() => void timeline.showOlder()}>
          Show older versions
        </button>
      ) : null}
    </>
  )
}

/** The rows of each day, and the expanded bursts of saves. */
function useGroups({ entries, days }: Timeline) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isShort = entries.length <= SHORT
  const isOpen = useCallback((row: Row) => turned.has(keyOf(row)) !== isShort, [turned, isShort])
  const groups = useMemo(
    () =>
      days.map(({ key, day, rows }) => ({
        key,
        day,
        lines: rows.flatMap((row) => linesOf(row, isOpen(row))),
      })),
    [days, isOpen],
  )

  const open = (row: Row, opens: boolean) =>
    setTurned((before) => toggled(before, keyOf(row), opens !== isShort))

  return { groups, isOpen, open }
}

/** A slider over all states, from the oldest to the newest. */
function Slider(props: {
  readonly entries: readonly Entry[]
  readonly index: number
  readonly timeOf: (entry: Entry) => string
  readonly choose: (entry: Entry | undefined) => void
}) {
  const { entries, index, timeOf, choose } = props
  const last = entries.length - 1
  const shown = entries[index]
  return (
    <div className={styles.slider}>
      <input
        type="range"
        aria-label="Version"
        min={0}
        max={last}
        value={last - index}
        style={{ '--part': `${((last - index) / last) * 100}%` } as Record<string, string>}
        aria-valuetext={shown === undefined ? '' : `${dayName(shown.at)} ${timeOf(shown)}`}
        onChange={(event) => choose(entries[last - Number(event.target.value)])}
      />
    </div>
  )
}

const keyOf = (row: Row) => row.entries.at(-1)?.id ?? ''

function linesOf(row: Row, isOpen: boolean): readonly Line[] {
  const isBurst = row.sitting !== undefined
  const shown = isBurst && !isOpen ? row.entries.slice(0, 1) : row.entries
  return shown.map((entry, index) => ({
    entry,
    row,
    isHead: isBurst && index === 0,
    isInner: isBurst && index > 0,
  }))
}

function VersionLine(props: {
  readonly line: Line
  readonly isOpen: boolean
  readonly isChosen: boolean
  readonly isFocusable: boolean
  readonly time: string
  readonly measure: Timeline['measures']
  readonly onChoose: () => void
  readonly onOpen: (isOpen: boolean) => void
}) {
  const { line, isOpen, measure } = props
  const { entry, row, isHead } = line
  const counted = isHead && !isOpen ? row.entries : [entry]
  const sum = (what: 'added' | 'removed') =>
    counted.reduce((total, { id }) => total + (measure?.[id]?.[what] ?? 0), 0)
  const [added, removed] = [sum('added'), sum('removed')]
  return (
    <div
      role="option"
      data-version={entry.id}
      aria-selected={props.isChosen}
      tabIndex={props.isFocusable ? 0 : -1}
      data-pane-focus={props.isFocusable ? '' : undefined}
      className={line.isInner ? styles.innerVersion : styles.version}
      onClick={props.onChoose}
    >
      {iconOf(entry)}
      <div className={styles.words}>
        <div className={styles.first}>{entry.name ?? props.time}</div>
        <div className={styles.label}>{labelOf(line, isOpen, props.time)}</div>
      </div>
      {added + removed === 0 ? null : (
        <span className={styles.measure} aria-label={`${added} words added, ${removed} removed`}>
          {added > 0 ? `+${added.toLocaleString('en')}` : ''}{' '}
          {removed > 0 ? `−${removed.toLocaleString('en')}` : ''}
        </span>
      )}
      {isHead ? (
        <ChevronRight
          size={14}
          data-open={isOpen}
          className={styles.fold}
          onClick={(event) => {
            event.stopPropagation()
            props.onOpen(!isOpen)
          }}
        />
      ) : null}
    </div>
  )
}

function iconOf(entry: Entry) {
  if (entry.starred || entry.name !== undefined) return <Star />
  if (entry.isPublished) return <Globe />
  if (entry.origin === 'service') return <Cloud />
  return entry.copies.some(({ reason }) => reason.includes('merge')) ? <GitMerge /> : <Monitor />
}

function labelOf({ entry, row, isHead }: Line, isOpen: boolean, time: string): string {
  const parts = entry.name === undefined ? [] : [time]
  if (isHead && row.sitting !== undefined) parts.push(`${row.sitting}, ${row.entries.length} saves`)
  else if (entry.isPublished) parts.push('Published')
  else if (entry.origin === 'service' && entry.copies.length === 0) parts.push('Saved')
  const [copy] = entry.copies
  if (copy !== undefined) parts.push(copyLabel(copy, entry.at))
  if (entry.name !== undefined) parts.push('name kept on this device')
  else if (entry.starred) parts.push('star kept on this device')
  if (!entry.here) parts.push('not on this device yet')
  return (isHead && !isOpen ? parts.slice(0, 2) : parts).join(' · ')
}
