import { useAnswer } from '../state/queries'
import { Button } from '../ui/button'
import { clockTime, dayName } from '../ui/relative-time'
import { RowList } from '../ui/lists/row-list'
import panel from '../ui/side-panel.module.css'
import search from '../search/search.module.css'
import { chooseVersion, setHistory, useHistoryState } from './history-state'
import styles from './history.module.css'

/** The versions in which the selected passage changed, each with the passage after the change. */
export function PassageHistory({ id }: { readonly id: string }) {
  const { passage, chosen } = useHistoryState()
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

  const choose = (index: number) => chooseVersion(steps[index]?.versionId, steps[index]?.text)

  return (
    <>
      <div className={styles.passage}>
        <p>“{shortened(passage?.text ?? '')}”</p>
        <Button kind="quiet" onClick={() => setHistory({ tool: 'versions' })}>
          All versions
        </Button>
      </div>
      <RowList
        label="Versions of this passage"
        cursor={cursor}
        onMove={choose}
        onChoose={choose}
        rows={steps.map(({ versionId, at, text }) => ({
          key: versionId,
          isChosen: versionId === chosen,
          className: search.hit,
          children: (
            <>
              <div className={styles.first}>
                {dayName(at)} {clockTime(at)}
              </div>
              <div className={styles.sentence}>{shortened(text)}</div>
            </>
          ),
        }))}
      />
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
