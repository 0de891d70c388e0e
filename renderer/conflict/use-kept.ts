import { useCallback, useEffect, useRef } from 'react'
import type { Result } from '../../shared/problem'
import { useApp } from '../context'

const PAUSE_MS = 300

/**
 * Hands what is typed to main after each pause, when the view goes and with each flush of the window: words typed into
 * a field of the conflict are as safe as those of a text. What main does not take stays and goes with the next flush.
 */
export function useKept(): {
  /** Takes the place of what was scheduled before. */
  readonly schedule: (send: () => Promise<Result<unknown>>) => void
  /** Resolves with true when main has all of it. */
  readonly keep: () => Promise<boolean>
} {
  const { sessions } = useApp()
  const unkept = useRef<() => Promise<Result<unknown>>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keep = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    const send = unkept.current
    if (send === undefined) return true
    const { ok } = await send()
    if (ok && unkept.current === send) unkept.current = undefined
    return ok
  }, [])
  const schedule = useCallback(
    (send: () => Promise<Result<unknown>>): void => {
      unkept.current = send
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void keep(), PAUSE_MS)
    },
    [keep],
  )
  useEffect(() => {
    const stop = sessions.alsoFlush(keep)
    return () => void keep().then((isKept) => isKept && stop())
  }, [keep, sessions])
  return { schedule, keep }
}
