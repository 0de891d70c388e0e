import { DELETED_HERE, ONLY_IN_MEMORY, SAVE_STATUS, type Phase } from '../../shared/terms'

/** What is true about a text, in the words of the status line. */
export function saveStatusOf(state: {
  readonly phase: Phase
  readonly onlyInMemory?: boolean | undefined
  readonly deletedHere?: boolean | undefined
}): string {
  if (state.onlyInMemory === true) return ONLY_IN_MEMORY
  return state.deletedHere === true ? DELETED_HERE : SAVE_STATUS[state.phase]
}
