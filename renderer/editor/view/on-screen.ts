import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'
import { DrawnTo } from '../markdown/syntax'

/**
 * What is drawn on what can be seen: anew when that changes, and where `isStale` says so. With `byTree` it is drawn by the
 * markdown tree: anew when that has moved on, and only moved with the text where the parse is behind.
 */
export const onScreen = (
  draw: (view: EditorView) => DecorationSet,
  isStale: (update: ViewUpdate) => boolean = () => false,
  byTree = false,
): Extension =>
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
