import { keepPreviousData } from '@tanstack/react-query'
import { Check, ChevronDown, CircleAlert, Info } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../state/queries'
import type { SyncLogEntry } from '../../shared/ipc/ipc-sync'
import { DISCARDED } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import search from '../search/search.module.css'
import { showOverlay, useWindow } from '../state/store'
import { copyText } from '../state/actions/copy-text'
import { Button } from '../ui/button'
import { Choice } from '../ui/choice'
import { Dialog } from '../ui/dialog'
import { SearchField } from '../ui/search-field'
import panel from '../ui/side-panel.module.css'
import { clockTime, dayName } from '../ui/relative-time'
import styles from './outbox.module.css'

const LIMIT = 1_000
const KINDS = [
  ['', 'Everything'],
  ['sent', 'Sent'],
  ['failed', 'Not sent'],
  ['told', 'Notes'],
] as const
const ICONS = { sent: Check, failed: CircleAlert, told: Info } as const
const WORDS = { sent: 'sent', failed: 'not sent', told: 'note' } as const

/** The log of everything sent and not sent, kept across restarts, for the writer or for somebody who helps. */
export function SyncLog() {
  const [query, setQuery] = useState('')
  const [kind, setKind] = useState<(typeof KINDS)[number][0]>('')
  const { data } = useAnswer(
    ['sync-log', query, kind],
    'log.read',
    { query: query.trim(), limit: LIMIT, ...(kind !== '' && { kind }) },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const entries = data ?? []

  return (
    <Dialog label="Sync log" size="large" heading onClose={() => showOverlay(null)}>
      <div className={styles.find}>
        <SearchField
          label="Search the log"
          placeholder="A title, a reason"
          value={query}
          onChange={setQuery}
        />
        <div className={search.chips}>
          <span className={search.select}>
            <Choice label="Show" value={kind} options={KINDS} onChange={setKind} />
            <ChevronDown size={12} />
          </span>
        </div>
        <Button
          disabled={entries.length === 0}
          onClick={() => void copyText(asText(entries), `${counted(entries.length, 'line')} copied`)}
        >
          Copy for support
        </Button>
      </div>
      <div className={styles.log} tabIndex={0} role="group" aria-label="Log entries">
        <Days entries={entries} />
        {data !== undefined && entries.length === 0 ? (
          <p className={panel.hint}>
            {query === '' && kind === ''
              ? 'Nothing has been sent yet. Changes sent to the service, and changes it refuses, appear here.'
              : 'No entries match.'}
          </p>
        ) : null}
      </div>
      <p className={styles.logFoot}>
        {entries.length === LIMIT ? `The newest ${LIMIT.toLocaleString('en')} lines. ` : ''}
        The log contains titles and reasons, but no text and no key.
      </p>
    </Dialog>
  )
}

function Days({ entries }: { readonly entries: readonly SyncLogEntry[] }) {
  const days: { readonly name: string; readonly entries: SyncLogEntry[] }[] = []
  for (const entry of entries) {
    const name = dayName(entry.at)
    if (days.at(-1)?.name !== name) days.push({ name, entries: [] })
    days.at(-1)?.entries.push(entry)
  }
  return days.map((day, at) => (
    <div key={at}>
      <h3 className={panel.group}>{day.name}</h3>
      <ul aria-label={`Log of ${day.name}`}>
        {day.entries.map((entry, index) => (
          <LogLine key={index} entry={entry} />
        ))}
      </ul>
    </div>
  ))
}

function LogLine({ entry }: { readonly entry: SyncLogEntry }) {
  const { kind, what, detail, at } = entry
  const Icon = ICONS[kind]
  return (
    <li className={styles.line} data-kind={kind}>
      <Icon role="img" aria-label={WORDS[kind]} />
      <time dateTime={at}>{clockTime(at)}</time>
      <span className={styles.words}>
        {what}
        {detail === '' ? null : <span className={styles.detail}> {detail}</span>}
      </span>
      {detail === DISCARDED ? (
        <Button
          kind="quiet"
          aria-label={`Show the text: ${what}`}
          onClick={() => {
            showOverlay(null)
            useWindow.setState({ view: 'recovered', drawer: 'none' })
          }}
        >
          Show
        </Button>
      ) : null}
    </li>
  )
}

/** Oldest first, as in other logs, with times in UTC, so that it can be compared with the log of a service. */
function asText(entries: readonly SyncLogEntry[]): string {
  return entries
    .map(({ at, kind, what, detail }) => `${at}  ${WORDS[kind].padEnd(8)}  ${what}${detail && `: ${detail}`}`)
    .toReversed()
    .join('\n')
}
