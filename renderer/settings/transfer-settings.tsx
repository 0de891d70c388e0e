import { showOverlay } from '../state/store'
import { Button } from '../ui/button'
import { useIsShown } from './setting-line'
import styles from './settings.module.css'

/** The commands that move everything to another computer and from one. */
export function TransferSettings() {
  const isShown = useIsShown('Another computer move everything bring in transfer new machine laptop')
  if (!isShown) return null
  return (
    <section data-setting aria-label="Another computer">
      <h3 className={styles.heading}>Another computer</h3>
      <p className={styles.note}>
        One file takes all libraries of this device to another one, with words that are not sent yet,
        histories and settings, and without keys.
      </p>
      <div className={styles.rowButtons}>
        <Button onClick={() => showOverlay({ kind: 'pack' })}>Move everything…</Button>
        <Button onClick={() => showOverlay({ kind: 'bring-in' })}>Bring in…</Button>
      </div>
    </section>
  )
}
