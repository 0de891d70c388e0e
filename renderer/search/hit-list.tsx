import type { Ref } from 'react'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { HitText } from './hit-text'
import styles from './search.module.css'
import { RowList } from '../ui/lists/row-list'

interface HitListProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly label?: string
  readonly hits: readonly SearchHit[]
  /** The result from which arrow keys move. */
  readonly cursor: number
  /** The result that is open in the editor. */
  readonly open: number
  readonly onCursor: (index: number) => void
  readonly onOpen: (index: number) => void
}

/** The passages found; those of one document are listed under one title. */
export function HitList({ ref, label = 'Results', hits, cursor, open, onCursor, onOpen }: HitListProps) {
  return (
    <RowList
      ref={ref}
      label={label}
      className={styles.hits}
      cursor={cursor}
      page={5}
      onMove={onCursor}
      onChoose={onOpen}
      rows={hits.map((hit, index) => {
        const goesOn = hits[index - 1]?.documentId === hit.documentId
        return {
          // A row that has the focus keeps it when the results are found again.
          key: String(index),
          isChosen: index === (open < 0 ? cursor : open),
          className: styles.hit,
          'data-goes-on': goesOn ? '' : undefined,
          children: <HitText hit={hit} goesOn={goesOn} />,
        }
      })}
    />
  )
}
