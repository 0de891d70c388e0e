import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConflictView } from '../../shared/ipc-records'
import type { Result } from '../../shared/problem'
import { useApp } from '../context'

const PAUSE_MS = 300

/** The merged text as the writer changes it by hand: main keeps it from the first pause on, so that it survives a restart. */
export function useDraft({ id, reviewed, draft: kept }: ConflictView) {
  const { client, sessions } = useApp()
  /** As it is typed here; until then what main has kept, which may come a moment after the view. */
  const [own, setOwn] = useState<{ readonly draft: ConflictView['draft'] }>()
  const draft = own === undefined ? kept : own.draft
  const unkept = useRef<() => Promise<Result<unknown>>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [revision, setRevision] = useState(0)

  /** What main did not take stays, and goes with the next flush of the window. */
  const keep = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    const send = unkept.current
    if (send === undefined) return true
    const { ok } = await send()
    if (ok && unkept.current === send) unkept.current = undefined
    return ok
  }, [])
  useEffect(() => {
    const stop = sessions.alsoFlush(keep)
    return () => void keep().then((isKept) => isKept && stop())
  }, [keep, sessions])

  function setText(text: string | undefined): void {
    const begun = draft?.reviewed ?? reviewed
    setOwn({ draft: text === undefined ? undefined : { text, reviewed: begun } })
    unkept.current = () =>
      client.call('document.decide', { id, reviewed: begun, decisions: {}, draft: text ?? null })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keep(), PAUSE_MS)
  }

  return {
    draft,
    isTypedHere: own !== undefined,
    setText,
    /** Changes it beside the writer: the editor is to show it anew. */
    revise(text: string): void {
      setText(text)
      setRevision((before) => before + 1)
    },
    /** Another number after each `revise`. */
    revision,
    /** Resolves when main has all of it. */
    keep,
  }
}
