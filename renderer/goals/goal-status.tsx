import { counted } from '../../shared/text/counted'
import type { Share } from '../../shared/goals'
import type { Session } from '../state/sessions'
import { showOverlay } from '../state/store'
import styles from './goals.module.css'
import { useGoalsHere, type GoalsHere } from './use-goals'
interface Said extends Share {
  readonly text: string
}

/** The progress that the ring shows: that of the document goal, else of the folder goal, else of the daily goal. */
function saidOf({ day, document, folder, inFolder, ofDay }: GoalsHere): Said | undefined {
  for (const [progress, where] of [
    [document, ''],
    [inFolder, folder === undefined ? '' : ` in “${folder.name}”`],
  ] as const) {
    if (progress === undefined) continue
    const { share, goal, stands } = progress
    const isShared = share !== undefined && goal.by !== undefined && goal.by >= day
    // If today is not a writing day, or the goal is reached, the progress of the whole goal is shown.
    const { done, words } = isShared && share.words > 0 ? share : { done: stands, words: goal.words }
    const today = isShared && share.words > 0 ? ' today' : ''
    return {
      done,
      words,
      text: `${done.toLocaleString('en')} of ${counted(words, 'word')}${today}${where}`,
    }
  }
  return (
    ofDay && {
      ...ofDay,
      text: `${ofDay.done.toLocaleString('en')} of ${counted(ofDay.words, 'word')} today`,
    }
  )
}

const RADIUS = 5
const ROUND = 2 * Math.PI * RADIUS

/**
 * A small ring that fills as the writer types; nothing is shown without a goal. Screen readers read it only on request.
 */
export function GoalStatus({ session }: { readonly session: Session | undefined }) {
  const here = useGoalsHere(session)
  const said = here && saidOf(here)
  if (said === undefined) return null
  const part = Math.min(1, said.done / said.words)
  return (
    <span
      role="status"
      aria-label="Goal"
      aria-live="off"
      data-reached={part === 1 ? '' : undefined}
      className={styles.status}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className={styles.ring}>
        <circle cx="7" cy="7" r={RADIUS} />
        {part === 0 ? null : (
          <circle
            cx="7"
            cy="7"
            r={RADIUS}
            strokeDasharray={`${part * ROUND} ${ROUND}`}
            transform="rotate(-90 7 7)"
          />
        )}
      </svg>
      <button type="button" className={styles.words} onClick={() => showOverlay({ kind: 'goals' })}>
        {said.text}
      </button>
    </span>
  )
}
