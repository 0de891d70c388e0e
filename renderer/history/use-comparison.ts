import { useEffect, useRef, useState } from 'react'
import { inEditor, lineEndOf } from '../../shared/text/line-ends'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import type { Comparison } from './comparison'
import { createDiffer, type Differ } from './differ'

/** Two texts compared beside the window's work: what was compared last stays until the next is there. */
export function useComparison(before: string | undefined, after: string | undefined) {
  const [shown, setShown] = useState<{ readonly comparison: Comparison; readonly isWhole: boolean }>()
  const differ = useDiffer()
  useEffect(() => {
    if (before === undefined || after === undefined) return
    differ().compare(before, after, (comparison, isWhole) => setShown({ comparison, isWhole }))
  }, [differ, before, after])
  return shown
}

/** One comparison when asked. */
export function useCompare(): (before: string, after: string) => Promise<Comparison> {
  const differ = useDiffer()
  return (before, after) =>
    new Promise((resolve) =>
      differ().compare(before, after, (comparison, isWhole) => isWhole && resolve(comparison)),
    )
}

function useDiffer(): () => Differ {
  const made = useRef<Differ>(undefined)
  useEffect(
    () => () => {
      made.current?.close()
      made.current = undefined
    },
    [],
  )
  const [get] = useState(() => () => (made.current ??= createDiffer()))
  return get
}

/** The text in the editor, as it moves on. */
export function useTextNow(session: Session): string {
  const { client } = useApp()
  const [text, setText] = useState(() => session.editor.text())
  useEffect(() => {
    setText(session.editor.text())
    // The editor takes the step in the same turn.
    return client.listen('document.changed', ({ id }) => {
      if (id === session.id) setTimeout(() => setText(session.editor.text()))
    })
  }, [client, session])
  return text
}

/** A stored text with its lines as an editor holds them. */
export const asShown = (text: string): string => inEditor(text, lineEndOf(text))
