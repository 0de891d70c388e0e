import { useEffect, useRef } from 'react'
import type { Goals, WordGoal } from '../../shared/goals'
import { useSession } from '../document/use-session'
import { useApp } from '../state/context'
import { showOverlay, useWindow } from '../state/store'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import { DaysPicture } from './days-picture'
import { GoalFields, WordsField } from './goal-fields'
import styles from './goals.module.css'
import { useGoalsHere } from './use-goals'

/** Copies a record with one entry set, or removed if the value is undefined. */
function withEntry<T>(record: Readonly<Record<string, T>>, id: string, value: T | undefined) {
  const { [id]: _before, ...others } = record
  return value === undefined ? others : { ...others, [id]: value }
}

/** Sets the goals of the day, of the active document and of its folder, and shows the words written on each day. */
export function GoalsDialog() {
  const { actions } = useApp()
  const session = useSession(useWindow((state) => state.active))
  const here = useGoalsHere(session)
  const known = here?.goals
  /**
   * The goals including changes that have not been read back yet, so that setting one goal right after another does not
   * revert the first.
   */
  const latest = useRef(known)
  useEffect(() => void (latest.current = known), [known])
  if (here === undefined) return null
  const { goals, documentId, folder } = here
  const set = (change: (now: Goals) => Partial<Goals>) => {
    const now = latest.current ?? goals
    latest.current = { ...now, ...change(now) }
    void actions.did('goals.set', latest.current)
  }
  const setFolder = (goal: WordGoal | undefined) => {
    if (folder === undefined) return
    const from = goals.folders[folder.id]?.from ?? here.folderWords
    set(({ folders }) => ({ folders: withEntry(folders, folder.id, goal && { ...goal, from }) }))
  }
  return (
    <Dialog label="Goals" heading onClose={() => showOverlay(null)}>
      <div className={styles.goals}>
        <p>
          Words count as written when you type them. What is pasted, merged, restored or imported does not.
          All of this is kept on this device.
        </p>
        <div role="group" aria-label="Every day" className={styles.goal}>
          <h3>Every day</h3>
          <WordsField
            label="Words a day"
            words={goals.day ?? undefined}
            onChange={(words) => set(() => ({ day: words ?? null }))}
          />
        </div>
        {documentId === undefined ? null : (
          <GoalFields
            name="This document"
            label="Words in all"
            goal={goals.documents[documentId]}
            onChange={(goal) =>
              set(({ documents }) => ({ documents: withEntry(documents, documentId, goal) }))
            }
          />
        )}
        {folder === undefined ? null : (
          <GoalFields
            name={`The folder “${folder.name}”`}
            label="Words to write from now on"
            goal={goals.folders[folder.id]}
            onChange={setFolder}
          />
        )}
        <DaysPicture days={here.days} day={here.day} goal={goals.day} />
      </div>
      <DialogFoot>
        <Button kind="primary" onClick={() => showOverlay(null)}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
