import type { Clock } from '../../../../main/system/clock'

/** One direction of the messages between a window and main: all messages arrive in order, possibly late. */
export interface Post {
  send(arrive: () => void): void
  /** Stops the delivery until `goOn` is called. */
  hold(): void
  goOn(): void
  /** Ends the delivery for good, because one end is gone. */
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
    // After a pause, a window with many waiting messages would otherwise take minutes of this clock, at one turn of the
    // event loop per message.
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
