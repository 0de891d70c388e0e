import { create } from 'zustand'
import type { RestoreReport } from '../../shared/ipc/ipc-backups'

/** The texts to restore: all except the named ones, or only those. */
export interface RestoreChoice {
  readonly kind: 'all' | 'only'
  readonly ids: ReadonlySet<number>
}

/** The state of a restore from backups that the writer has paused to compare a text, so that it can be resumed. */
interface PausedRestore {
  readonly report: RestoreReport
  readonly choice: RestoreChoice
  /** The words the list was filtered by. */
  readonly find: string
  /** The backup version that is being compared. */
  readonly compared: number
}

interface RestoreState {
  readonly paused: PausedRestore | null
  /** The moment that was compared last. Comparing backs up the present, so the newest moment has changed since. */
  readonly comparedAt: string | undefined
}

export const usePausedRestore = create<RestoreState>(() => ({ paused: null, comparedAt: undefined }))

export const setPausedRestore = (paused: PausedRestore | null): void => usePausedRestore.setState({ paused })

export const recordCompared = (comparedAt: string): void => usePausedRestore.setState({ comparedAt })
