import { isolateHistory, redo, undo } from '@codemirror/commands'
import { EditorState, Transaction, type Extension } from '@codemirror/state'
import { expect, test } from 'vitest'
import { undoSteps } from '../input/undo-steps'
import { DAY_MS } from '../../../shared/day'
import { isHistoryElsewhere, leavesHistory, ownHistory, takesHistory } from './shared-history'
import { stepTimes } from './step-times'

const editor = (doc: string, ...more: readonly Extension[]) =>
  EditorState.create({ doc, extensions: [ownHistory([]), undoSteps(), ...more] })

const type = (state: EditorState, from: number, insert: string, time = 2) =>
  state.update({
    changes: { from, insert },
    selection: { anchor: from + insert.length },
    annotations: [isolateHistory.of('full'), Transaction.time.of(DAY_MS * time)],
  }).state

const receive = (state: EditorState, from: number, insert: string) =>
  state.update({ changes: { from, insert }, annotations: Transaction.addToHistory.of(false) }).state

const leave = (state: EditorState) => state.update({ effects: leavesHistory() }).state
const take = (here: EditorState, from: EditorState) =>
  here.update({ effects: takesHistory(from, here) }).state

/** The texts that repeated undo leads to. */
function textsOf(state: EditorState, step = undo): readonly string[] {
  const texts: string[] = []
  let now = state
  while (step({ state: now, dispatch: ({ state: next }) => void (now = next) }))
    texts.push(now.doc.toString())
  return texts
}

test('the history goes to another editor of the text, with what can be redone', () => {
  let left = type(type(editor(''), 0, 'one'), 3, ' two')
  undo({ state: left, dispatch: ({ state }) => void (left = state) })
  const right = take(leave(editor('one')), left)
  expect(textsOf(right)).toEqual([''])
  expect(textsOf(right, redo)).toEqual(['one two'])
  expect(right.facet(isHistoryElsewhere)).toBe(false)
  expect(right.field(stepTimes)).toEqual(left.field(stepTimes))
})

test('an editor that left it has none, and takes it back', () => {
  const left = type(editor(''), 0, 'one')
  const gone = leave(left)
  expect(textsOf(gone)).toEqual([])
  expect(gone.facet(isHistoryElsewhere)).toBe(true)
  const right = type(take(leave(editor('one')), left), 0, 'two ')
  expect(textsOf(take(receive(gone, 0, 'two '), right))).toEqual(['one', ''])
})

test('what was written here before the history came lies above it', () => {
  const left = type(type(editor('end'), 0, 'one ', 1), 4, 'two ', 2)
  let right = leave(editor('one two end'))
  right = type(type(right, 8, 'four ', 4), 4, 'three ', 5)
  const leftNow = receive(receive(left, 8, 'four '), 4, 'three ')
  right = take(right, leftNow)
  expect(textsOf(right)).toEqual(['one two four end', 'one two end', 'one end', 'end'])
  expect(right.field(stepTimes).done).toEqual([1, 2, 4, 5].map((day) => day * DAY_MS))
  undo({ state: right, dispatch: ({ state }) => void (right = state) })
  expect(textsOf(right, redo)).toEqual(['one three two four end'])
  expect(right.selection.main.head).toBe(13)
})

test('other extensions of the editor stay as they are', () => {
  const right = take(leave(editor('one', EditorState.tabSize.of(7))), editor('one'))
  expect(right.tabSize).toBe(7)
})
