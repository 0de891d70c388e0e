import { useEffect, useState } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useApp, type App } from '../state/context'
import { timers } from '../state/timers'
import { createKept, type Kept, type Typed } from './kept'

/**
 * Hands what is typed to main as it is typed, when the view goes and with each flush of the window: words typed into
 * a field of the conflict are as safe as those of a text. What main does not take stays and goes with the next flush.
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

/** What of this text can become a recovered text of the library that it is typed in. */
export const recoverable = (
  { client, sessions }: Pick<App, 'client' | 'sessions'>,
  documentId: DocumentId,
  text: string | undefined,
): Typed['words'] =>
  text === undefined
    ? undefined
    : { library: client.library, documentId, title: sessions.get(documentId)?.view().title ?? '', text }
