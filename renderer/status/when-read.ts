/** A writer who has done something in the window so lately is before it. */
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

/** A frame of the window that gets the keyboard is no other window. */
function onBlur(): void {
  if (document.hasFocus()) return
  lastSignAtMs = -Infinity
  for (const { pause } of readings) pause()
}

/** Hears what the writer does in a window, or in a frame of it, which keeps its events to itself. */
export function hearWriter(place: Window, until: { readonly signal: AbortSignal }): void {
  const { signal } = until
  for (const sign of SIGNS) place.addEventListener(sign, onSign, { signal, capture: true, passive: true })
  place.addEventListener('blur', onBlur, { signal })
}

/**
 * Runs this once the writer has had so long to read what came on screen now. The time begins with her next sign in the
 * window, or at once where the last one was a moment ago: whoever is away finds it when she is back. Where another window
 * comes in front, it begins anew with the next sign. Answers with the function that ends this.
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
