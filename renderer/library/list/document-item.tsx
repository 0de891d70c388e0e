import { memo, useState } from 'react'
import type { DocumentSummary, Tag } from '../../../shared/ipc/ipc-records'
import { PhaseDot, saveStatusOf } from '../../ui/phase-dot'
import { Age } from '../../ui/age'
import { useWindow } from '../../state/store'
import { dragDocuments } from '../drag'
import styles from '../library.module.css'
import { shownTitle } from '../../../shared/terms'

export const ITEM_HEIGHT = 104

/**
 * One document of the list: its state, title, two lines of its text, and further details. The list handles its clicks,
 * so that a row is rendered again only when its content changes.
 */
export const DocumentItem = memo(function DocumentItem(props: {
  readonly item: DocumentSummary
  readonly tags: readonly Tag[] | undefined
  readonly start: number
  readonly position: number
  readonly total: number
  readonly selected: boolean
  readonly focusable: boolean
}) {
  const { item } = props
  const [dragging, setDragging] = useState(false)
  const title = shownTitle(item.title)
  // Nothing has been written yet, so there is nothing to keep or send.
  const isBlank = item.phase === 'queued' && item.title === '' && item.excerpt === ''
  const phase = item.onlyInMemory === true ? 'rejected' : item.phase
  const saveStatus = saveStatusOf(item)
  const attention = phase === 'conflicted' || phase === 'rejected' || phase === 'deleted'
  const status = item.status === 'draft' ? undefined : capital(item.status)
  return (
    <div
      role="option"
      aria-selected={props.selected}
      aria-posinset={props.position}
      aria-setsize={props.total}
      tabIndex={props.focusable ? 0 : -1}
      data-pane-focus={props.focusable ? '' : undefined}
      data-document={item.id}
      data-index={props.position - 1}
      data-phase={item.phase}
      className={styles.item}
      style={{ top: props.start, opacity: dragging ? 0.5 : undefined }}
      draggable
      onDragStart={(event) => {
        setDragging(true)
        const { selected } = useWindow.getState()
        dragDocuments(event, selected.includes(item.id) ? selected : [item.id], title)
      }}
      onDragEnd={() => setDragging(false)}
    >
      <div className={styles.itemTitle}>
        {phase === 'clean' || isBlank ? null : <PhaseDot phase={phase} />}
        <bdi className="cut">{title}</bdi>
      </div>
      <div className={styles.excerpt}>{item.excerpt === '' ? 'No text yet' : item.excerpt}</div>
      <div className={styles.meta} data-attention={attention ? '' : undefined}>
        {attention || (phase === 'queued' && !isBlank) ? (
          <span>{saveStatus}</span>
        ) : (
          <>
            <Age at={item.updatedAt} />
            {phase === 'clean' || isBlank ? null : <span className="visually-hidden">{saveStatus}</span>}
          </>
        )}
        {status === undefined ? null : (
          <span className={styles.chip} data-status>
            {item.editedSincePublished ? `${status}, edited since` : status}
          </span>
        )}
        {attention
          ? null
          : item.tagIds.slice(0, 3).map((id) => {
              const name = props.tags?.find((tag) => tag.id === id)?.name
              return name === undefined ? null : (
                <span key={id} className={styles.chip}>
                  {name}
                </span>
              )
            })}
      </div>
    </div>
  )
})

const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)
