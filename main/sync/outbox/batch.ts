/** How far a change of many things is. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** Counts what is sent in a row, from the moment that more waits than one writes by hand until nothing waits by itself. */
export interface Batch {
  /** So many things wait to go by themselves now. */
  waits(count: number): void
  sent(): void
  progress(): Progress | undefined
}

const MANY = 20

export function createBatch(): Batch {
  let isOn = false
  let waiting = 0
  let done = 0
  return {
    waits(count) {
      waiting = count
      if (count >= MANY) isOn = true
      if (count > 0) return
      isOn = false
      done = 0
    },
    sent: () => void (done += isOn ? 1 : 0),
    progress: () => (isOn ? { done, total: done + waiting } : undefined),
  }
}
