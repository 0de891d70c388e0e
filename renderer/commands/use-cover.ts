import { useSessionPart } from '../document/use-session'
import { useHistoryState } from '../history/history-state'
import type { Session } from '../state/sessions'
import { useWindow } from '../state/store'

/** Things that hide what a command is about, each worded to follow "because". */
interface Cover {
  /** Hides the document in front and the list. */
  readonly screen: string | undefined
  /** Hides the text alone: the document is shown in reading view, as a conflict, or in an older version. */
  readonly text: string | undefined
}

/**
 * The reason why the document in front, or its text, is not on screen: a command must never change something that the
 * writer cannot see.
 */
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
