import { useSessionPart } from '../document/use-session'
import { useHistoryState } from '../history/history-state'
import type { Session } from '../state/sessions'
import { useWindow } from '../state/store'

/** What stands where a writer would see what a command is about, each in the words after "because". */
interface Cover {
  /** In place of the document in front and of the list. */
  readonly screen: string | undefined
  /** In place of the text alone: the document is seen, as it is read, in conflict, or as it was. */
  readonly text: string | undefined
}

/** Why the document in front, or its text, is not on screen; a command never changes what nobody sees. */
export function useCover(session: Session | undefined, isRead: boolean): Cover {
  const isConflicted = useSessionPart(session, (view) => view.phase === 'conflicted')
  const id = session?.id
  const isPutOff = useWindow(({ postponed }) => id !== undefined && postponed.has(id))
  const isRecovered = useWindow(({ view }) => view === 'recovered')
  const hasHistory = useWindow(({ panes }) => panes.panel.open === 'history')
  const hasVersion = useHistoryState(({ documentId, chosen }) => documentId === id && chosen !== undefined)
  return {
    screen: isRecovered ? 'recovered texts are on screen' : undefined,
    text: isRead
      ? 'the text is being read'
      : isConflicted === true && !isPutOff
        ? 'the conflict in this document is on screen'
        : hasHistory && hasVersion
          ? 'another version of the text is on screen'
          : undefined,
  }
}
