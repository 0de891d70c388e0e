import { create } from 'zustand'
import type { DocumentId } from '../../shared/terms'

/** What is looked at in the history of the document on screen; only about this window. */
export interface HistoryState {
  readonly documentId: DocumentId | null
  /** Of the version that is read in place of the text. */
  readonly chosen: string | undefined
  /** What it is compared with: the present text, or the version before it. */
  readonly against: 'now' | 'previous'
  readonly isSideBySide: boolean
  /** The age of each paragraph beside the text. */
  readonly showsAges: boolean
  readonly tool: 'versions' | 'lost' | 'passage'
  /** A sentence of the chosen version to go to. */
  readonly sentence: string | undefined
  /** The passage whose history is shown: offsets in the text, and its words. */
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

/** Begins anew where another document is on screen. */
export function lookAt(documentId: DocumentId): void {
  if (useHistoryState.getState().documentId !== documentId)
    useHistoryState.setState({ documentId, ...NOTHING })
}

/** Reads a version in place of the text; with a sentence it is gone to. `undefined`: back to the text. */
export function chooseVersion(chosen: string | undefined, sentence?: string): void {
  useHistoryState.setState({ chosen, sentence })
}

export const setHistory = useHistoryState.setState
