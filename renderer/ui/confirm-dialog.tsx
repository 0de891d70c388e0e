import { useEffect, useId, useRef } from 'react'
import { Button, type ButtonProps } from './button'
import { Dialog, DialogFoot } from './dialog'
import { ignoreSecondPress } from './second-press'
import styles from './window.module.css'

const ENTER: ReadonlySet<string> = new Set(['Enter'])

/** Asks before something that cannot easily be undone. */
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
  useEffect(() => () => ignoreSecondPress(ENTER, enteredAt.current), [])
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
