import { VanishingButton } from '../ui/vanishing-button'
import styles from './conflict.module.css'

const nextDecision = () =>
  document.querySelector<HTMLElement>('[data-clash][data-open] button') ??
  document.querySelector<HTMLElement>('[data-more]') ??
  document.querySelector<HTMLElement>('[data-finish]')

interface TextsMovedProps {
  /**
   * The theirs that the writer has read; `null` means none, because she wrote words for a place before a text changed.
   */
  readonly read: string | null | undefined
  readonly theirs: string | undefined
  readonly onRead: (theirs: string | undefined) => void
}

/**
 * Says that the texts have changed since the writer read them; the conflict cannot be finished before she has seen the
 * change. If she had written words for a place, either text may have changed, also her own, if she went on writing in
 * it.
 */
export function TextsMoved({ read, theirs, onRead }: TextsMovedProps) {
  if (read === theirs) return null
  return (
    <div role="alert" className={styles.bar}>
      {read === null ? (
        <p>
          <b>The texts changed after you wrote words for this place.</b> Both columns show them as they are
          now.
        </p>
      ) : (
        <p>
          <b>The other text was changed again.</b> The column on the right shows it as it is now.
        </p>
      )}
      <VanishingButton next={nextDecision} onClick={() => onRead(theirs)}>
        I have read it
      </VanishingButton>
    </div>
  )
}
