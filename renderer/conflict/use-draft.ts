import { useState } from 'react'
import type { ConflictView } from '../../shared/ipc-records'
import { useApp } from '../context'
import { recoverable, useKept } from './use-kept'

/** The merged text as the writer changes it by hand: main keeps it from the first pause on, so that it survives a restart. */
export function useDraft({ id, reviewed, draft: kept }: ConflictView) {
  const { client, sessions } = useApp()
  /** As it is typed here; until then what main has kept, which may come a moment after the view. */
  const [own, setOwn] = useState<{ readonly draft: ConflictView['draft'] }>()
  const draft = own === undefined ? kept : own.draft
  const [revision, setRevision] = useState(0)
  const { schedule, keep } = useKept()

  function setText(text: string | undefined): void {
    const begun = draft?.reviewed ?? reviewed
    setOwn({ draft: text === undefined ? undefined : { text, reviewed: begun } })
    schedule({
      send: () => client.call('document.decide', { id, reviewed: begun, decisions: {}, draft: text ?? null }),
      words: recoverable({ client, sessions }, id, text),
    })
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
