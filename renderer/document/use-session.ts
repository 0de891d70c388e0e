import { useCallback, useSyncExternalStore } from 'react'
import type { DocumentId } from '../../shared/terms'
import { useApp } from '../state/context'
import type { Session, SessionView } from '../state/sessions'
import { useWindow } from '../state/store'

/** The session of a document once it is open. */
export function useSession(id: DocumentId | null): Session | undefined {
  const { sessions } = useApp()
  return useSyncExternalStore(sessions.subscribe, () => (id === null ? undefined : sessions.get(id)))
}

/** The session of the active document once it is open. */
export const useActiveSession = (): Session | undefined => useSession(useWindow((state) => state.active))

const silent = () => () => {}

/** The number of words in its text, updated during typing. */
export function useWords(session: Session | undefined): number | undefined {
  return useSyncExternalStore(
    session?.subscribeWords ?? silent,
    useCallback(() => session?.words(), [session]),
  )
}

/**
 * One part of the view, which must be a primitive or a stable object. The component re-renders only when that part
 * changes.
 */
export function useSessionPart<T>(session: Session, part: (view: SessionView) => T): T
export function useSessionPart<T>(session: Session | undefined, part: (view: SessionView) => T): T | undefined
export function useSessionPart<T>(
  session: Session | undefined,
  part: (view: SessionView) => T,
): T | undefined {
  return useSyncExternalStore(session?.subscribe ?? silent, () => {
    const view = session?.view()
    return view === undefined ? undefined : part(view)
  })
}

export function useSessionView(session: Session | undefined): SessionView | undefined {
  return useSyncExternalStore(
    session?.subscribe ?? silent,
    useCallback(() => session?.view(), [session]),
  )
}
