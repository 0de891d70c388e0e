import { useEffect, useRef, useState } from 'react'
import { useApp } from '../context'

/** What stands in a field that main has not been told. */
interface Typed {
  /** `undefined`: the field shows what main has. */
  readonly typed: string | undefined
  type(words: string): void
  /** The field shows what main has again, once main has taken what was typed. */
  leave(): void
  /** What was typed is not wanted. */
  forget(): void
}

/**
 * The words of a field that are kept when the writer leaves it, by whatever way: by a key or a press, with a dialog or a
 * pane that closes, with each flush of the window, and with `pauseMs` after each pause as well.
 *
 * With `mustBeKept` they are kept `pauseMs` after the first key that main does not have, since nobody has to pause, and
 * the window is not left before main has them: then the writer is asked (W23).
 *
 * @param keep tells main; answers whether main has it
 */
export function useTyped(
  keep: (words: string) => Promise<boolean>,
  { pauseMs, mustBeKept = false }: { readonly pauseMs?: number; readonly mustBeKept?: boolean } = {},
): Typed {
  const { sessions } = useApp()
  const [typed, setTyped] = useState<string>()
  const now = useRef({ words: undefined as string | undefined, keep, sessions, timer: 0 })
  // What was typed is of the library that it was typed in, also while another one comes on screen (rule W22).
  if (now.current.sessions === sessions) now.current.keep = keep
  const latest = useRef(keep)
  latest.current = keep
  const [{ tell, typing }] = useState(() => {
    const set = (words: string | undefined): void => {
      now.current.words = words
      setTyped(words)
    }
    const tellMain = async (): Promise<boolean> => {
      const { words } = now.current
      return words === undefined || now.current.keep(words)
    }
    const tellLater = (): number =>
      window.setTimeout(() => {
        now.current.timer = 0
        void tellMain()
      }, pauseMs)
    const changes = {
      forget: () => set(undefined),
      type(words: string) {
        set(words)
        if (pauseMs === undefined || (mustBeKept && now.current.timer !== 0)) return
        window.clearTimeout(now.current.timer)
        now.current.timer = tellLater()
      },
      leave() {
        const { words } = now.current
        if (words !== undefined)
          void tellMain().then((isKept) => isKept && now.current.words === words && set(undefined))
      },
    }
    return { tell: tellMain, typing: changes }
  })
  useEffect(() => {
    const { current } = now
    if (current.sessions !== sessions) {
      Object.assign(current, { sessions, keep: latest.current })
      typing.forget()
    }
    const stop = sessions.alsoFlush(() => tell().then((isKept) => isKept || !mustBeKept))
    return () => {
      window.clearTimeout(current.timer)
      current.timer = 0
      const told = tell().then(() => true)
      // The library is not left before it has them.
      const stopWaiting = sessions.alsoFlush(() => told)
      stop()
      void told.finally(stopWaiting)
    }
  }, [sessions, tell, typing, mustBeKept])
  return { typed, ...typing }
}
