import { Columns2, Star, X } from 'lucide-react'
import { useApp } from '../state/context'
import { useTyped } from '../state/typed/use-typed'
import { Choice } from '../ui/choice'
import { dayName } from '../ui/relative-time'
import { IconButton } from '../ui/icon-button'
import panel from '../ui/side-panel.module.css'
import { chooseVersion, setHistory, useHistoryState } from './history-state'
import type { Entry } from './timeline'
import styles from './history.module.css'

const AGAINST = [
  ['now', 'Compare with now'],
  ['previous', 'Compare with previous'],
] as const

/** The version, the name that the writer gave it, and the text that it is compared with. */
export function ReaderHead(props: {
  readonly id: string
  readonly entry: Entry
  readonly time: string
  readonly noted: () => void
}) {
  const { id, entry } = props
  const { actions } = useApp()
  const { against, isSideBySide } = useHistoryState()
  async function note(change: { name?: string; starred?: boolean }): Promise<boolean> {
    const isDone = await actions.did('history.note', { id, versionId: entry.id, ...change })
    props.noted()
    return isDone
  }
  const { typed, type, leave } = useTyped(
    async (name) => name.trim() === (entry.name ?? '') || note({ name }),
  )
  return (
    <div className={`${panel.head} ${styles.head}`}>
      <span className={styles.when}>
        {dayName(entry.at)} {props.time}
      </span>
      <input
        aria-label="Name of this version"
        title="Kept on this device only"
        className={styles.name}
        placeholder="Name this version"
        value={typed ?? entry.name ?? ''}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'F7') event.stopPropagation()
        }}
      />
      <IconButton
        icon={Star}
        label={entry.starred ? 'Remove the star' : 'Star this version'}
        aria-pressed={entry.starred}
        onClick={() => void note({ starred: !entry.starred })}
      />
      <Choice
        label="Compare with"
        className={styles.against}
        value={against}
        options={AGAINST}
        onChange={(other) => setHistory({ against: other })}
      />
      <IconButton
        icon={Columns2}
        className={styles.sideBySide}
        label="Side by side"
        aria-pressed={isSideBySide}
        onClick={() => setHistory({ isSideBySide: !isSideBySide })}
      />
      <IconButton
        icon={X}
        className={styles.back}
        label="Back to now"
        onClick={() => chooseVersion(undefined)}
      />
    </div>
  )
}
