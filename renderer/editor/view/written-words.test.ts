import { history, redo, undo } from '@codemirror/commands'
import { EditorState, Transaction, type ChangeSpec } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writtenWords } from './written-words'

/** The bare state of an editor: typing, words from elsewhere, undo and redo. */
function editor() {
  let state = EditorState.create({ extensions: [history(), writtenWords(() => {})] })
  const dispatch = (transaction: Transaction) => (state = transaction.state)
  return {
    text: () => state.doc.toString(),
    type: (changes: ChangeSpec) => dispatch(state.update({ changes, userEvent: 'input.type' })),
    elsewhere: (changes: ChangeSpec) =>
      dispatch(
        state.update({
          changes,
          annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
        }),
      ),
    undo: () => undo({ state, dispatch }),
    redo: () => redo({ state, dispatch }),
  }
}

test('words from elsewhere come into a text that was typed over with fewer', () => {
  const { text, type, elsewhere, undo: back } = editor()
  type({ from: 0, insert: 'Boats lie on the mud.' })
  type({ from: 0, to: 21, insert: 'Spoilt.' })
  elsewhere({ from: 0, to: 6, insert: 'Boats lie on the mud' })
  expect(text()).toBe('Boats lie on the mud.')
  back()
  elsewhere({ from: 0, insert: 'x' })
  expect(text().startsWith('x')).toBe(true)
})

test('whatever is typed, comes from elsewhere, is undone and done again: nothing throws', () => {
  const place = fc.nat(60)
  const step = fc.record({
    kind: fc.constantFrom('type', 'type', 'elsewhere', 'undo', 'redo'),
    from: place,
    to: place,
    insert: fc.string({ maxLength: 12 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const one = editor()
      for (const { kind, from, to, insert } of steps) {
        const length = one.text().length
        const [first, last] = [from % (length + 1), to % (length + 1)]
        const changes = { from: Math.min(first, last), to: Math.max(first, last), insert }
        if (kind === 'type') one.type(changes)
        else if (kind === 'elsewhere') one.elsewhere(changes)
        else if (kind === 'undo') one.undo()
        else one.redo()
      }
    }),
    { numRuns: 1_000 },
  )
})
