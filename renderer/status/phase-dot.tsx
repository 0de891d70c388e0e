import type { Phase } from '../../shared/terms'
import styles from '../library/library.module.css'

const LOOKS: Readonly<Record<Phase, 'filled' | 'ring' | 'attention' | 'saved'>> = {
  clean: 'saved',
  dirty: 'filled',
  saving: 'filled',
  queued: 'ring',
  reconciling: 'ring',
  conflicted: 'attention',
  rejected: 'attention',
  deleted: 'attention',
}

/** The colour beside the word that says the same. */
export function PhaseDot({ phase }: { readonly phase: Phase }) {
  return <span className={styles.dot} data-look={LOOKS[phase]} aria-hidden />
}
