import type { Notice } from '../../shared/ipc/ipc-records'

export interface Notices {
  /** Returns a function that takes the notice away, for when it is no longer true. */
  raise(notice: Omit<Notice, 'id'>): () => void
  list(): readonly Notice[]
  dismiss(id: string): void
}

/** Notices for the writer, each shown once; a notice waits until a window is open. */
export function createNotices(announce: (notice: Notice) => void, withdrawn: (id: string) => void): Notices {
  let next = 1
  let waiting: readonly Notice[] = []
  const dismiss = (id: string) => {
    waiting = waiting.filter((notice) => notice.id !== id)
  }
  return {
    raise(notice) {
      const numbered = { ...notice, id: String(next++) }
      waiting = [...waiting.slice(-49), numbered]
      announce(numbered)
      return () => {
        dismiss(numbered.id)
        withdrawn(numbered.id)
      }
    },
    list: () => waiting,
    dismiss,
  }
}
