import { redo } from '@codemirror/commands'
import { StateEffect, type EditorState, type Range } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType, type Command } from '@codemirror/view'
import { textChanges } from '../../../shared/text/text-change'
import { walkSyntax, type SyntaxNode } from '../markdown/syntax'
import { undo } from '../undo/undo'
import { loadedPart } from '../view/loaded-part'
import { beginFrontMatter } from './begin-front-matter'
import { fieldStyle } from './field-style'
import { keptFences } from './kept-fences'
import { newField, openNewField } from './new-field'
import type { Field } from './read-fields'

const load = () => import('./read-fields')
const reader = loadedPart(load)
type Reader = NonNullable<ReturnType<typeof reader>>

/** The front matter of a text, ended by its second fence. */
interface FrontMatter {
  /** The position for its first key, and the start of its last fence. */
  readonly from: number
  readonly to: number
}

function frontMatterOf({ doc }: EditorState, node: SyntaxNode): FrontMatter | undefined {
  const closing = node.getChildren('FrontMatterMark')[1]
  return closing && { from: doc.line(2).from, to: closing.from }
}

function nodeIn(state: EditorState): SyntaxNode | undefined {
  let found: SyntaxNode | undefined
  walkSyntax(state, 0, 0, ({ name, node }) => {
    if (name === 'FrontMatter') found = node
  })
  return found
}

function frontMatterIn(state: EditorState): FrontMatter | undefined {
  const node = nodeIn(state)
  return node && frontMatterOf(state, node)
}

let last: { readonly text: string; readonly fields: readonly Field[] | undefined } | undefined

/** The fields with their positions in the whole text; `undefined` if the front matter cannot be parsed. */
function fieldsIn(state: EditorState, { from, to }: FrontMatter, { readFields }: Reader) {
  const text = state.sliceDoc(from, to)
  if (last?.text !== text) last = { text, fields: readFields(text) }
  return last.fields?.map((field) => ({
    ...field,
    line: from + field.line,
    from: from + field.from,
    to: from + field.to,
  }))
}

/** Shows the keys of front matter as a form, except for keys on lines whose source is shown. */
export function frontMatterMarks(
  view: EditorView,
  node: SyntaxNode,
  revealed: ReadonlySet<number>,
  ranges: Range<Decoration>[],
): void {
  const { state } = view
  const matter = frontMatterOf(state, node)
  const read = matter && reader(view)
  if (matter === undefined || read === undefined) return
  const fields = fieldsIn(state, matter, read)
  if (fields === undefined) {
    ranges.push(sentence.range(state.doc.line(1).to))
    return
  }
  for (const { line, key, kind, value, rest } of fields)
    if (!revealed.has(line)) {
      const widget = new FieldWidget(key, kind, value, rest)
      ranges.push(Decoration.replace({ widget }).range(line, state.doc.lineAt(line).to))
    }
}

class FieldWidget extends WidgetType {
  constructor(
    private readonly key: string,
    private readonly kind: Field['kind'],
    private readonly value: string,
    private readonly rest: string,
  ) {
    super()
  }

  /** `heldFields` updates the value, so that typing in a field does not render the field again. */
  override eq(other: FieldWidget): boolean {
    return other.key === this.key && other.kind === this.kind && other.rest === this.rest
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span')
    frame.className = 'cm-field'
    const label = document.createElement('span')
    label.className = 'cm-field-key'
    label.textContent = this.key
    const control =
      this.kind === 'status' ? document.createElement('select') : document.createElement('input')
    control.className = 'cm-field-value'
    control.setAttribute('aria-label', this.kind === 'tags' ? `${this.key}, parted by commas` : this.key)
    control.disabled = view.state.readOnly
    if (control instanceof HTMLInputElement) control.type = this.kind === 'date' ? 'date' : 'text'
    else
      for (const status of ['draft', 'published']) {
        const option = document.createElement('option')
        option.value = status
        option.textContent = status
        control.append(option)
      }
    control.value = this.value
    control.addEventListener('input', () => write(view, control))
    // A form that is removed loses the focus during the update of the text, when no position is known.
    control.addEventListener('blur', () => queueMicrotask(() => bringValues(view)))
    control.addEventListener('keydown', (event: Event) => {
      if (event instanceof KeyboardEvent) hearKey(view, control, event)
    })
    const note = document.createElement('span')
    note.className = 'cm-field-rest'
    note.textContent = this.rest
    frame.append(label, control, note)
    return frame
  }

  /** The widget handles its keys and clicks itself. */
  override ignoreEvent(): boolean {
    return true
  }
}

type Control = HTMLInputElement | HTMLSelectElement

function fieldOf(view: EditorView, control: Control): (Field & { readonly bytes: string }) | undefined {
  const read = reader(view)
  const matter = frontMatterIn(view.state)
  if (read === undefined || matter === undefined) return undefined
  const line = view.state.doc.lineAt(view.posAtDOM(control)).from
  const field = fieldsIn(view.state, matter, read)?.find((one) => one.line === line)
  if (field === undefined) return undefined
  return { ...field, bytes: read.writeField(field, control.value, view.state.doc.toString()) }
}

