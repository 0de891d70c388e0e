import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'
import { DrawnTo } from '../markdown/syntax'

/** Decorations for the visible part of a text, updated when the text or the visible part changes. */
interface Drawing {
  readonly draw: (view: EditorView) => DecorationSet
  /** Whether the decorations must also be updated after this update. */
  readonly isStale?: (update: ViewUpdate) => boolean
  /**
   * Whether they depend on the markdown tree: they are updated when the tree has advanced, and only moved with the text
   * while the parse is behind.
   */
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
