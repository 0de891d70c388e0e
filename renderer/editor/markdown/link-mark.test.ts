import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from './language'
import {
  addressKeys,
  deleteBegun,
  insertLink,
  leaveAddress,
  leaveBegun,
  leaveWritten,
  takeBegunBack,
  toAddress,
} from './link-mark'

/** `«` and `»` enclose the selection before and after; `‸` marks a cursor, of which there may be several. */
function apply(marked: string, ...commands: readonly StateCommand[]): string {
  const from = marked.search(/[«‸]/)
  let state = EditorState.create({
    doc: marked.replace(/[«»‸]/g, ''),
    selection: EditorSelection.single(from, marked.includes('»') ? marked.indexOf('»') - 1 : from),
    extensions: [markdownSupport(), addressKeys, EditorState.allowMultipleSelections.of(true)],
  })
  for (const command of commands.length > 0 ? commands : [insertLink])
    command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { ranges } = state.selection
  return ranges.toReversed().reduce((text, { from: begin, to: end, empty }) => {
    const inner = empty ? '‸' : `«${text.slice(begin, end)}»`
    return text.slice(0, begin) + inner + text.slice(end)
  }, state.doc.toString())
}

test.each([
  ['a «word» b', 'a [word](‸) b'],
  ['a wo‸rd b', 'a [word](‸) b'],
  ['a «word »b', 'a [word](‸) b'],
  ['a«  word »', 'a  [word](‸) '],
  ['«- word»', '- [word](‸)'],
  ['a «*word*» b', 'a *[word](‸)* b'],
  ['a **b «c** d»', 'a **b** [**c** d](‸)'],
  ['«a **b» c**', '[a **b**](‸) **c**'],
])('words become the text of one link: %s', (before, after) => {
  expect(apply(before)).toBe(after)
})

test.each([
  ['«one\n\ntwo»', '[one](‸)\n\n[two](‸)'],
  ['- «one\n- two»', '- [one](‸)\n- [two](‸)'],
  ['| «a | b» |\n| - | - |', '| [a](‸) | [b](‸) |\n| - | - |'],
  ['«see [this](/1) now»', '[see](‸) [this](/1) [now](‸)'],
])('each block, each cell and each gap between links has one of its own: %s', (before, after) => {
  expect(apply(before)).toBe(after)
})

test.each([
  ['«https://example.org»', '[‸](https://example.org)'],
  ['«https://example.org »', '[‸](https://example.org) '],
  ['«  »', '  [‸]()'],
  ['a ‸ b', 'a [‸]() b'],
])('an address becomes its target, and from nothing but space a link is begun: %s', (before, after) => {
  expect(apply(before)).toBe(after)
})

test.each([
  ['a [wo‸rd](/1) b', 'a [word](«/1») b'],
  ['a [«word»](/1) b', 'a [word](«/1») b'],
  ['a «[word](/1)» b', 'a [word](«/1») b'],
  ['a [wo‸rd]() b', 'a [word](‸) b'],
])('of a link the address is selected: %s', (before, after) => {
  expect(apply(before)).toBe(after)
})

test('a link without an address is taken away again', () => {
  expect(apply('a «[word]()» b')).toBe('a «word» b')
})

test('a text that may not be changed stays as it is', () => {
  const state = EditorState.create({ doc: 'word', extensions: [EditorState.readOnly.of(true)] })
  expect(insertLink({ state, dispatch: () => expect.unreachable() })).toBe(false)
})

test.each([
  ['a [wor‸ds]() b', 'a [words](‸) b'],
  ['a [‸]() b', 'a [](‸) b'],
  ['a [**wor‸ds**]() b', 'a [**words**](‸) b'],
  ['a [wor‸ds](/1) b', 'a [wor‸ds](/1) b'],
  ['a [words][‸1] b', 'a [words][‸1] b'],
])('Tab leads from the words of a link to the address that is missing: %s', (before, after) => {
  expect(apply(before, toAddress)).toBe(after)
})

