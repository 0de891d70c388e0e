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

export const useRestoreLeft = create<{ readonly left: RestoreLeft | null }>(() => ({ left: null }))

export const leaveRestore = (left: RestoreLeft | null): void => useRestoreLeft.setState({ left })
