import { create } from 'zustand'
import type { DocumentId } from '../../shared/terms'

/** The state of the history panel for the document on screen, in this window alone. */
export interface HistoryState {
  readonly documentId: DocumentId | null
  /** The id of the version shown in place of the text. */
  readonly chosen: string | undefined
  /** The text that it is compared with: the present one or the previous version. */
  readonly against: 'now' | 'previous'
  readonly isSideBySide: boolean
  /** Whether the age of each paragraph is shown beside the text. */
  readonly showsAges: boolean
  readonly tool: 'versions' | 'lost' | 'passage'
  /** A sentence of the chosen version to scroll to. */
  readonly sentence: string | undefined
  /** The passage whose history is shown: its offsets in the text, and its words. */
  readonly passage: { readonly from: number; readonly to: number; readonly text: string } | undefined
}

const NOTHING = { chosen: undefined, tool: 'versions', sentence: undefined, passage: undefined } as const

export const useHistoryState = create<HistoryState>(() => ({
  documentId: null,
  against: 'now',
  isSideBySide: false,
  showsAges: false,
  ...NOTHING,
}))

/** Resets the state if another document is on screen. */
export function lookAt(documentId: DocumentId): void {
  if (useHistoryState.getState().documentId !== documentId)
    useHistoryState.setState({ documentId, ...NOTHING })
}

/** Shows a version in place of the text and scrolls to the sentence, if given. `undefined` shows the text again. */
export function chooseVersion(chosen: string | undefined, sentence?: string): void {
  useHistoryState.setState({ chosen, sentence })
}

export const setHistory = useHistoryState.setState