/** Writes the value to the text at once, so that nothing waits in the field and could be lost. */
function write(view: EditorView, control: Control): void {
  const field = fieldOf(view, control)
  // A half-typed day is not a date yet.
  if (field === undefined || view.state.readOnly || (field.kind === 'date' && control.value === '')) return
  // Only the difference is written, so that undo steps are those of typing.
  const changes = textChanges(view.state.sliceDoc(field.from, field.to), field.bytes).map(
    ({ from, to, insert }) => ({ from: field.from + from, to: field.from + to, insert }),
  )
  if (changes.length > 0)
    view.dispatch({ changes, userEvent: control instanceof HTMLInputElement ? 'input.type' : 'input' })
}

/** Updates fields whose text was changed by undo or from elsewhere. */
function bringValues(view: EditorView): void {
  for (const control of controlsOf(view)) {
    control.disabled = view.state.readOnly
    const field = fieldOf(view, control)
    if (field === undefined || field.value === control.value) continue
    // A comma at the end, or a half-typed day, is still being typed.
    const isOnItsWay = view.state.sliceDoc(field.from, field.to) === field.bytes || control.value === ''
    if (document.activeElement !== control || !isOnItsWay) control.value = field.value
  }
}

const controlsOf = (view: EditorView): readonly Control[] => [
  ...view.contentDOM.querySelectorAll<Control>('.cm-field-value'),
]

const heldFields = ViewPlugin.define((view) => ({
  update({ docChanged, startState, state }) {
    if (docChanged || startState.readOnly !== state.readOnly)
      view.requestMeasure({ key: bringValues, read: () => undefined, write: () => bringValues(view) })
  },
}))

function hearKey(view: EditorView, control: Control, event: KeyboardEvent): void {
  const { key, shiftKey } = event
  if (event.isComposing || event.altKey) return
  const isMod = event.ctrlKey || event.metaKey
  const isList = control instanceof HTMLSelectElement || control.type === 'date'
  const run = (act: () => unknown) => {
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  if (isMod && key.toLowerCase() === 'z') run(() => (shiftKey ? redo(view) : undo(view)))
  else if (isMod && key.toLowerCase() === 'y') run(() => redo(view))
  else if (isMod) return
  else if (key === 'Escape') run(() => toText(view))
  // A value does not begin with the space typed behind a colon.
  else if (key === ' ' && isText(control) && control.value === '') run(() => {})
  else if (key === 'Enter' || (key === 'Tab' && !shiftKey) || (key === 'ArrowDown' && !isList))
    run(() => step(view, control, 1))
  else if ((key === 'Tab' && shiftKey) || (key === 'ArrowUp' && !isList)) run(() => step(view, control, -1))
}

/** Goes to the next or the previous field; after the last one, into the text. */
function step(view: EditorView, control: Control, by: 1 | -1): void {
  const controls = controlsOf(view)
  const next = controls[controls.indexOf(control) + by]
  if (next !== undefined) enter(next)
  else if (by === 1) toText(view)
}

/** Focuses a field with the caret at the end of its value, so that no key replaces the value. */
function enter(control: Control): void {
  control.focus()
  if (isText(control)) control.setSelectionRange(control.value.length, control.value.length)
}

const isText = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'text'

function enterFirst(view: EditorView): void {
  const [first] = controlsOf(view)
  if (first === undefined) toText(view)
  else enter(first)
}

/** Goes to the first line below the front matter. */
function toText(view: EditorView): void {
  const matter = frontMatterIn(view.state)
  const below = matter === undefined ? 0 : view.state.doc.lineAt(matter.to).to + 1
  view.focus()
  view.dispatch({ selection: { anchor: Math.min(below, view.state.doc.length) }, scrollIntoView: true })
}

/** Sent when the writer goes into the form, so that no line of it shows its source. */
export const enterFields = StateEffect.define()

/**
 * Goes to the first field of the front matter, or begins front matter if there is none, as a form where it is shown as
 * one; false if it is there and not shown as a form.
 */
export const editFrontMatter: Command = (view) => {
  if (nodeIn(view.state) === undefined) {
    if (view.state.field(newField, false) === undefined) return beginFrontMatter(view)
    // The part that draws the form loads while the field is named.
    reader(view)
    return openNewField(view, { ready: load, entered: enterFirst })
  }
  const read = reader(view)
  const matter = frontMatterIn(view.state)
  if (read === undefined || matter === undefined || !fieldsIn(view.state, matter, read)?.length) return false
  view.dispatch({ effects: [enterFields.of(null), EditorView.scrollIntoView(0)] })
  view.requestMeasure({
    key: enterFields,
    read: () => controlsOf(view)[0],
    write: (first) => first && enter(first),
  })
  return true
}

class Sentence extends WidgetType {
  override eq(): boolean {
    return true
  }
  override toDOM(): HTMLElement {
    const words = document.createElement('span')
    words.className = 'cm-field-why'
    words.textContent = 'This front matter cannot be read, so it stands as it is written.'
    return words
  }
}

const sentence = Decoration.widget({ widget: new Sentence(), side: 1 })

export const frontMatterForm = [fieldStyle, heldFields, keptFences, newField]
