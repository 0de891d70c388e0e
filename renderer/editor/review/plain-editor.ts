import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { oneChange } from '../../../shared/merge/both-changes'
import { EditorState, StateEffect, StateField, Transaction, type Text } from '@codemirror/state'
import { Decoration, EditorView, keymap } from '@codemirror/view'
import { styleNonce } from '../nonce'
import { aboveNotices } from '../view/above-notices'
import { drawsMarks } from '../view/drawn-marks'
import { newView } from '../view/new-view'
import { specialCharacters } from '../preview/special-characters'
import { editorTheme } from '../preview/theme'
import { takenTyping } from '../input/taken-typing'
import { UNDO_STEPS_MIN } from '../undo/step-times'
import { undoKey } from '../undo/undo'

export interface MarkedText {
  readonly text: string
  /** The places that wait for a decision. */
  readonly open: readonly { readonly from: number; readonly to: number }[]
}

export interface PlainEditor {
  /** Replaces the text if it is different. `at` is the position to scroll into view. */
  show(text: MarkedText, at?: number): void
  destroy(): void
}

/** The margin around a position that is scrolled into view, in px. */
const SIGHT_MARGIN = 40

const setOpen = StateEffect.define<MarkedText['open']>()
const openMark = Decoration.mark({ class: 'cm-searchMatch' })

const marked = (open: MarkedText['open']) =>
  Decoration.set(open.filter(({ from, to }) => to > from).map(({ from, to }) => openMark.range(from, to)))

/**
 * Marks the places that wait for a decision. None can be changed in part or deleted alone, as by a Backspace after it,
 * because the decision would not find its place any more. Overwriting a place together with text around it is allowed.
 */
function openPlaces(openIn: (text: Text) => MarkedText['open']) {
  const field = StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      // Undo restores places.
      const isBack = transaction.isUserEvent('undo') || transaction.isUserEvent('redo')
      let next = isBack ? marked(openIn(transaction.newDoc)) : value.map(transaction.changes)
      for (const effect of transaction.effects) if (effect.is(setOpen)) next = marked(effect.value)
      return next
    },
    provide: (own) => [
      drawsMarks((state) => state.field(own)),
      EditorView.atomicRanges.of((view) => view.state.field(own)),
    ],
  })
  const whole = EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged) return transaction
    let isBroken = false
    const places = transaction.startState.field(field)
    transaction.changes.iterChangedRanges((fromA, toA) =>
      places.between(fromA, toA, (from, to) => {
        const isBeside = toA <= from || fromA >= to
        const isAround = fromA <= from && toA >= to && toA - fromA > to - from
        if (!isBeside && !isAround) isBroken = true
      }),
    )
    return isBroken ? [] : transaction
  })
  return [field, whole]
}

/**
 * An editor without preview, for the conflict view. `edited` is called for changes that the writer makes, not for text
 * that is shown.
 */
export function createPlainEditor(options: {
  readonly parent: HTMLElement
  readonly label: string
  readonly text: MarkedText
  readonly edited: (text: string) => void
  /** Finds the places that wait for a decision in a text. */
  readonly openIn: (text: string) => MarkedText['open']
}): PlainEditor {
  let showing = false
  const view = newView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text.text,
      extensions: [
        EditorState.lineSeparator.of('\n'),
        history({ minDepth: UNDO_STEPS_MIN }),
        EditorView.lineWrapping,
        specialCharacters,
        aboveNotices,
        EditorView.contentAttributes.of({ 'aria-label': options.label }),
        keymap.of([undoKey, ...historyKeymap, ...defaultKeymap]),
        openPlaces((doc) => options.openIn(doc.toString())),
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
    show({ text, open }, at) {
      const { doc } = view.state
      const inSight = at === undefined ? [] : [EditorView.scrollIntoView(at, { yMargin: SIGHT_MARGIN })]
      showing = true
      view.dispatch({
        // Steps that the writer made stay where they are: only what differs changes, and is no step of hers.
        ...(doc.toString() === text ? {} : { changes: oneChange(doc.toString(), text) }),
        annotations: Transaction.addToHistory.of(false),
        effects: [setOpen.of(open), ...inSight],
        filter: false,
      })
      showing = false
    },
    destroy: () => view.destroy(),
  }
}
