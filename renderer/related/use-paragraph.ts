import { useEffect, useState } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useActiveSession } from '../document/use-session'
import { useSearch } from '../search/search-state'
import { useWindow } from '../state/store'
import { isSameParagraph, saysEnough } from './paragraph'

/** The paragraph for which related passages are searched. */
export interface Subject {
  readonly documentId: DocumentId
  readonly text: string
}

/** For how long the cursor must rest: longer after typing than after a move. */
const PAUSE_MS = { moved: 900, typed: 4_000 } as const

/**
 * The paragraph in which the cursor rests. The paragraph stays the same while the writer reads the results, and while
 * the cursor moves through headings and empty lines.
 */
export function useParagraph(): Subject | undefined {
  const session = useActiveSession()
  /** The other side has its own editor, even for the same document. */
  const side = useWindow((state) => state.side)
  const [subject, setSubject] = useState<Subject>()
  useEffect(() => {
    if (session === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const { back, landed } = useSearch.getState()
      if (back !== undefined && landed === session.id) return
      const text = session.editor.paragraph()
      if (!saysEnough(text)) return
      setSubject((before) =>
        before?.documentId === session.id && isSameParagraph(before.text, text)
          ? before
          : { documentId: session.id, text },
      )
    }
    const after = (pauseMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(look, pauseMs)
    }
    after(PAUSE_MS.moved)
    const stop = session.editor.listenToMoves((isTyped) => after(PAUSE_MS[isTyped ? 'typed' : 'moved']))
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session, side])
  return subject
}
