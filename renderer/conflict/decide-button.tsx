import { Button } from '../ui/button'
import windowStyles from '../ui/window.module.css'
import styles from './conflict.module.css'

/**
 * A button of a clash. Its key works, and is shown, while the clash has the focus.
 */
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

/** The decision, with a button to change it. */
export function Decided(props: { readonly as: string; readonly onChange: () => void }) {
  return (
    <button type="button" className={styles.decided} onClick={props.onChange}>
      resolved: {props.as} <span>· change</span>
    </button>
  )
}
