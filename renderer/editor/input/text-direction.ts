import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view'

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const auto = Decoration.line({ attributes: { dir: 'auto' } })

/** Each paragraph with Arabic or Hebrew in it takes its own direction. */
export const textDirection = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = directions(view)
      }
      update(update: ViewUpdate): void {
        if (update.docChanged || update.viewportChanged) this.decorations = directions(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
]

function directions(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      if (RIGHT_TO_LEFT.test(line.text) && at === line.from) builder.add(line.from, line.from, auto)
      at = line.to + 1
    }
  }
  return builder.finish()
}
