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
  return (
    <Dialog label={props.label} heading onClose={props.onCancel}>
      <p className={styles.confirmText}>{props.text}</p>
      <DialogFoot>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button onClick={props.onConfirm}>{props.action}</Button>
      </DialogFoot>
    </Dialog>
  )
}