test.each([
  ['a [words](/1‸) b', 'a [words](/1)‸ b'],
  ['a [words](‸) b', 'a [words]()‸ b'],
  ['- a [words](<b ‸c> "d")', '- a [words](<b c> "d")‸'],
  ['a [words](«/1») b', 'a [words](/1)‸ b'],
  ['a [words](/my notes‸) b', 'a [words](</my notes>)‸ b'],
  ['a [wor‸ds](/1) b', 'a [wor‸ds](/1) b'],
  ['a (/1‸) b', 'a (/1‸) b'],
])('Enter leads out of an address, behind the link: %s', (before, after) => {
  expect(apply(before, leaveAddress)).toBe(after)
})

test.each([
  ['- a [words](/1‸) b', '- a [words](/1)‸ b'],
  ['| [words](/1‸) |\n| - |', '| [words](/1)‸ |\n| - |'],
  ['a [words](/my notes‸) b', 'a [words](</my notes>)‸ b'],
  ['a [words](‸) b', 'a [words](‸) b'],
  ['- a [wor‸ds](/1) b', '- a [wor‸ds](/1) b'],
])('Tab and Escape lead out of an address once it is written: %s', (before, after) => {
  expect(apply(before, leaveWritten)).toBe(after)
})

const typing =
  (words: string): StateCommand =>
  ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection(words), { userEvent: 'input.type' }))
    return true
  }

test.each([
  ['a ‸ b', [], 'a ‸ b'],
  ['a «word» b', [], 'a «word» b'],
  ['a wo‸rd b', [], 'a word‸ b'],
  ['a «https://example.org» b', [], 'a «https://example.org» b'],
  ['«one\n\ntwo»', [], '«one\n\ntwo»'],
  ['a ‸ b', [typing('word')], 'a word‸ b'],
  ['a ‸ b', [typing('word'), toAddress], 'a word‸ b'],
  ['a «word» b', [typing('/1')], 'a [word](/1‸) b'],
  ['a «word» b', [leaveAddress, typing(' c')], 'a [word]() c‸ b'],
])('Escape takes a link that was only begun back: %j', (before, steps, after) => {
  expect(apply(before, insertLink, ...steps, takeBegunBack)).toBe(after)
})

test('Escape leaves a link that stood there as it is', () => {
  expect(apply('a [word](‸) b', takeBegunBack)).toBe('a [word](‸) b')
  expect(apply('a [wo‸rd]() b', insertLink, takeBegunBack)).toBe('a [word](‸) b')
})

test.each([
  ['a ‸ b', [], 'a ‸ b'],
  ['a «word» b', [], 'a «word» b'],
  ['a «https://example.org» b', [], 'a «https://example.org» b'],
  ['a ‸ b', [typing('c'), toAddress], 'a c‸ b'],
  ['a ‸ b', [typing('c')], 'a [c‸]() b'],
  ['a «word» b', [typing('/1')], 'a [word](/1‸) b'],
])('Backspace takes a link that was only begun back where it is empty: %j', (before, steps, after) => {
  expect(apply(before, insertLink, ...steps, deleteBegun)).toBe(after)
})

test('Backspace leaves an empty link that stood there as it is', () => {
  expect(apply('a [word](‸) b', deleteBegun)).toBe('a [word](‸) b')
})

test.each([
  ['- a ‸', [typing('b'), toAddress, typing('/1')], '- a [b](/1)‸'],
  ['- a «b»', [typing('/my notes')], '- a [b](</my notes>)‸'],
  ['- a [b‸](/1)', [typing('/2')], '- a [b](/2)‸'],
])('Tab leads out of an address that was begun or chosen here: %j', (before, steps, after) => {
  expect(apply(before, insertLink, ...steps, leaveBegun)).toBe(after)
})

test('Tab stays in an address that stood there, or was left', () => {
  expect(apply('- a [b](/1‸)', leaveBegun)).toBe('- a [b](/1‸)')
  const back: StateCommand = ({ state, dispatch }) => {
    dispatch(state.update({ selection: { anchor: state.selection.main.head - 1 } }))
    return true
  }
  const steps = [typing('/1'), leaveBegun, back, leaveBegun]
  expect(apply('- a «b»', insertLink, ...steps)).toBe('- a [b](/1‸)')
})

test.each([
  ['a ‸ b', 'https://example.org', 'a [https://example.org](https://example.org)‸ b'],
  ['a ‸ b', 'the map', 'a [the map](‸) b'],
])('words of a begun link that are an address become its address: %j %j', (before, words, after) => {
  expect(apply(before, insertLink, typing(words), toAddress)).toBe(after)
})
