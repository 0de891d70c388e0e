import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, Ref } from 'react'
import type { SearchHit } from '../../shared/ipc-search'
import { useApp } from '../context'
import styles from './search.module.css'

export interface HitListProps {
  readonly ref: Ref<HTMLDivElement>
  readonly label?: string
  readonly hits: readonly SearchHit[]
  /** The hit that arrows move from. */
  readonly cursor: number
  /** The hit that is open in the editor. */
  readonly open: number
  readonly onCursor: (index: number) => void
  readonly onOpen: (index: number) => void
}

/** The passages that were found; those of one document stand under one title. */
export function HitList({ ref, label = 'Results', hits, cursor, open, onCursor, onOpen }: HitListProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const to = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      Home: 0,
      End: hits.length - 1,
      PageDown: cursor + 5,
      PageUp: cursor - 5,
    }[event.key]
    if (event.key === 'Enter' || event.key === ' ') onOpen(cursor)
    else if (to === undefined) return
    else onCursor(Math.min(hits.length - 1, Math.max(0, to)))
    event.preventDefault()
  }
  return (
    <div
      ref={ref}
      role="listbox"
      aria-label={label}
      className={styles.hits}
      onKeyDown={onKeyDown}
      tabIndex={hits.length === 0 ? 0 : undefined}
    >
      {hits.map((hit, index) => {
        const goesOn = hits[index - 1]?.documentId === hit.documentId
        const title = hit.title === '' ? 'Untitled' : hit.title
        return (
          <div
            key={`${hit.documentId} ${hit.chunkId ?? ''} ${hit.start ?? index}`}
            role="option"
            aria-selected={index === (open < 0 ? cursor : open)}
            tabIndex={index === cursor ? 0 : -1}
            className={styles.hit}
            data-goes-on={goesOn ? '' : undefined}
            onClick={() => onOpen(index)}
          >
            <div className={goesOn ? 'visually-hidden' : styles.title}>{title}</div>
            <div className={styles.path}>{placeOf(hit)}</div>
            {hit.passage === '' && hit.chunkId !== undefined ? (
              <ChunkText documentId={hit.documentId} chunkId={hit.chunkId} />
            ) : (
              <div className={styles.excerpt}>{marked(hit)}</div>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** The text of a hit that the service gave without one. */
function ChunkText(chunk: { readonly documentId: string; readonly chunkId: string }) {
  const { client } = useApp()
  const { data, error } = useQuery({
    queryKey: ['chunk', chunk.documentId, chunk.chunkId],
    gcTime: 0,
    queryFn: () => client.ask('search.chunk', chunk),
  })
  return (
    <div className={styles.excerpt}>{error?.message ?? data?.text.replace(/\s+/g, ' ').slice(0, 240)}</div>
  )
}

function placeOf(hit: SearchHit): string {
  const parts = [hit.headingPath.join(' › ')]
  if (hit.changed) parts.push('changed since it was indexed')
  if (hit.unsent) parts.push('not sent yet, found on this device')
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
