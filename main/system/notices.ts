import type { Notice } from '../../shared/ipc/ipc-records'

export interface Notices {
  raise(notice: Omit<Notice, 'id'>): void
  list(): readonly Notice[]
  dismiss(id: string): void
}

/** Notices for the writer, each shown once; a notice waits until a window is open. */
export function createNotices(announce: (notice: Notice) => void): Notices {
  let next = 1
  let waiting: readonly Notice[] = []
  return {
    raise(notice) {
      const numbered = { ...notice, id: String(next++) }
      waiting = [...waiting.slice(-49), numbered]
      announce(numbered)
    },
    list: () => waiting,
    dismiss(id) {
      waiting = waiting.filter((notice) => notice.id !== id)
    },
  }
}
