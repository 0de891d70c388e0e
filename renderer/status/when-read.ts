/** A writer who has used the window within this time is considered present. */
const LATELY_MS = 2_000

const SIGNS = ['keydown', 'pointermove', 'pointerdown', 'wheel'] as const

interface Reading {
  begin(): void
  pause(): void
}

let lastSignAtMs = -Infinity
const readings = new Set<Reading>()

function onSign(): void {
  lastSignAtMs = performance.now()
  for (const { begin } of readings) begin()
}

/** A frame of this window that gets the focus is not another window. */
function onBlur(): void {
  if (document.hasFocus()) return
  lastSignAtMs = -Infinity
  for (const { pause } of readings) pause()
}

/** Observes the writer's input in a window, or in a frame, whose events do not reach the window. */
export function hearWriter(place: Window, until: { readonly signal: AbortSignal }): void {
  const { signal } = until
  for (const sign of SIGNS) place.addEventListener(sign, onSign, { signal, capture: true, passive: true })
  place.addEventListener('blur', onBlur, { signal })
}

/**
 * Runs `run` once the writer has had `readMs` to read what has just come on screen. The time begins with the next input
 * in the window, or at once if there was input a moment ago, so a writer who is away finds the message on return. If
 * another window comes to the front, the time begins anew with the next input. Returns a function that cancels this.
 */
export function whenRead(readMs: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const reading: Reading = {
    begin: () => void (timer ??= setTimeout(run, readMs)),
    pause() {
      clearTimeout(timer)
      timer = undefined
    },
  }
  readings.add(reading)
  if (performance.now() - lastSignAtMs < LATELY_MS) reading.begin()
  return () => {
    readings.delete(reading)
    reading.pause()
  }
}
