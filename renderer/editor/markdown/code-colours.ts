import { HighlightStyle, syntaxTree } from '@codemirror/language'
import { Prec, RangeSetBuilder, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view'
import { highlightTree, tags } from '@lezer/highlight'
import { drawnMarks } from '../view/drawn-marks'
import { partOf } from '../../../shared/markdown/grammar/sections'
import { DrawnTo } from './syntax'

/** The colours of code, taken from those of the theme. */
const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character], color: 'var(--add)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--theirs)' },
  { tag: [tags.comment, tags.docComment], color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--accent)' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: 'var(--ink)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--soft)' },
  { tag: tags.invalid, color: 'var(--del)' },
])

/**
 * Like CodeMirror's own `syntaxHighlighting`, but without walking from the first block of the text to the visible ones.
 */
class Colours implements PluginValue {
  decorations: DecorationSet
  private colours: DecorationSet
  private tree
  private readonly drawnTo: DrawnTo

  constructor(view: EditorView) {
    this.tree = syntaxTree(view.state)
    this.drawnTo = new DrawnTo(view)
    this.colours = coloursOf(view)
    this.decorations = drawn(view, this.colours)
  }

  update(update: ViewUpdate): void {
    const tree = syntaxTree(update.state)
    if (this.drawnTo.isAheadOfParse(update)) this.colours = this.colours.map(update.changes)
    else if (update.viewportChanged || tree !== this.tree) {
      this.tree = tree
      this.colours = coloursOf(update.view)
    }
    this.decorations = drawn(update.view, this.colours)
  }
}

const marks = new Map<string, Decoration>()

function markOf(name: string): Decoration {
  let mark = marks.get(name)
  if (mark === undefined) marks.set(name, (mark = Decoration.mark({ class: name })))
  return mark
}

/** Of a line of minified code, only the colours around the cursor. */
const drawn = (view: EditorView, colours: DecorationSet) =>
  drawnMarks(view, colours, [view.state.selection.main.head])

function coloursOf({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges)
    highlightTree(
      partOf(syntaxTree(state), from, to),
      style,
      (start, end, name) => builder.add(start, end, markOf(name)),
      from,
      to,
    )
  return builder.finish()
}

export const codeColours: Extension = [
  EditorView.styleModule.of(style.module!),
  Prec.high(ViewPlugin.fromClass(Colours, { decorations: (plugin) => plugin.decorations })),
]
