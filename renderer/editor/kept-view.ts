import { historyField } from '@codemirror/commands'
import { EditorState, type EditorStateConfig, type Text } from '@codemirror/state'
import type { EditorView as KeptView } from '../../shared/ipc-records'

/** Main refuses a longer one (`ipc-records.ts`, `editorView`). */
const HISTORY_MOST = 4_000_000

/** What the opaque `history` of a kept view holds: the undo history and the very text that it belongs to. */
interface KeptHistory {
  readonly text: string
  readonly history: unknown
  /** The first line on screen. A scroll position in pixels would depend on fonts and window. */
  readonly top: number
}

/** Cursor, scroll and undo history of an editor, in the form that main keeps. */
export function keepView(state: EditorState, scrollTop: number, top: number): KeptView {
  const { anchor, head } = state.selection.main
  const json = state.toJSON({ history: historyField }) as { readonly history: unknown }
  const history = JSON.stringify({
    text: fingerprint(state.doc),
    history: json.history,
    top,
  } satisfies KeptHistory)
  return {
    anchor,
    head,
    scrollTop: Math.max(0, scrollTop),
    ...(history.length <= HISTORY_MOST ? { history } : {}),
  }
}

/** A state as it was left, as far as the text is still the one that was left; else only the cursor. */
export function restoreState(
  doc: Text,
  view: KeptView | undefined,
  config: EditorStateConfig,
): { readonly state: EditorState; readonly top: number } {
  const clamp = (position: number) => Math.min(Math.max(0, position), doc.length)
  const selection = { anchor: clamp(view?.anchor ?? 0), head: clamp(view?.head ?? 0) }
  const kept = readHistory(view?.history)
  if (kept !== undefined && kept.text === fingerprint(doc)) {
    try {
      const bare = EditorState.create({ doc, selection, ...config })
      const state = EditorState.fromJSON(
        { doc: doc.toString(), selection: bare.selection.toJSON(), history: kept.history },
        config,
        { history: historyField },
      )
      return { state, top: clamp(kept.top) }
    } catch {
      // A history of another version of the editor: the text matters, the history does not.
    }
  }
  return { state: EditorState.create({ doc, selection, ...config }), top: clamp(kept?.top ?? 0) }
}

function readHistory(text: string | undefined): KeptHistory | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { text: print, history, top } = value as Partial<Record<keyof KeptHistory, unknown>>
    if (typeof print !== 'string' || typeof history !== 'object') return undefined
    return { text: print, history, top: typeof top === 'number' ? top : 0 }
  } catch {
    return undefined
  }
}

/** Length and FNV-1a of the text; tells another text from this one, resists nobody. */
export function fingerprint(doc: Text): string {
  let hash = 0x811c9dc5
  for (const chunk of doc.iter()) {
    for (let at = 0; at < chunk.length; at++) hash = Math.imul(hash ^ chunk.charCodeAt(at), 0x01000193)
  }
  return `${doc.length}:${(hash >>> 0).toString(16)}`
}
