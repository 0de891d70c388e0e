import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'
import { DrawnTo } from '../markdown/syntax'

/** What an extension draws on what can be seen of a text: anew when the text or what can be seen of it changes. */
interface Drawing {
  readonly draw: (view: EditorView) => DecorationSet
  /** It is drawn anew after this update as well. */
  readonly isStale?: (update: ViewUpdate) => boolean
  /** By the markdown tree: anew when that has moved on, and only moved with the text where the parse is behind. */
  readonly byTree?: boolean
}

export const onScreen = ({ draw, isStale = () => false, byTree = false }: Drawing): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      private readonly drawnTo: DrawnTo
      constructor(view: EditorView) {
        this.drawnTo = new DrawnTo(view)
        this.decorations = draw(view)
      }
      update(update: ViewUpdate): void {
        const { view, state, startState, docChanged, viewportChanged, changes } = update
        const isParsed = byTree && syntaxTree(startState) !== syntaxTree(state)
        if (byTree && this.drawnTo.isAheadOfParse(update)) this.decorations = this.decorations.map(changes)
        else if (docChanged || viewportChanged || isParsed || isStale(update)) this.decorations = draw(view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
