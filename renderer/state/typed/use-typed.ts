import { useEffect, useRef, useState } from 'react'
import { useApp } from '../context'

/** The text of a field that the main process has not received yet. */
interface Typed {
  /** `undefined`: the field shows what the main process has. */
  readonly typed: string | undefined
  type(words: string): void
  /** Shows the main process's text again after it has received the typed text. */
  leave(): void
  /** Discards the typed text. */
  forget(): void
}

/**
 * Keeps the text of a field whenever the writer leaves it, by key or mouse, when its dialog or pane closes, at each
 * flush of the window, and `pauseMs` after each pause in typing.
 * With `mustBeKept` the text is sent `pauseMs` after the first unsent key, even without a pause, and the window does
 * not close before the main process has the text: the writer is asked then (W23).
 *
 * @param keep sends the text to the main process; resolves to whether it was accepted
 */
export function useTyped(
  keep: (words: string) => Promise<boolean>,
  { pauseMs, mustBeKept = false }: { readonly pauseMs?: number; readonly mustBeKept?: boolean } = {},
): Typed {
  const { sessions } = useApp()
  const [typed, setTyped] = useState<string>()
  const now = useRef({ words: undefined as string | undefined, keep, sessions, timer: 0 })
  // The text belongs to the library it was typed in, even while another one comes on screen (rule W22).
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
      const sent = tell().then(() => true)
      // The library is not left before the main process has the text.
      const stopWaiting = sessions.alsoFlush(() => sent)
      stop()
      void sent.finally(stopWaiting)
    }
  }, [sessions, tell, typing, mustBeKept])
  return { typed, ...typing }
}
