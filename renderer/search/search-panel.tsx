import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Search } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { SearchHit } from '../../shared/ipc-records'
import { useApp } from '../context'
import { folderPath } from '../library/tree-rows'
import { useActiveConnection, useLibrary } from '../queries'
import { showTab } from '../store'
import { PanelFrame } from '../window/panel-frame'
import panel from '../window/side-panel.module.css'
import styles from './search.module.css'

const PAUSE_MS = 200
const LIMIT = 30

/** Finds passages of the whole library: by exact words on this device, or by meaning through the service. */
export function SearchPanel() {
  const { client, sessions } = useApp()
  const library = useLibrary().data
  const connection = useActiveConnection()
  const [typed, setTyped] = useState('')
  const [query, setQuery] = useState('')
  const [way, setWay] = useState<'meaning' | 'words'>('words')
  const [folderId, setFolderId] = useState('')
  const [status, setStatus] = useState('')
  const [cursor, setCursor] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim())
      setCursor(0)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const where = {
    ...(folderId === '' ? {} : { folderId }),
    ...(status === '' ? {} : { status }),
  }
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', way, query, folderId, status],
    enabled: query !== '',
    gcTime: 0,
    queryFn: async () =>
      way === 'meaning'
        ? client.ask('search.meaning', { query, limit: LIMIT, ...where })
        : {
            hits: await client.ask('search.words', { query, filter: where, limit: LIMIT }),
            notice: undefined,
          },
  })
  const hits = query === '' ? [] : (data?.hits ?? [])

  async function open(hit: SearchHit): Promise<void> {
    showTab(hit.documentId)
    const session = await sessions.open(hit.documentId)
    const text = session.editor.text()
    // The passage may have moved since it was indexed: the words are looked for where they are now.
    const stated = hit.start !== undefined && text.startsWith(hit.passage, hit.start) ? hit.start : -1
    const at = stated >= 0 ? stated : text.indexOf(hit.passage)
    if (at >= 0) setTimeout(() => session.editor.goTo(at, at + hit.passage.length), 30)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: cursor + 1, ArrowUp: cursor - 1, Home: 0, End: hits.length - 1 }[event.key]
    const hit = hits[cursor]
    if (event.key === 'Enter' && hit !== undefined) void open(hit)
    else if (to === undefined) return
    else {
      const next = Math.min(hits.length - 1, Math.max(0, to))
      setCursor(next)
      ;(list.current?.children[next] as HTMLElement | undefined)?.focus()
    }
    event.preventDefault()
  }

  const documents = new Set(hits.map(({ documentId }) => documentId)).size
  return (
    <PanelFrame name="Search">
      <search aria-label="Search the library" className={styles.form}>
        <label className={styles.field}>
          <Search size={16} strokeWidth={1.6} aria-hidden />
          <input
            type="search"
            aria-label="Search"
            placeholder="Words or a thought"
            value={typed}
            autoFocus
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' || hits.length === 0) return
              event.preventDefault()
              ;(list.current?.children[cursor] as HTMLElement | undefined)?.focus()
            }}
          />
        </label>
        <div className={styles.chips} role="radiogroup" aria-label="Search by">
          {(
            [
              ['meaning', 'Meaning'],
              ['words', 'Exact words'],
            ] as const
          ).map(([value, label]) => (
            <label key={value} className={styles.chip}>
              <input type="radio" name="way" checked={way === value} onChange={() => setWay(value)} />
              {label}
            </label>
          ))}
        </div>
        <div className={styles.chips}>
          <Chip>
            <select
              aria-label="Folder"
              value={folderId}
              onChange={(event) => setFolderId(event.target.value)}
            >
              <option value="">Any folder</option>
              {library?.folders.map(({ id }) => (
                <option key={id} value={id}>
                  {folderPath(library.folders, id).join(' / ')}, directly in it
                </option>
              ))}
            </select>
          </Chip>
          <Chip>
            <select aria-label="Status" value={status} onChange={(event) => setStatus(event.target.value)}>
              <option value="">Any status</option>
              <option value="draft">Draft</option>
              <option value="published">Published</option>
            </select>
          </Chip>
        </div>
        <p role="status" aria-label="Search notice" className={styles.notice}>
          {data?.notice}
        </p>
        <p className={styles.notice} aria-live="polite">
          {query === ''
            ? ''
            : error !== null
              ? error.message
              : hits.length > 0
                ? `${hits.length} ${hits.length === 1 ? 'passage' : 'passages'} in ${documents} ${documents === 1 ? 'document' : 'documents'}`
                : isFetching
                  ? 'Searching'
                  : 'Nothing found'}
        </p>
      </search>
      <div
        ref={list}
        role="listbox"
        aria-label="Results"
        className={styles.hits}
        onKeyDown={onKeyDown}
        tabIndex={hits.length === 0 ? 0 : undefined}
      >
        {hits.map((hit, index) => (
          <div
            key={`${hit.documentId} ${hit.chunkId ?? index}`}
            role="option"
            aria-selected={index === cursor}
            tabIndex={index === cursor ? 0 : -1}
            className={styles.hit}
            onFocus={() => setCursor(index)}
            onClick={() => void open(hit)}
          >
            <div className={styles.title}>{hit.title === '' ? 'Untitled' : hit.title}</div>
            <div className={styles.path}>{placeOf(hit)}</div>
            <div className={styles.excerpt}>{marked(hit)}</div>
          </div>
        ))}
      </div>
      {query === '' ? (
        <p className={panel.hint}>
          Exact words are found on this device, also in what is not sent yet. Meaning asks the service
          {connection?.name === undefined ? '' : ` “${connection.name}”`}.
        </p>
      ) : null}
    </PanelFrame>
  )
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.select}>
      {children}
      <ChevronDown size={12} strokeWidth={1.8} aria-hidden />
    </span>
  )
}

function placeOf(hit: SearchHit): string {
  const parts = [hit.headingPath.join(' › ')]
  if (hit.changed) parts.push('changed since it was indexed')
  if (hit.origin === 'device') parts.push('on this device')
  return parts.filter((part) => part !== '').join(' · ')
}

function marked({ excerpt, marks }: SearchHit) {
  const parts = []
  let at = 0
  for (const { from, to } of marks) {
    if (from < at || to <= from) continue
    parts.push(excerpt.slice(at, from), <mark key={from}>{excerpt.slice(from, to)}</mark>)
    at = to
  }
  return [...parts, excerpt.slice(at)]
}
