/** The progress of a change of many documents. */
interface Progress {
  readonly done: number
  readonly total: number
}

/** Counts the sends of a batch: from the moment when more waits than anybody types until nothing waits any more. */
export interface Batch {
  /** Reports how many things wait to be sent without the writer's help now. */
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
