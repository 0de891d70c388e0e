import { Button } from '../ui/button'
import windowStyles from '../ui/window.module.css'
import styles from './conflict.module.css'

/** The key does the same while the clash has the focus; before that only its number is shown, without the cap. */
export function DecideButton(props: {
  readonly name: string
  readonly keyCap: string
  readonly onPress: () => void
}) {
  return (
    <span className={styles.choice}>
      <Button aria-keyshortcuts={props.keyCap} onClick={props.onPress}>
        {props.name}
      </Button>
      <kbd className={windowStyles.kbd} aria-hidden>
        {props.keyCap}
      </kbd>
    </span>
  )
}

/** What was decided, and the way back to the question. */
export function Decided(props: { readonly as: string; readonly onChange: () => void }) {
  return (
    <button type="button" className={styles.decided} onClick={props.onChange}>
      resolved: {props.as} <span>· change</span>
    </button>
  )
}
