import { history, undo } from '@codemirror/commands'
import { EditorState, Text, type Transaction } from '@codemirror/state'
import { expect, test } from 'vitest'
import { editorView } from '../../../shared/ipc/ipc-records'
import { stepTimes } from '../undo/step-times'
import { fingerprint, keepView, readAhead, restoreState } from './kept-view'

const config = { extensions: [history()] }

function written(): EditorState {
  const state = EditorState.create({ doc: 'one', ...config })
  return state.update({ changes: { from: 3, insert: ' two' }, selection: { anchor: 7 } }).state
}

test('cursor and undo history come back with the text that they belong to', () => {
  const kept = keepView(written(), 120, { from: 3, y: 40 })
  const { state, line } = restoreState(Text.of(['one two']), kept, config)
  expect(state.selection.main.head).toBe(7)
  expect(line).toEqual({ from: 3, y: 40 })
  let undone = state
  expect(undo({ state, dispatch: (transaction) => (undone = transaction.state) })).toBe(true)
  expect(undone.doc.toString()).toBe('one')
})

test('of a history that is longer than main takes, the nearest steps come back', () => {
  const long = 'a'.repeat(400_000)
  let state = EditorState.create({ doc: 'one', ...config })
  for (let step = 0; step < 10; step++) {
    state = state.update({ changes: { from: 3, insert: long }, userEvent: 'input.paste' }).state
    state = state.update({ changes: { from: 3, to: 3 + long.length }, userEvent: 'input.drop' }).state
  }
  const kept = keepView(state, 0, undefined)
  expect(editorView.safeParse(kept).success).toBe(true)
  const restored = restoreState(state.doc, kept, config)
  let undone = restored.state
  const dispatch = (transaction: Transaction) => void (undone = transaction.state)
  expect(undo({ state: undone, dispatch })).toBe(true)
  expect(undone.doc.length).toBe(3 + long.length)
  expect(undo({ state: undone, dispatch })).toBe(true)
  expect(undone.doc.toString()).toBe('one')
})

test('the times of the steps come back with them', () => {
  const timed = { extensions: [history(), stepTimes] }
  const before = EditorState.create({ doc: 'one', ...timed })
  const { state: after } = before.update({ changes: { from: 3, insert: ' two' } })
  const { state } = restoreState(Text.of(['one two']), keepView(after, 0, undefined), timed)
  expect(state.field(stepTimes)).toEqual(after.field(stepTimes))
  expect(state.field(stepTimes).done).toHaveLength(1)
})

test('words that were typed at the cursor after the view was kept are one more step', () => {
  const timed = { extensions: [history(), stepTimes] }
  const before = EditorState.create({ doc: 'one', ...timed })
  const { state: after } = before.update({ changes: { from: 0, insert: 'two ' }, selection: { anchor: 4 } })
  const kept = { ...keepView(after, 0, undefined), anchor: 11, head: 11 }
  const { state, line } = restoreState(Text.of(['two and', 'so one']), kept, timed)
  expect(line).toEqual({ from: 11 })
  const seen: string[] = []
  let now = state
  while (undo({ state: now, dispatch: (transaction) => (now = transaction.state) }))
    seen.push(now.doc.toString())
  expect(seen).toEqual(['two one', 'one'])
  expect(state.field(stepTimes).done).toHaveLength(2)
})

test('with another text only the cursor comes back, within the text', () => {
  const kept = keepView(written(), 120, { from: 3, y: 0 })
  const { state } = restoreState(Text.of(['1']), kept, config)
  expect(state.selection.main.head).toBe(1)
  expect(undo({ state, dispatch: () => undefined })).toBe(false)
})

test.each([undefined, '', '{', 'null', '{"text":1}', '{"text":"3:1","history":{"done":"no"}}'])(
  'a history that cannot be read (%j) costs the history alone',
  (kept) => {
    const view = { anchor: 1, head: 2, scrollTop: 0, ...(kept === undefined ? {} : { history: kept }) }
    const { state } = restoreState(Text.of(['one']), view, config)
    expect(state.doc.toString()).toBe('one')
    expect(state.selection.main.anchor).toBe(1)
  },
)

test('a damaged history of the right text costs the history alone', () => {
  const text = Text.of(['one'])
  const broken = JSON.stringify({
    text: fingerprint(text),
    history: { done: [{ changes: 'x' }], undone: [] },
    head: 3,
  })
  const { state } = restoreState(text, { anchor: 0, head: 3, scrollTop: 0, history: broken }, config)
  expect(state.doc.toString()).toBe('one')
  expect(state.selection.main.head).toBe(3)
})

test('a fingerprint is of the text alone, however it came about, and any other text has another', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`)
  let typed = Text.of(lines.slice(0, 2_000))
  typed = typed.append(Text.of(['', ...lines.slice(2_000)]))
  expect(fingerprint(typed)).toBe(fingerprint(Text.of(lines)))
  for (const at of [0, 17, typed.length >> 1, typed.length - 1]) {
    expect(fingerprint(typed.replace(at, at + 1, Text.of(['x'])))).not.toBe(fingerprint(typed))
    const there = typed.replace(at, at, Text.of(['a', 'b']))
    expect(fingerprint(there.replace(at, at + 3, Text.empty))).toBe(fingerprint(typed))
  }
})

const longText = Text.of(Array.from({ length: 50_000 }, () => 'one line among many others'))
const typed = (state: EditorState): EditorState =>
  state.update({ changes: { from: 600_000, insert: 'a' } }).state

test('keeping the view of a long text reads none of it where nothing was typed', () => {
  const read = countReading()
  keepView(EditorState.create({ doc: longText, ...config }), 0, undefined)
  expect(read.stop()).toBe(0)
})

test('read ahead bit by bit, a long text is read no more than a key needs when its view is kept', () => {
  const state = typed(EditorState.create({ doc: longText, ...config }))
  let turns = 0
  for (let left = 3; !readAhead(state.doc, () => left-- > 0); left = 3) turns += 1
  expect(turns).toBeGreaterThan(100)
  const read = countReading()
  keepView(typed(state), 0, undefined)
  expect(read.stop()).toBeLessThan(20_000)
})

/** Counts the characters that are read from any text. */
function countReading() {
  let characters = 0
  const restore = [Text.empty, Text.of(Array<string>(100).fill(''))].map((sample) => {
    const prototype = Object.getPrototypeOf(sample) as Text
    const { sliceString } = prototype
    prototype.sliceString = function (this: Text, ...range) {
      const text = sliceString.apply(this, range)
      characters += text.length
      return text
    }
    return () => (prototype.sliceString = sliceString)
  })
  return {
    stop() {
      restore.forEach((putBack) => putBack())
      return characters
    },
  }
}
