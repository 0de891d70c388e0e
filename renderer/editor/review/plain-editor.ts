import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, keymap } from '@codemirror/view'
import { styleNonce } from '../nonce'
import { drawsMarks } from '../view/drawn-marks'
import { newView } from '../view/new-view'
import { editorTheme } from '../preview/theme'
import { takenTyping } from '../input/taken-typing'

export interface MarkedText {
  readonly text: string
  /** Places that wait for a decision. */
  readonly open: readonly { readonly from: number; readonly to: number }[]
}

export interface PlainEditor {
  /** Replaces the text, unless it is already that. */
  show(text: MarkedText): void
  focus(): void
  destroy(): void
}

const setOpen = StateEffect.define<MarkedText['open']>()
const openMark = Decoration.mark({ class: 'cm-searchMatch' })

const openPlaces = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes)
    for (const effect of transaction.effects)
      if (effect.is(setOpen))
        next = Decoration.set(
          effect.value.filter(({ from, to }) => to > from).map(({ from, to }) => openMark.range(from, to)),
        )
    return next
  },
  provide: (field) => drawsMarks((state) => state.field(field)),
})

/** A text without preview, as the conflict view needs it. `edited` hears what the writer types, not what is shown. */
export function createPlainEditor(options: {
  readonly parent: HTMLElement
  readonly label: string
  readonly text: MarkedText
  readonly edited: (text: string) => void
}): PlainEditor {
  let showing = false
  const view = newView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text.text,
      extensions: [
        EditorState.lineSeparator.of('\n'),
        history(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        openPlaces,
        takenTyping,
        EditorView.cspNonce.of(styleNonce()),
        editorTheme,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !showing) options.edited(update.state.doc.toString())
        }),
      ],
    }),
  })
  view.dispatch({ effects: setOpen.of(options.text.open) })
  return {
    show({ text, open }) {
      const { doc } = view.state
      showing = true
      view.dispatch({
        ...(doc.toString() === text ? {} : { changes: { from: 0, to: doc.length, insert: text } }),
        effects: setOpen.of(open),
      })
      showing = false
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
