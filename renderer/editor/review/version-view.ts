import { EditorState, RangeSetBuilder, StateEffect, StateField, Text } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, type DecorationSet } from '@codemirror/view'
import { markdownSupport } from '../markdown/language'
import { livePreview } from '../preview/live-preview'
import { specialCharacters } from '../preview/special-characters'
import { textDirection } from '../input/text-direction'
import { editorTheme } from '../preview/theme'

export interface Mark {
  readonly from: number
  readonly to: number
  readonly kind: 'removed' | 'added' | 'current-removed' | 'current-added' | 'found' | 'back' | 'hidden'
}

export interface VersionView {
  /** Shows another text; `top` is the offset at the top of the screen afterwards. */
  show(text: string, marks: readonly Mark[], top?: number): void
  mark(marks: readonly Mark[]): void
  /** The offset at the top of the visible part. */
  top(): number
  goTo(from: number, y?: 'start' | 'center'): void
  /** Scrolls to the position unless it is visible. */
  bringIntoView(from: number): void
  /** The range selected by the reader. */
  selection(): { readonly from: number; readonly to: number }
  focus(): void
  destroy(): void
}

/** The height of the bar with actions that covers the bottom of the text. */
const BAR_PX = 64

const setMarks = StateEffect.define<DecorationSet>()

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, changes }) {
    for (const effect of effects) if (effect.is(setMarks)) return effect.value
    return value.map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const DECORATIONS = {
  removed: Decoration.mark({ class: 'cm-removed', tagName: 'del' }),
  added: Decoration.mark({ class: 'cm-added', tagName: 'ins' }),
  'current-removed': Decoration.mark({ class: 'cm-removed cm-current', tagName: 'del' }),
  'current-added': Decoration.mark({ class: 'cm-added cm-current', tagName: 'ins' }),
  found: Decoration.mark({ class: 'cm-searchMatch' }),
  // The text as it would read after restoring.
  back: Decoration.mark({ class: 'cm-back' }),
  hidden: Decoration.replace({}),
} as const

/** A read-only text as the editor shows it, with the changes marked. Only the visible part is rendered. */
export function createVersionView(options: {
  readonly parent: HTMLElement
  readonly scroller: HTMLElement
  readonly label: string
  readonly picked: (at: number) => void
}): VersionView {
  const { scroller } = options
  const extensions = [
    EditorState.lineSeparator.of('\n'),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      'aria-readonly': 'true',
      tabindex: '0',
    }),
    EditorView.lineWrapping,
    drawSelection(),
    specialCharacters,
    textDirection,
    markdownSupport(),
    livePreview,
    marksField,
    editorTheme,
    EditorView.domEventHandlers({
      click(event, view) {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (at !== null && view.state.selection.main.empty) options.picked(at)
      },
    }),
  ]
  const view = new EditorView({ parent: options.parent, state: EditorState.create({ extensions }) })

  function goTo(from: number, y: 'start' | 'center' = 'center'): void {
    const at = Math.min(from, view.state.doc.length)
    view.dispatch({ effects: EditorView.scrollIntoView(at, { y }) })
  }

  return {
    goTo,
    bringIntoView(from) {
      const place = view.coordsAtPos(Math.min(from, view.state.doc.length))
      const { top, bottom } = scroller.getBoundingClientRect()
      if (place === null || place.top < top || place.bottom > bottom - BAR_PX) goTo(from)
    },
    show(text, marks, top) {
      const doc = Text.of(text.split('\n'))
      view.setState(EditorState.create({ doc, extensions }))
      view.dispatch({
        effects: [
          setMarks.of(setOf(marks)),
          ...(top === undefined
            ? []
            : [EditorView.scrollIntoView(Math.min(top, doc.length), { y: 'start', yMargin: 0 })]),
        ],
      })
    },
    mark: (marks) => view.dispatch({ effects: setMarks.of(setOf(marks)) }),
    top() {
      const height = scroller.getBoundingClientRect().top - view.documentTop
      return height <= 0 ? 0 : view.lineBlockAtHeight(height).from
    },
    selection() {
      const { from, to } = view.state.selection.main
      return { from, to }
    },
    focus: () => view.contentDOM.focus({ preventScroll: true }),
    destroy: () => view.destroy(),
  }
}

function setOf(marks: readonly Mark[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, kind } of marks) if (to > from) builder.add(from, to, DECORATIONS[kind])
  return builder.finish()
}
