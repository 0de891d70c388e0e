import { create } from 'zustand'
import type { RestoreReport } from '../../shared/ipc/ipc-backups'

/** All texts without these, or only these. */
export interface RestoreChoice {
  readonly kind: 'all' | 'only'
  readonly ids: ReadonlySet<number>
}

/** A restore from backups that the writer has left to compare a text, as it goes on when she comes back. */
interface RestoreLeft {
  readonly report: RestoreReport
  readonly choice: RestoreChoice
  /** What the list was searched for. */
  readonly find: string
  /** The version in the backups that is compared. */
  readonly compared: number
}

interface RestoreState {
  readonly left: RestoreLeft | null
  /** The moment that was compared last. Comparing backs up the present, so that the newest moment is another one by now. */
  readonly comparedAt: string | undefined
}

export const useRestoreLeft = create<RestoreState>(() => ({ left: null, comparedAt: undefined }))

export const leaveRestore = (left: RestoreLeft | null): void => useRestoreLeft.setState({ left })

export const noteCompared = (comparedAt: string): void => useRestoreLeft.setState({ comparedAt })
