import { counted } from '../../shared/text/counted'
import type { Share } from '../../shared/goals'
import type { Session } from '../state/sessions'
import { showOverlay } from '../state/store'
import styles from './goals.module.css'
import { useGoalsHere, type GoalsHere } from './use-goals'
interface Said extends Share {
  readonly text: string
}

/** What the ring shows: the goal of the document, else of its folder, else of the day. */
function saidOf({ day, document, folder, inFolder, ofDay }: GoalsHere): Said | undefined {
  for (const [progress, where] of [
    [document, ''],
    [inFolder, folder === undefined ? '' : ` in “${folder.name}”`],
  ] as const) {
    if (progress === undefined) continue
    const { share, goal, stands } = progress
    const isShared = share !== undefined && goal.by !== undefined && goal.by >= day
    // A day that is none of those for writing has the whole in view, and so has a goal that is reached.
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

/** A quiet ring that fills as one writes; nothing until there is a goal. Whoever listens hears it when she asks. */
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
