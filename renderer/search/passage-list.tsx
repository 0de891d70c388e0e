import type { LucideIcon } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { rowByKey } from '../ui/lists/list-keys'
import { IconButton } from '../ui/icon-button'
import { HitText, keyOf } from './hit-text'
import styles from './search.module.css'

/** An action on a passage besides opening it. */
export interface PassageAction {
  readonly icon: LucideIcon
  readonly label: string
  /** The reason why it is not available. */
  readonly refused: (hit: SearchHit) => string | undefined
  readonly run: (hit: SearchHit) => void
}

/** Passages with their actions. Arrow keys move between passages, Tab goes to the actions. */
export function PassageList(props: {
  readonly label: string
  readonly hits: readonly SearchHit[]
  readonly actions: readonly PassageAction[]
  readonly onOpen: (hit: SearchHit) => void
}) {
  const { label, hits, actions, onOpen } = props
  const [chosen, setCursor] = useState(0)
  const cursor = Math.min(chosen, hits.length - 1)
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const next = rowByKey(event.key, cursor, hits.length)
    if (next === undefined) return
    setCursor(next)
    list.current?.querySelectorAll<HTMLElement>('[data-passage]')[next]?.focus()
    event.preventDefault()
  }

  return (
    <ul ref={list} aria-label={label} className={styles.hits} onKeyDown={onKeyDown}>
      {hits.map((hit, index) => {
        const tabIndex = index === cursor ? 0 : -1
        return (
          <li key={keyOf(hit, index)} className={styles.passage} onFocus={() => setCursor(index)}>
            <button
              type="button"
              data-passage
              tabIndex={tabIndex}
              className={styles.open}
              onClick={() => onOpen(hit)}
            >
              <HitText hit={hit} goesOn={false} />
            </button>
            <div className={styles.passageActions}>
              {actions.map((action) => (
                <IconButton
                  key={action.label}
                  icon={action.icon}
                  label={action.label}
                  tabIndex={tabIndex}
                  refused={action.refused(hit)}
                  onClick={() => action.run(hit)}
                />
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
