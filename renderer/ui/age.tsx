import { useSyncExternalStore } from 'react'
import { relativeTime } from './relative-time'

const MINUTE_MS = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let minutes = 0

/** Subscribes to one timer that all ages on screen share; it runs only while there are any. */
function everyMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minutes += 1
    for (const each of listeners) each()
  }, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** How long ago something was, as a writer would say it; updated every minute. `at` is ISO 8601. */
export function Age({ at }: { readonly at: string }) {
  useSyncExternalStore(everyMinute, () => minutes)
  return <time dateTime={at}>{relativeTime(at)}</time>
}
