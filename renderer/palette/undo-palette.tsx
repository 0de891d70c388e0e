import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../../shared/text/counted'
import { useActiveSession } from '../document/use-session'
import type { UndoStep } from '../editor/editor'
import type { Session } from '../state/sessions'
import { showToastHere } from '../state/toasts'
import { relativeTime } from '../ui/relative-time'
import type { Choice } from './choice-list'
import { Palette } from './palette'

/** The last undo steps of the text in front. Choosing one goes back to before it, or forward to after it. */
export function UndoPalette() {
  const session = useActiveSession()
  // Taken once: changes that arrive from elsewhere meanwhile are not steps.
  const [steps] = useState(() => session?.editor.undoSteps())
  const choiceOf = (step: UndoStep, at: number, isDone: boolean): Choice => ({
    id: `${isDone ? 'undo' : 'redo'} ${at}`,
    name: isDone ? step.words : `Undone: ${step.words}`,
    icon: isDone ? Undo2 : Redo2,
    hint: step.atMs === undefined ? '' : relativeTime(new Date(step.atMs).toISOString()),
    run: () => session && go(session, (at + 1) * (isDone ? 1 : -1)),
  })
  return (
    <Palette
      label="Undo steps"
      placeholder="Go back to before which step"
      empty="No step can be undone here."
      foot="What came after the step is undone with it. A step that is undone leads forward again."
      choices={[
        ...(steps?.done ?? []).map((step, at) => choiceOf(step, at, true)),
        ...(steps?.undone ?? []).map((step, at) => choiceOf(step, at, false)),
      ]}
    />
  )
}

function go({ editor }: Session, count: number): void {
  const went = editor.goBack(count)
  editor.focus()
  if (went === 0) return
  const back = Math.sign(count) * went
  showToastHere(`${counted(went, 'step')} ${count > 0 ? 'undone' : 'done again'}.`, [
    { label: count > 0 ? 'Redo' : 'Undo', run: () => void editor.goBack(-back) },
  ])
}
