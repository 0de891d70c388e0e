import type { KeyboardEvent, Ref } from 'react'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { HitText, keyOf } from './hit-text'
import styles from './search.module.css'
import { rowByKey } from '../ui/list-keys'

interface HitListProps {
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
    const to = rowByKey(event.key, cursor, hits.length, 5)
    if (event.key === 'Enter' || event.key === ' ') onOpen(cursor)
    else if (to === undefined) return
    else onCursor(to)
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
        return (
          <div
            key={keyOf(hit, index)}
            role="option"
            aria-selected={index === (open < 0 ? cursor : open)}
            tabIndex={index === cursor ? 0 : -1}
            className={styles.hit}
            data-goes-on={goesOn ? '' : undefined}
            onClick={() => onOpen(index)}
          >
            <HitText hit={hit} goesOn={goesOn} />
          </div>
        )
      })}
    </div>
  )
}
