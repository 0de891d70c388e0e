import { create } from 'zustand'
import type { ReplaceDocument } from '../../shared/ipc/ipc-replace'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { DocumentId } from '../../shared/terms'
import type { EditorPlace } from '../editor/editor'

export type Way = 'meaning' | 'words'

export interface ReplaceWay {
  readonly matchCase: boolean
  readonly wholeWords: boolean
  readonly regexp: boolean
  readonly keepCapitals: boolean
}

export interface Replaced {
  /** By what; of another ask nothing was replaced. */
  readonly asked?: string
  /** What was found before that time is old. */
  readonly at: number
  readonly places: readonly Pick<ReplaceDocument, 'documentId' | 'hits'>[]
}

/** What this window searches for, what was found, and where the writer was before. It outlives the panel. */
export interface SearchState {
  readonly typed: string
  /** What is asked for; follows `typed` after a pause, or at once with Enter. */
  readonly query: string
  /** Until the writer chooses: by meaning. */
  readonly way: Way | undefined
  readonly folderId: string
  readonly below: boolean
  readonly status: string
  readonly tagId: string
  readonly withinDays: number
  /** In the order in which they are shown. */
  readonly hits: readonly SearchHit[]
  /** The query that the hits are of. */
  readonly answered: string
  /** The panel waits for the answer to what is typed. */
  readonly isAsking: boolean
  /** What a key that came before the hits is to do with them. */
  readonly meant: (() => void) | undefined
  /** The hit that is open; -1: none yet. */
  readonly at: number
  readonly showsWeak: boolean
  /** The panel shows what would be replaced instead of what was found. */
  readonly replaces: boolean
  /** What is put in place of it, and how it is looked for. */
  readonly replaceWith: string
  readonly replaceWay: ReplaceWay
  /** What was replaced last here. */
  readonly replaced: Replaced
  /** What is wrong with the expression that is to be replaced, as a sentence. */
  readonly wrong: string | undefined
  /** The saved search that the panel was opened on, or that was saved from it. */
  readonly savedId: string | undefined
  /** A name for this search is being typed. */
  readonly naming: boolean
  /** Counts up where the same is to be asked anew. */
  readonly times: number
  /** Documents have changed since the answer came. */
  readonly isOld: boolean
  /** The document that a hit has led to. */
  readonly landed: DocumentId | undefined
  /** Where the writer was before the first hit was opened. */
  readonly back: { readonly id: DocumentId; readonly cursor: EditorPlace } | undefined
}

export const useSearch = create<SearchState>(() => ({
  typed: '',
  query: '',
  way: undefined,
  folderId: '',
  below: false,
  status: '',
  tagId: '',
  withinDays: 0,
  hits: [],
  answered: '',
  isAsking: false,
  meant: undefined,
  at: -1,
  showsWeak: false,
  replaces: false,
  replaceWith: '',
  replaceWay: { matchCase: false, wholeWords: false, regexp: false, keepCapitals: false },
  replaced: { at: 0, places: [] },
  wrong: undefined,
  savedId: undefined,
  naming: false,
  times: 0,
  isOld: false,
  landed: undefined,
  back: undefined,
}))

/** Hits of one document together, in the order of each document's best; the weak ones last. */
export function inOrder(hits: readonly SearchHit[]): readonly SearchHit[] {
  return [...grouped(hits.filter(({ weak }) => !weak)), ...grouped(hits.filter(({ weak }) => weak))]
}

function grouped(hits: readonly SearchHit[]): readonly SearchHit[] {
  const groups = new Map<DocumentId, SearchHit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.documentId)
    if (group) group.push(hit)
    else groups.set(hit.documentId, [hit])
  }
  return [...groups.values()].flat()
}
