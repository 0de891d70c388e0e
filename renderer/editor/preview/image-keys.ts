import {
  EditorState,
  Prec,
  StateField,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import { EditorView, keymap, type Command } from '@codemirror/view'
import { altOf, enteredImage, imageAt, selectedImage } from '../markdown/images'
import type { SyntaxNode } from '../markdown/syntax'
import { changeWidth } from './picture-corner'

/** Whether the last change was typing: an image that ends with the typed text is still being written. */
const typed = StateField.define<boolean>({
  create: () => false,
  update(before, transaction) {
    if (transaction.docChanged) return transaction.isUserEvent('input.type')
    return before && transaction.selection === undefined
  },
})

/** Whether the writer is still typing the text that ends here. */
export const isTypedTo = (state: EditorState, place: number): boolean =>
  state.field(typed, false) === true && state.selection.main.empty && state.selection.main.head === place

/** Makes an image an object of its own: arrow keys select it, Enter edits its text, Backspace removes it. */
export const imageKeys: Extension = [
  typed,
  Prec.high(
    keymap.of([
      { key: 'ArrowRight', run: selectBeside(1) },
      { key: 'ArrowLeft', run: selectBeside(-1) },
      { key: 'Delete', run: selectBeside(1) },
      { key: 'Backspace', run: selectBeside(-1) },
      { key: 'ArrowDown', run: leaveBy(1) },
      { key: 'ArrowUp', run: leaveBy(-1) },
      { key: 'Enter', run: (view) => edit(view) || leave(view) },
      { key: 'Escape', run: leave },
      { key: 'Alt-Shift-ArrowRight', run: changeWidth(1) },
      { key: 'Alt-Shift-ArrowLeft', run: changeWidth(-1) },
    ]),
  ),
  EditorState.transactionFilter.of(comeUpon),
  EditorView.inputHandler.of(typeBehind),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      const image = event.button === 0 ? imageOf(view, event.target) : undefined
      if (image === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return false
      event.preventDefault()
      view.focus()
      view.dispatch(selectionOf(view.state, image))
      if (event.detail === 2) edit(view)
      return true
    },
  }),
]

/** The image for which an element of the text was rendered. */
function imageOf(view: EditorView, target: EventTarget | null): SyntaxNode | undefined {
  const drawn = target instanceof Element ? target.closest('.cm-image, .cm-picture') : null
  if (drawn === null || !view.contentDOM.contains(drawn)) return undefined
  const place = view.posAtDOM(drawn)
  return drawn.className === 'cm-picture' ? imageAt(view.state, place, -1) : imageAt(view.state, place, 1)
}

function selectionOf(state: EditorState, image: SyntaxNode, side: 1 | -1 = 1): TransactionSpec {
  const { from, to } = altOf(image)
  const words = state.sliceDoc(from, to).trim()
  const [anchor, head] = side === 1 ? [image.from, image.to] : [image.to, image.from]
  return {
    selection: { anchor, head },
    effects: EditorView.announce.of(words === '' ? 'Image without alternative text' : `Image: ${words}`),
    scrollIntoView: true,
    userEvent: 'select',
  }
}

/** Selects the image directly beside the cursor. */
function selectBeside(side: 1 | -1): Command {
  return (view) => {
    const { main, ranges } = view.state.selection
    if (!main.empty || ranges.length > 1) return false
    if (side === -1 && isTypedTo(view.state, main.head)) return false
    const image = imageAt(view.state, main.head, side)
    if (image === undefined) return false
    view.dispatch(selectionOf(view.state, image, side))
    return true
  }
}

/** The states from which an arrow key moves up or down. */
const arrowedFrom = new WeakSet<EditorState>()

/** Makes the key continue from an image as from a cursor beside it. */
function leaveBy(side: 1 | -1): Command {
  return (view) => {
    const image = selectedImage(view.state)
    if (image !== undefined) view.dispatch({ selection: { anchor: side === 1 ? image.to : image.from } })
    arrowedFrom.add(view.state)
    return false
  }
}

/** Shows the source of the selected image, with its alternative text selected, so that it can be typed over. */
function edit(view: EditorView): boolean {
  const image = selectedImage(view.state)
  if (image === undefined) return false
  const { from, to } = altOf(image)
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true, userEvent: 'select.search' })
  return true
}

/** Goes back from the source to the image. */
function leave(view: EditorView): boolean {
  const image = view.state.selection.ranges.length > 1 ? undefined : enteredImage(view.state)
  if (image === undefined) return false
  view.dispatch(selectionOf(view.state, image))
  return true
}

/** Selects an image when an arrow key reaches a line that contains nothing else; other keys move beside it. */
function comeUpon(transaction: Transaction): Transaction | readonly TransactionSpec[] {
  const { startState, newSelection, selection, docChanged } = transaction
  if (selection === undefined || docChanged || !arrowedFrom.has(startState)) return transaction
  const { main, ranges } = newSelection
  if (!main.empty || ranges.length > 1 || !transaction.isUserEvent('select')) return transaction
  const line = startState.doc.lineAt(main.head)
  const before = startState.selection.main.head
  const isNext = Math.abs(startState.doc.lineAt(before).number - line.number) === 1
  if (!isNext || !line.text.trimStart().startsWith('![')) return transaction
  const image = imageAt(startState, line.to - line.text.length + line.text.search(/\S/), 1)
  if (image?.to !== line.from + line.text.trimEnd().length) return transaction
  return [transaction, selectionOf(startState, image, main.head < before ? -1 : 1)]
}

/** Inserts typed text after a selected image, so that typing never removes it. */
function typeBehind(view: EditorView, from: number, to: number, words: string): boolean {
  const image = selectedImage(view.state)
  if (image === undefined || image.from !== from || image.to !== to || view.state.readOnly) return false
  view.dispatch({
    changes: { from: to, insert: words },
    selection: { anchor: to + words.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
}
