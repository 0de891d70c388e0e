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
  /** The request that led to the replacement; for another request nothing was replaced. */
  readonly asked?: string
  /** Results from before that time are outdated. */
  readonly at: number
  readonly places: readonly Pick<ReplaceDocument, 'documentId' | 'hits'>[]
  /** The result in words, shown in place of the list until another request is made, or the same one again. */
  readonly said?: string | undefined
}

/** The search of this window, its results, and where the writer was before. The state outlives the panel. */
export interface SearchState {
  readonly typed: string
  /** The active query: it follows `typed` after a pause, or at once with Enter. */
  readonly query: string
  /** Undefined until the writer chooses; the default is by meaning. */
  readonly way: Way | undefined
  readonly folderId: string
  readonly below: boolean
  readonly status: string
  readonly tagId: string
  readonly withinDays: number
  /** In the order in which they are shown. */
  readonly hits: readonly SearchHit[]
  /** The query that the results belong to. */
  readonly answered: string
  /** Whether the panel waits for the results of the typed query. */
  readonly isAsking: boolean
  /** The effect of a key pressed before the results arrived. */
  readonly meant: (() => void) | undefined
  /** The index of the open result; -1 if none is open, and between two where it is gone from the list. */
  readonly at: number
  readonly showsWeak: boolean
  /** Whether the panel shows what would be replaced instead of search results. */
  readonly replaces: boolean
  /** The replacement, and how the text to replace is matched. */
  readonly replaceWith: string
  readonly replaceWay: ReplaceWay
  /** The last replacement made here. */
  readonly replaced: Replaced
  /** The error in the regular expression to replace, as a sentence. */
  readonly wrong: string | undefined
  /** The saved search that the panel was opened on, or that was saved from it. */
  readonly savedId: string | undefined
  /** Whether a name for this search is being typed. */
  readonly naming: boolean
  /** Incremented to run the same search again. */
  readonly times: number
  /** Whether documents have changed since the answer. */
  readonly isOld: boolean
  /** The document that a result has led to. */
  readonly landed: DocumentId | undefined
  /** Where the writer was before the first result was opened. */
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

/** Where the open result is among the results found again, as `at` of the state says it. */
export function atAgain(before: readonly SearchHit[], at: number, now: readonly SearchHit[]): number {
  if (at === -1) return -1
  const index = Math.ceil(at)
  const open = before[index]
  if (open === undefined) return now.length - 0.5
  const inDocument = (hits: readonly SearchHit[]) =>
    hits.filter(({ documentId }) => documentId === open.documentId)
  const [were, are] = [inDocument(before), inDocument(now)]
  const ahead = new Set(before.slice(0, before.indexOf(were[0]!)).map(({ documentId }) => documentId))
  const begin = now.findLastIndex(({ documentId }) => ahead.has(documentId)) + 1
  const nth = were.indexOf(open)
  // Where as many are left, an open result whose sentence has changed is still the same one.
  const same =
    were.length === are.length
      ? nth
      : are.findIndex(
          ({ passage, words }) => passage === open.passage && words[0]?.from === open.words[0]?.from,
        )
  const isOpen = same >= 0 && index === at
  return begin + (isOpen ? same : Math.min(nth, are.length) - 0.5)
}

/** Results found again, with their documents in the order of the earlier list; other documents follow. */
export function inOrderOf(before: readonly SearchHit[], hits: readonly SearchHit[]): readonly SearchHit[] {
  const order = [...new Set([...before, ...hits].map(({ documentId }) => documentId))]
  const place = new Map(order.map((documentId, index) => [documentId, index]))
  return hits.toSorted((a, b) => place.get(a.documentId)! - place.get(b.documentId)!)
}

/** Results grouped by document, in the order of each document's best result, with the weak results last. */
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
