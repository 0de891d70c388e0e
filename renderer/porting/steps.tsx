import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { CommandInput, CommandName, CommandOutput, EventPayload } from '../../shared/ipc/ipc'
import { messageOf } from '../../shared/thrown'
import { goToLibrary } from '../state/actions/go-to-library'
import { useApp } from '../state/context'
import { showOverlay } from '../state/store'
import { showRefusal } from '../state/toasts'
import { Button } from '../ui/button'
import { Dialog, DialogFoot } from '../ui/dialog'
import windowStyles from '../ui/window.module.css'
import styles from './porting.module.css'

interface StepsProps {
  /** Describes the work under way, during which only Cancel is available. */
  readonly running: string | undefined
  readonly onClose: () => void
  /** Why the last step was refused (`useStep`). */
  readonly refusal?: string | undefined
  /** null: the dialog is closed by one of the buttons in `next`. */
  readonly closeLabel?: string | null
  /** The buttons for the next step. */
  readonly next: ReactNode
  readonly children: ReactNode
}

/**
 * An import, export or move in steps: shows progress while work is under way, and otherwise the information and buttons
 * of the step.
 */
export function Steps({ running, onClose, refusal, closeLabel = 'Cancel', next, children }: StepsProps) {
  const isRunning = running !== undefined
  const progress = useProgress(isRunning)
  const about = useId()
  const cancel = useCancel()
  const notePressed = useFocusOnPressed(isRunning)
  return (
    <>
      <div id={about} className={`${windowStyles.dialogText} ${styles.body}`}>
        {isRunning || refusal === undefined ? null : (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        {isRunning ? <Progress label={labelOf(progress) ?? running} {...progress} /> : children}
      </div>
      <DialogFoot about={about} onPress={notePressed}>
        {isRunning ? <Button onClick={cancel}>Cancel</Button> : null}
        {isRunning || closeLabel === null ? null : (
          <Button data-cancel onClick={onClose}>
            {closeLabel}
          </Button>
        )}
        {isRunning ? null : next}
      </DialogFoot>
    </>
  )
}

/** Like `Steps`, in a dialog of its own. */
export function StepDialog(
  props: StepsProps & { readonly label: string; readonly size?: 'small' | 'large' },
) {
  const { label, size = 'small', ...steps } = props
  const cancel = useCancel()
  const isRunning = steps.running !== undefined
  return (
    <Dialog label={label} heading size={size} isBusy={isRunning} onClose={isRunning ? cancel : steps.onClose}>
      <Steps {...steps} />
    </Dialog>
  )
}

/** Cancels the work of this window that is under way. */
export function useCancel(): () => void {
  const { actions } = useApp()
  return () => void actions.run('porting.cancel', undefined)
}

/**
 * Focuses the button that began the work again where it comes back afterwards: the work was refused or cancelled, and
 * the writer tries once more. Returns a function that takes each pressed button.
 */
function useFocusOnPressed(isRunning: boolean): (button: HTMLElement) => void {
  const pressed = useRef<{ readonly foot: Element | null; readonly name: string }>(undefined)
  useEffect(() => {
    if (isRunning || pressed.current === undefined) return
    const { foot, name } = pressed.current
    pressed.current = undefined
    const buttons = [...(foot?.querySelectorAll('button') ?? [])]
    buttons.find(({ textContent }) => textContent === name)?.focus()
  }, [isRunning])
  return (button) => {
    if (!isRunning) pressed.current = { foot: button.parentElement, name: button.textContent }
  }
}

/** Asks main for a step of a dialog. Why main refuses it stands in the dialog until something is asked again. */
export function useStep() {
  const { client } = useApp()
  const [refusal, setRefusal] = useState<string>()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  async function ask<N extends CommandName>(
    name: N,
    input: CommandInput<N>,
  ): Promise<CommandOutput<N> | undefined> {
    setRefusal(undefined)
    try {
      return await client.ask(name, input)
    } catch (error) {
      if (isOpen.current) setRefusal(messageOf(error))
      else showRefusal(messageOf(error), name)
      return undefined
    }
  }
  return { ask, refusal }
}

/** The progress of the import or export under way. */
function useProgress(isRunning: boolean): EventPayload<'porting.progressed'> | undefined {
  const { client } = useApp()
  const [progress, setProgress] = useState<EventPayload<'porting.progressed'>>()
  useEffect(() => {
    if (!isRunning) return
    setProgress(undefined)
    return client.listen('porting.progressed', setProgress)
  }, [client, isRunning])
  return isRunning ? progress : undefined
}

const STAGES = { write: 'Writing the file', 'lay-out': 'Laying out the pages' }

const labelOf = (progress: EventPayload<'porting.progressed'> | undefined): string | undefined =>
  progress?.stage && STAGES[progress.stage]

/** A progress bar with a count, of megabytes in a transfer; without a total only the count changes. */
export function Progress(props: {
  readonly label: string
  readonly kind?: EventPayload<'porting.progressed'>['kind']
  readonly done?: number
  readonly total?: number | undefined
}) {
  const { label, kind, done = 0, total } = props
  return (
    <div className={styles.progress}>
      <div role="status">
        {label}
        {done === 0 && total === undefined ? '' : ` ${done.toLocaleString('en')}`}
        {total === undefined ? '' : ` of ${total.toLocaleString('en')}${kind === 'transfer' ? ' MB' : ''}`}
      </div>
      <progress aria-label={label} {...(total !== undefined && { max: Math.max(1, total), value: done })} />
    </div>
  )
}

/** Closes the dialog and shows that library. */
export function GoToLibrary({ id, name }: { readonly id: string; readonly name: string }) {
  const { actions } = useApp()
  const go = () => {
    showOverlay(null)
    void goToLibrary(actions, id)
  }
  return (
    <Button kind="primary" onClick={go}>
      Go to “{name}”
    </Button>
  )
}

/** A choice with its label before it. */
export const Named = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <label className={styles.choice}>
    <span>{name}</span>
    {children}
  </label>
)
