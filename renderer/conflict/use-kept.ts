import { useEffect, useState } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useApp, type App } from '../state/context'
import { timers } from '../state/timers'
import { createKept, type Kept, type Typed } from './kept'

/**
 * Sends typed text to the main process during typing, when the view closes, and at each flush of the window, so that
 * text in a field of the conflict is as safe as a document. Text that the main process does not accept is kept and sent
 * at the next flush.
 */
export function useKept(): Kept {
  const { client, sessions } = useApp()
  const [kept] = useState(() => createKept(client.call, timers))
  useEffect(() => {
    const stop = sessions.alsoFlush(kept.keep)
    return () => void kept.keep().then((isKept) => isKept && stop())
  }, [kept, sessions])
  return kept
}

/** The recovered text to make of this text, for the library in which it is typed. */
export const recoverable = (
  { client, sessions }: Pick<App, 'client' | 'sessions'>,
  documentId: DocumentId,
  text: string | undefined,
): Typed['words'] =>
  text === undefined
    ? undefined
    : { library: client.library, documentId, title: sessions.get(documentId)?.view().title ?? '', text }
