import { useEffect, useRef, useState } from 'react'
import { inEditor, lineEndOf } from '../../shared/text/line-ends'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import type { Comparison } from './comparison'
import { createDiffer, type Differ } from './differ'

/** Compares two texts in a worker. The last comparison is kept until the next one is ready. */
export function useComparison(before: string | undefined, after: string | undefined) {
  const [shown, setShown] = useState<{ readonly comparison: Comparison; readonly isWhole: boolean }>()
  const differ = useDiffer()
  useEffect(() => {
    if (before === undefined || after === undefined) return
    differ().compare(before, after, (comparison, isWhole) => setShown({ comparison, isWhole }))
  }, [differ, before, after])
  return shown
}

/** Returns a function that compares two texts once. */
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

/** The current text in the editor. */
export function useTextNow(session: Session): string {
  const { client } = useApp()
  const [text, setText] = useState(() => session.editor.text())
  useEffect(() => {
    setText(session.editor.text())
    // The editor applies the step in the same task.
    return client.listen('document.changed', ({ id }) => {
      if (id === session.id) setTimeout(() => setText(session.editor.text()))
    })
  }, [client, session])
  return text
}

/** A stored text with line endings as in an editor. */
export const asShown = (text: string): string => inEditor(text, lineEndOf(text))
