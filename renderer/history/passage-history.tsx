import { useRef, type KeyboardEvent } from 'react'
import { useAnswer } from '../state/queries'
import { rowByKey } from '../ui/list-keys'
import { Button } from '../ui/button'
import { clockTime, dayName } from '../ui/relative-time'
import panel from '../ui/side-panel.module.css'
import search from '../search/search.module.css'
import { chooseVersion, setHistory, useHistoryState } from './history-state'
import styles from './history.module.css'

/** Only the versions in which the selected passage changed, each with the passage as it left it. */
export function PassageHistory({ id }: { readonly id: string }) {
  const { passage, chosen } = useHistoryState()
  const list = useRef<HTMLDivElement>(null)
  const { data, error } = useAnswer(
    ['history-passage', id, passage],
    'history.passage',
    { id, from: passage?.from ?? 0, to: passage?.to ?? 0 },
    { enabled: passage !== undefined, gcTime: 0 },
  )
  const steps = data?.steps ?? []
  const cursor = Math.max(
    0,
    steps.findIndex(({ versionId }) => versionId === chosen),
  )

  function onKeyDown(event: KeyboardEvent): void {
    const isChosen = event.key === 'Enter' || event.key === ' '
    const index = isChosen ? cursor : rowByKey(event.key, cursor, steps.length)
    if (index === undefined) return
    event.preventDefault()
    chooseVersion(steps[index]?.versionId, steps[index]?.text)
    ;(list.current?.children[index] as HTMLElement | undefined)?.focus()
  }

  return (
    <>
      <div className={styles.passage}>
        <p>“{shortened(passage?.text ?? '')}”</p>
        <Button kind="quiet" onClick={() => setHistory({ tool: 'versions' })}>
          All versions
        </Button>
      </div>
      <div
        ref={list}
        role="listbox"
        aria-label="Versions of this passage"
        tabIndex={steps.length === 0 ? 0 : undefined}
        onKeyDown={onKeyDown}
      >
        {steps.map(({ versionId, at, text }, index) => (
          <div
            key={versionId}
            role="option"
            aria-selected={versionId === chosen}
            tabIndex={index === cursor ? 0 : -1}
            className={search.hit}
            onClick={() => chooseVersion(versionId, text)}
          >
            <div className={styles.first}>
              {dayName(at)} {clockTime(at)}
            </div>
            <div className={styles.sentence}>{shortened(text)}</div>
          </div>
        ))}
      </div>
      {error === null ? null : <p className={panel.hint}>{error.message}</p>}
      {data !== undefined && steps.length === 0 ? (
        <p className={panel.hint}>This passage is in no version on this device yet.</p>
      ) : null}
      {data?.goesOn === true ? (
        <p className={panel.hint}>It may be older: not all versions are on this device.</p>
      ) : null}
    </>
  )
}

const shortened = (text: string) => (text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text)
