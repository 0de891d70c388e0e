import { VanishingButton } from '../ui/vanishing-button'
import styles from './conflict.module.css'

const nextDecision = () =>
  document.querySelector<HTMLElement>('[data-clash][data-open] button') ??
  document.querySelector<HTMLElement>('[data-more]') ??
  document.querySelector<HTMLElement>('[data-finish]')

/** The other text was changed again while the writer decides: nothing is finished before she has seen that. */
export function TheirsMoved({ onRead }: { readonly onRead: () => void }) {
  return (
    <div role="alert" className={styles.bar}>
      <p>
        <b>The other text was changed again.</b> The column on the right shows it as it is now.
      </p>
      <VanishingButton next={nextDecision} onClick={onRead}>
        I have read it
      </VanishingButton>
    </div>
  )
}
