import { redo } from '@codemirror/commands'
import { EditorSelection, EditorState, Transaction } from '@codemirror/state'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../../shared/day'
import { markdownSupport } from '../markdown/language'
import { runCommand } from '../testing/run-command'
import { typeInto } from '../testing/type-into'
import { typedSigns } from './pairs'
import { undo } from '../undo/undo'
import { undoSteps } from './undo-steps'

const editor = (quotationMarks: 'typed' | 'english'): EditorState =>
  EditorState.create({
    extensions: [
      markdownSupport(),
      undoSteps(),
      EditorState.allowMultipleSelections.of(true),
      typedSigns({ quotationMarks, typographicDashes: false, language: 'en', closesPairs: true }),
    ],
  })

/** Moves the cursor before the last character and back, as a writer does to check it. */
const lookBack = (state: EditorState): EditorState => {
  const { head } = state.selection.main
  const back = state.update({ selection: { anchor: head - 1 }, userEvent: 'select' }).state
  return back.update({ selection: { anchor: head }, userEvent: 'select' }).state
}

test.each([
  ['typed', '("q")', (state: EditorState) => state],
  ['english', '("q")', (state: EditorState) => state],
  ['typed', '[a](b', lookBack],
  ['english', '(see "q', lookBack],
] as const)(
  'every undo takes something back, and redo ends behind what was typed over: %s %s',
  (quotationMarks, signs, pause) => {
    const typed = pause(typeInto(editor(quotationMarks), signs))
    let state = typeInto(typed, typed.sliceDoc(typed.selection.main.head))
    const { doc, selection } = state
    for (let before = state; (state = runCommand(undo, before)) !== before; before = state)
      expect(state.doc.eq(before.doc)).toBe(false)
    expect(state.doc.length).toBe(0)
    for (let before = state; (state = runCommand(redo, before)) !== before;) before = state
    expect(state.doc.eq(doc)).toBe(true)
    expect(state.selection.main.head).toBe(selection.main.head)
  },
)

test('a pause before the space behind a word ends a step, as one behind that space does', () => {
  let state = editor('typed')
  let now = 10 * DAY_MS
  const type = (words: string) => {
    for (const insert of words) {
      const at = state.doc.length
      const changes = { from: at, insert }
      const spec = { changes, selection: { anchor: at + 1 }, userEvent: 'input.type' }
      state = state.update({ ...spec, annotations: Transaction.time.of((now += 50)) }).state
    }
  }
  type('Low water')
  now += 600
  type(' and high water')
  expect(runCommand(undo, state).doc.toString()).toBe('Low water ')
})

const ranges = ({ selection }: EditorState) => selection.ranges.map(({ anchor, head }) => [anchor, head])

test.each([
  ['typing over a selection', (state: EditorState) => typeInto(state, 'A new one')],
  [
    'a paste',
    (state: EditorState) =>
      state.update(state.replaceSelection('A new one'), { userEvent: 'input.paste' }).state,
  ],
  [
    'a command that selects its words',
    (state: EditorState) => state.update({ changes: { from: 0, insert: '**' }, userEvent: 'input' }).state,
  ],
])('redo leads back to the selection after the step: %s', (_name, step) => {
  for (const selection of [
    EditorSelection.single(0, 29),
    EditorSelection.create([EditorSelection.range(4, 7), EditorSelection.range(13, 8)], 1),
  ]) {
    const begun = editor('typed').update({
      changes: { from: 0, insert: 'The old sentence stands here.' },
    }).state
    const typed = step(begun.update({ selection, userEvent: 'select' }).state)
    let before = typed
    while (!before.doc.eq(begun.doc)) before = runCommand(undo, before)
    const moved = before.update({ selection: { anchor: 2 }, userEvent: 'select' }).state
    for (const undone of [before, moved]) {
      let redone = undone
      while (!redone.doc.eq(typed.doc)) redone = runCommand(redo, redone)
      expect(ranges(redone)).toEqual(ranges(typed))
    }
  }
})
