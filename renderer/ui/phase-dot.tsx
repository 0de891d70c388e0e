import { DELETED_HERE, ONLY_IN_MEMORY, SAVE_STATUS, type Phase } from '../../shared/terms'
import styles from './phase-dot.module.css'

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

/** The coloured dot beside the word for a phase. `isQuiet` removes the colour if the word does not tell everything. */
export function PhaseDot({ phase, isQuiet = false }: { readonly phase: Phase; readonly isQuiet?: boolean }) {
  return <span className={styles.dot} data-look={isQuiet ? 'idle' : LOOKS[phase]} aria-hidden />
}

/** The save state of a text, in the words of the status line. */
export function saveStatusOf(state: {
  readonly phase: Phase
  readonly onlyInMemory?: boolean | undefined
  readonly deletedHere?: boolean | undefined
}): string {
  if (state.onlyInMemory === true) return ONLY_IN_MEMORY
  return state.deletedHere === true ? DELETED_HERE : SAVE_STATUS[state.phase]
}
