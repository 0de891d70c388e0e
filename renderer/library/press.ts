let pending: (() => void) | undefined

/** What a press shows, once it is `ready`. Until then nothing is seen of it. */
export function press(ready: Promise<void>, show: () => void): void {
  const mine = () => {
    if (pending !== mine) return
    pending = undefined
    show()
  }
  pending = mine
  void ready.then(mine)
}

/** Before anything else is done to the window: what was pressed is shown at once. */
export const finishPress = (): void => pending?.()
