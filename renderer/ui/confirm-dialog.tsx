import { useId } from 'react'
import { Button } from './button'
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
  return (
    <Dialog label={props.label} heading onClose={props.onCancel}>
      <p id={text} className={styles.confirmText}>
        {props.text}
      </p>
      <DialogFoot>
        <Button data-cancel aria-describedby={text} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button onClick={props.onConfirm}>{props.action}</Button>
      </DialogFoot>
    </Dialog>
  )
}
