import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import {
  hoverTooltip,
  keymap,
  showTooltip,
  type Command,
  type EditorView,
  type Tooltip,
} from '@codemirror/view'
import { footnoteKey } from '../../../shared/markdown/tree/references'
import { footnoteAt, footnoteParts, type FootnotePart } from './parts'

const HOVER_MS = 250
/** The maximum time that a resting pointer waits for parsing. */
const PARSE_MS = 100
/** The maximum length of a footnote shown. */
const SHOWN_MAX = 600

/**
 * Shows the words of a footnote when the pointer rests on its reference, or by command; Escape and any key in the text
 * hide them.
 */
export const footnotePeek: Extension = [
  hoverTooltip(({ state }, place) => peekAt(state, place), { hoverTime: HOVER_MS, hideOnChange: true }),
  StateField.define<Tooltip | null>({
    create: () => null,
    update(shown, { effects, docChanged, selection }) {
      const asked = effects.find((effect) => effect.is(peek))
      if (asked !== undefined) return asked.value
      return docChanged || selection !== undefined ? null : shown
    },
    provide: (field) => [
      showTooltip.from(field),
      keymap.of([
        {
          key: 'Escape',
          run(view) {
            if (view.state.field(field) === null) return false
            view.dispatch({ effects: peek.of(null) })
            return true
          },
        },
      ]),
    ],
  }),
]

const peek = StateEffect.define<Tooltip | null>()

/** Shows the words of the footnote at the cursor; false if there is none. */
export const peekAtFootnote: Command = (view: EditorView) => {
  const tooltip = peekAt(view.state, view.state.selection.main.head)
  if (tooltip === null) return false
  view.dispatch({ effects: peek.of(tooltip) })
  return true
}

function peekAt(state: EditorState, place: number): Tooltip | null {
  const reference = footnoteAt(state, place)
  if (reference?.name !== 'FootnoteReference') return null
  const parts = footnoteParts(state, PARSE_MS)
  if (parts === undefined) return null
  const words = wordsOf(state, parts, state.sliceDoc(reference.from + 2, reference.to - 1))
  return {
    pos: reference.from,
    end: reference.to,
    above: true,
    create() {
      const dom = document.createElement('div')
      dom.className = 'cm-footnote-peek'
      dom.setAttribute('role', 'status')
      dom.setAttribute('aria-label', 'Footnote')
      dom.dir = 'auto'
      dom.textContent = words ?? 'This footnote has no words yet.'
      return { dom }
    },
  }
}

/** The words of the definition with a label, as written in the text. */
function wordsOf(state: EditorState, parts: readonly FootnotePart[], label: string): string | undefined {
  const own = parts.find(
    (part) => part.definition !== undefined && footnoteKey(part.label) === footnoteKey(label),
  )
  if (own?.definition === undefined) return undefined
  const [from, to] = [own.to + 2, own.definition.to]
  const words = state.sliceDoc(from, Math.min(to, from + SHOWN_MAX)).trim()
  return words === '' ? undefined : words.replace(/\n[ \t]+/g, '\n') + (to - from > SHOWN_MAX ? '…' : '')
}
