import { useQuery } from '@tanstack/react-query'
import { TextSearch } from 'lucide-react'
import { useRef, useState, type Ref } from 'react'
import type { LostWords } from '../../shared/ipc/ipc-history'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import { Marked } from '../search/marked'
import { focusWriting } from '../ui/panes'
import { clockTime, dayName } from '../ui/relative-time'
import { RowList } from '../ui/lists/row-list'
import { SearchField } from '../ui/search-field'
import { usePaused } from '../ui/use-time'
import panel from '../ui/side-panel.module.css'
import { foundWords } from '../search/found-words'
import search from '../search/search.module.css'
import { chooseVersion, setHistory } from './history-state'
import styles from './history.module.css'

const PAUSE_MS = 150
const NONE: LostWords['hits'] = []

/** Finds sentences that are in some version but no longer in the text, by a few words in any order. */
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

function SentenceList(props: { readonly ref: Ref<HTMLDivElement>; readonly hits: LostWords['hits'] }) {
  const { ref, hits } = props
  const [cursor, setCursor] = useState(0)

  function open(index: number): void {
    const hit = hits[index]
    if (hit === undefined) return
    setCursor(index)
    setHistory({ against: 'now' })
    chooseVersion(hit.versionId, hit.sentence)
  }

  return (
    <RowList
      ref={ref}
      label="Sentences"
      className={search.hits}
      cursor={cursor}
      onMove={setCursor}
      onChoose={open}
      rows={hits.map(({ sentence, marks, at }, index) => ({
        key: sentence,
        isChosen: index === cursor,
        className: search.hit,
        children: (
          <>
            <div className={styles.sentence}>
              <Marked text={sentence} marks={marks} />
            </div>
            <div className={styles.label}>
              Last stood {dayName(at)} {clockTime(at)}
            </div>
          </>
        ),
      }))}
    />
  )
}

function saidOf({ hits, searched, known }: LostWords): string {
  const found = hits.length === 0 ? 'Nothing that is gone' : counted(hits.length, 'sentence')
  return `${found} in ${searched < known ? `${searched.toLocaleString('en')} of ` : ''}${counted(known, 'version')}`
}
