import { useCallback, useSyncExternalStore } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useApp } from '../context'
import type { Session, SessionView } from './session'

/** The open document, once it is open. */
export function useSession(id: DocumentId | null): Session | undefined {
  const { sessions } = useApp()
  return useSyncExternalStore(sessions.subscribe, () => (id === null ? undefined : sessions.get(id)))
}

const silent = () => () => {}

/** How many words its text has; moves while one types. */
export function useWords(session: Session | undefined): number | undefined {
  return useSyncExternalStore(
    session?.subscribeWords ?? silent,
    useCallback(() => session?.words(), [session]),
  )
}

export function useSessionView(session: Session | undefined): SessionView | undefined {
  return useSyncExternalStore(
    session?.subscribe ?? silent,
    useCallback(() => session?.view(), [session]),
  )
}
