import { useEffect, useRef, useState } from 'react'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { useApp } from '../state/context'
import { redecided } from './clashes'
import { recoverable, useKept } from './use-kept'

/** A merged text being edited by hand, with the two texts that were on screen when the edit began. */
interface MergedDraft {
  readonly text: string
  readonly reviewed: string
  readonly mine: string
}

/**
 * The merged text as the writer edits it by hand. The main process keeps it as it is typed, so that it survives a
 * restart.
 */
export function useDraft({ id, reviewed, mine, draft: kept }: ConflictView) {
  const { client, sessions } = useApp()
  /**
   * The draft typed here; before that the draft that the main process has kept, which may arrive a moment after the
   * view.
   */
  const [own, setOwn] = useState<{ readonly draft: MergedDraft | undefined }>()
  const draft = own === undefined ? kept && { ...kept, mine } : own.draft
  const [revision, setRevision] = useState(0)
  const { schedule, keep } = useKept()

  function setText(text: string | undefined): void {
    const begun = { reviewed: draft?.reviewed ?? reviewed, mine: draft?.mine ?? mine }
    setOwn({ draft: text === undefined ? undefined : { text, ...begun } })
    const told = text === undefined ? null : { text, mine: begun.mine }
    schedule({
      send: () =>
        client.call('document.decide', { id, reviewed: begun.reviewed, decisions: {}, draft: told }),
      words: recoverable({ client, sessions }, id, text),
    })
  }

  return {
    draft,
    isTypedHere: own !== undefined,
    setText,
    /** Changes the text without the writer; the editor has to show it again. */
    revise(text: string): void {
      setText(text)
      setRevision((before) => before + 1)
    },
    /** A new number after each `revise`. */
    revision,
    /** Resolves when the main process has all of it. */
    keep,
  }
}

/**
 * Applies new and changed decisions to a text that is being edited by hand; typing decides nothing. A newer theirs
 * changes nothing in the text (W15).
 */
export function useDecisionsInText(
  view: ConflictView,
  merged: string,
  typed: string | undefined,
  revise: (text: string) => void,
): void {
  const latest = useRef({ typed, revise })
  latest.current = { typed, revise }
  const earlier = useRef({ view, merged })
  useEffect(() => {
    const now = latest.current
    const before = earlier.current
    earlier.current = { view, merged }
    if (now.typed === undefined) return
    const isOfSame = before.view.reviewed === view.reviewed && before.view.mine === view.mine
    const next = redecided(now.typed, view, isOfSame ? before.merged : merged, merged)
    if (next !== now.typed) now.revise(next)
  }, [view, merged])
}
