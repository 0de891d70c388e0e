import type { Clock } from '../../../../main/system/clock'

/** One direction of what a window and main tell each other: everything arrives, late perhaps, in the order it was sent. */
export interface Post {
  send(arrive: () => void): void
  /** Nothing arrives until it is let go on. */
  hold(): void
  goOn(): void
  /** One end is gone: nothing arrives any more. */
  cut(): void
}

const HEAP = 20

export function createPost(clock: Clock, delayMs: () => number): Post {
  const waiting: (() => void)[] = []
  let isHeld = false
  let isCut = false
  let isOnItsWay = false

  function deliver(): void {
    if (isOnItsWay || isHeld || isCut || waiting.length === 0) return
    isOnItsWay = true
    const arrive = () => {
      isOnItsWay = false
      if (isHeld || isCut) return
      waiting.shift()?.()
      deliver()
    }
    const ms = delayMs()
    // A window that stood still would take minutes of this clock for its heap, at one turn of the event loop each.
    if (ms === 0 && waiting.length > HEAP) queueMicrotask(arrive)
    else if (ms === 0) setImmediate(arrive)
    else clock.after(ms, arrive)
  }

  return {
    send(arrive) {
      waiting.push(arrive)
      deliver()
    },
    hold: () => void (isHeld = true),
    goOn() {
      isHeld = false
      deliver()
    },
    cut: () => void (isCut = true),
  }
}
