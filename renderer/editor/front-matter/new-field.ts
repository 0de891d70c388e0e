import { isolateHistory } from '@codemirror/commands'
import { StateEffect, StateField, type EditorState, type TransactionSpec } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { frontMatterLines } from '../../../shared/markdown/front-matter-lines'

interface Entry {
  /** Resolves when the form of front matter can be drawn. */
  readonly ready: () => Promise<unknown>
  /** Goes to the value of the new field. */
  readonly entered: (view: EditorView) => void
}

const shown = StateEffect.define<Entry | undefined>()

/** The row above a text without front matter in which the writer names its first field. */
export const newField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(row, { changes, effects }) {
    for (const effect of effects)
      if (effect.is(shown))
        return effect.value === undefined
          ? Decoration.none
          : Decoration.set(
              Decoration.widget({ widget: new Row(effect.value), block: true, side: -1 }).range(0),
            )
    return row.map(changes)
  },
  provide: (row) => EditorView.decorations.from(row),
})

const inputOf = (view: EditorView) => view.contentDOM.querySelector<HTMLInputElement>('.cm-new-field input')

/** Shows the row and goes to it. The text gets its front matter as soon as the field has a name. */
export function openNewField(view: EditorView, entry: Entry): boolean {
  if (view.state.readOnly) return false
  const isOpen = inputOf(view) !== null
  view.dispatch({ effects: [...(isOpen ? [] : [shown.of(entry)]), EditorView.scrollIntoView(0)] })
  view.requestMeasure({ key: newField, read: inputOf, write: (input) => input?.focus() })
  return true
}

class Row extends WidgetType {
  constructor(private readonly entry: Entry) {
    super()
  }

  override eq({ entry }: Row): boolean {
    return entry === this.entry
  }

  override toDOM(view: EditorView): HTMLElement {
    const row = document.createElement('div')
    row.className = 'cm-new-field'
    const frame = document.createElement('span')
    frame.className = 'cm-field'
    const input = document.createElement('input')
    input.className = 'cm-field-value'
    input.setAttribute('aria-label', 'Name of the new field')
    input.placeholder = 'Name of a field, such as author or lang'
    frame.append(input)
    row.append(frame)
    let isLeft = false
    const leave = async (goOn?: 'value' | 'text') => {
      if (isLeft) return
      isLeft = true
      await this.entry.ready().catch(() => undefined)
      const field = fieldNamed(view.state, input.value)
      const isToValue = goOn === 'value' && field !== undefined
      // The row has the focus as long as it is there.
      if (goOn !== undefined && !isToValue) view.focus()
      view.dispatch({ ...field, effects: shown.of(undefined) })
      if (isToValue) this.entry.entered(view)
    }
    input.addEventListener('keydown', (event) => {
      const { key, isComposing, shiftKey } = event
      const isNext = key === 'Enter' || key === ':' || key === 'ArrowDown' || (key === 'Tab' && !shiftKey)
      if (isComposing || (!isNext && key !== 'Escape')) return
      event.preventDefault()
      event.stopPropagation()
      void leave(isNext ? 'value' : 'text')
    })
    input.addEventListener('blur', () => {
      if (document.hasFocus() && view.dom.isConnected) void leave()
    })
    return row
  }

  /** The row handles its keys and clicks itself. */
  override ignoreEvent(): boolean {
    return true
  }
}

/** Begins the front matter with a field of this name; undefined without a name. */
function fieldNamed(state: EditorState, written: string): TransactionSpec | undefined {
  // Other characters would make it something else than the key of a field.
  const name = written
    .replace(/[^\p{L}\p{N}_ .-]+/gu, ' ')
    .replace(/^[ .-]+/, '')
    .trimEnd()
  const { doc, selection } = state
  const isFrontMatter = frontMatterLines()
  isFrontMatter(doc.line(1).text)
  const hasOne = doc.lines > 1 && isFrontMatter(doc.line(2).text)
  if (name === '' || hasOne || state.readOnly) return undefined
  const parting = doc.line(1).length === 0 ? '' : '\n'
  const changes = state.changes({ from: 0, insert: `---\n${name}:\n---\n${parting}` })
  const annotations = isolateHistory.of('full')
  return { changes, selection: selection.map(changes, 1), annotations, userEvent: 'input' }
}
