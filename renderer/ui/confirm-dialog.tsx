import { useEffect, useId, useRef } from 'react'
import { Button, type ButtonProps } from './button'
import { Dialog, DialogFoot } from './dialog'
import styles from './window.module.css'

/** Asks before something that cannot be undone with one press. */
export function ConfirmDialog(props: {
  readonly label: string
  readonly text: string
  readonly action: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}) {
  const text = useId()
  const enteredAt = useRef(-Infinity)
  const onKeyDown: ButtonProps['onKeyDown'] = ({ key, timeStamp }) => {
    if (key === 'Enter') enteredAt.current = timeStamp
  }
  useEffect(() => () => passOverSecondEnter(enteredAt.current), [])
  return (
    <Dialog label={props.label} heading onClose={props.onCancel}>
      <p id={text} className={styles.confirmText}>
        {props.text}
      </p>
      <DialogFoot>
        <Button data-cancel aria-describedby={text} onKeyDown={onKeyDown} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button onKeyDown={onKeyDown} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** An Enter so soon after the one that answered is the same answer, given twice. */
const TWICE_MS = 1_000

/** Where the keyboard is back, a second Enter would ask the same again, or open what it is on. */
function passOverSecondEnter(answeredAt: number): void {
  const onKey = (event: KeyboardEvent): void => {
    window.removeEventListener('keydown', onKey, { capture: true })
    if (event.key !== 'Enter' || event.timeStamp - answeredAt > TWICE_MS) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKey, { capture: true })
}
