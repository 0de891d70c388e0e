import { useQuery } from '@tanstack/react-query'
import { TextSearch } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { LostWords } from '../../shared/ipc/ipc-history'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import { rowByKey } from '../ui/list-keys'
import { Marked } from '../search/marked'
import { focusWriting } from '../ui/panes'
import { clockTime, dayName } from '../ui/relative-time'
import { SearchField } from '../ui/search-field'
import { usePaused } from '../ui/use-time'
import panel from '../ui/side-panel.module.css'
import { foundWords } from '../search/found-words'
import search from '../search/search.module.css'
import { chooseVersion, setHistory } from './history-state'
import styles from './history.module.css'

const PAUSE_MS = 150
const NONE: LostWords['hits'] = []

/** Words that stand in some version and no longer in the text: type a few, in any order. */
export function LostSentences({ session }: { readonly session: Session }) {
  const { client } = useApp()
  const { id } = session
  const [typed, setTyped] = useState('')
  const query = usePaused(typed.trim(), PAUSE_MS)
  const list = useRef<HTMLDivElement>(null)
  const asked = useQuery({
    queryKey: ['history-lost', id, query],
    enabled: query !== '',
    gcTime: 0,
    queryFn: async () => {
      await session.flush()
      return client.ask('history.lost', { id, query, limit: 50 })
    },
  })
  const hits = query === '' ? NONE : (asked.data?.hits ?? NONE)

  return (
    <>
      <search aria-label="Where did that sentence go?" className={search.form}>
        <SearchField
          icon={TextSearch}
          label="Deleted words"
          data-keeps-escape
          placeholder="A few words of it, in any order"
          autoFocus
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed === '') {
              setHistory({ tool: 'versions' })
              focusWriting()
            }
            if (event.key !== 'ArrowDown' || hits.length === 0) return
            event.preventDefault()
            list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          }}
        />
        <p role="status" aria-label="Found sentences" className={search.notice}>
          {foundWords(query !== '', asked, saidOf)}
        </p>
      </search>
      <SentenceList key={query} ref={list} hits={hits} />
      {query === '' ? (
        <p className={panel.hint}>
          Finds words that stand in an older version and no longer in the text, and brings them back.
        </p>
      ) : null}
    </>
  )
}

function SentenceList({
  ref,
  hits,
}: {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly hits: LostWords['hits']
}) {
  const [cursor, setCursor] = useState(0)

  function open(index: number): void {
    const hit = hits[index]
    if (hit === undefined) return
    setCursor(index)
    setHistory({ against: 'now' })
    chooseVersion(hit.versionId, hit.sentence)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const to = rowByKey(event.key, cursor, hits.length)
    if (event.key === 'Enter' || event.key === ' ') open(cursor)
    else if (to === undefined) return
    else {
      setCursor(to)
      ;(ref.current?.children[to] as HTMLElement | undefined)?.focus()
    }
    event.preventDefault()
  }

  return (
    <div
      ref={ref}
      role="listbox"
      aria-label="Sentences"
      className={search.hits}
      tabIndex={hits.length === 0 ? 0 : undefined}
      onKeyDown={onKeyDown}
    >
      {hits.map((hit, index) => (
        <div
          key={hit.sentence}
          role="option"
          aria-selected={index === cursor}
          tabIndex={index === cursor ? 0 : -1}
          className={search.hit}
          onClick={() => open(index)}
        >
          <div className={styles.sentence}>
            <Marked text={hit.sentence} marks={hit.marks} />
          </div>
          <div className={styles.label}>
            Last stood {dayName(hit.at)} {clockTime(hit.at)}
          </div>
        </div>
      ))}
    </div>
  )
}

function saidOf({ hits, searched, known }: LostWords): string {
  const found = hits.length === 0 ? 'Nothing that is gone' : counted(hits.length, 'sentence')
  return `${found} in ${searched < known ? `${searched.toLocaleString('en')} of ` : ''}${counted(known, 'version')}`
}
