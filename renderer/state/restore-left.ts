import { create } from 'zustand'
import type { RestoreReport } from '../../shared/ipc/ipc-backups'

/** The texts to restore: all except the named ones, or only those. */
export interface RestoreChoice {
  readonly kind: 'all' | 'only'
  readonly ids: ReadonlySet<number>
}

/** The state of a restore from backups that the writer has left to compare a text, so that it can be resumed. */
interface RestoreLeft {
  readonly report: RestoreReport
  readonly choice: RestoreChoice
  /** The words the list was filtered by. */
  readonly find: string
  /** The backup version that is being compared. */
  readonly compared: number
}

interface RestoreState {
  readonly left: RestoreLeft | null
  /** The moment that was compared last. Comparing backs up the present, so the newest moment has changed since. */
  readonly comparedAt: string | undefined
}

export const useRestoreLeft = create<RestoreState>(() => ({ left: null, comparedAt: undefined }))

export const leaveRestore = (left: RestoreLeft | null): void => useRestoreLeft.setState({ left })

export const noteCompared = (comparedAt: string): void => useRestoreLeft.setState({ comparedAt })
