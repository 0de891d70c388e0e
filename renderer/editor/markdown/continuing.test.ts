import { insertNewlineAndIndent } from '@codemirror/commands'
import { EditorState, type StateCommand } from '@codemirror/state'
import { keymap, type EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { continueMarkup, deleteMark } from './continuing'
import { markdownSupport } from './language'

/**
 * The result of a key in a text with `|` for the cursor, or `⟦` and `⟧` around the selection; `undefined` if the key is
 * left to the next binding.
 */
function press(key: StateCommand, marked: string): string | undefined {
  const at = marked.search(/[|⟦]/)
  const end = marked.indexOf('⟧') - 1
  let state = EditorState.create({
    doc: marked.replace(/[|⟦⟧]/g, ''),
    selection: { anchor: at, head: Math.max(at, end) },
    extensions: markdownSupport(),
  })
  const isTaken = key({ state, dispatch: (transaction) => (state = transaction.state) })
  const text = state.doc.toString()
  const { head } = state.selection.main
  return isTaken ? `${text.slice(0, head)}|${text.slice(head)}` : undefined
}

test.each([
  ['a list goes on', '- one|', '- one\n- |'],
  ['an empty item ends it, with an empty line, the second too', '- one\n- |', '- one\n\n|'],
  ['and the third', '- one\n- two\n- |', '- one\n- two\n\n|'],
  ['an empty line is there already', '- one\n\n- |', '- one\n\n|'],
  ['in a quotation', '> - one\n> - |', '> - one\n>\n> |'],
  ['an empty task', '- [x] one\n- [ ] |', '- [x] one\n\n|'],
  ['items follow', '1. one\n2. |\n3. two\n4. three', '1. one\n\n|\n\n2. two\n3. three'],
  [
    'an empty item of a list in a list is one of the outer list',
    '- one\n  - two\n  - |',
    '- one\n  - two\n- |',
  ],
  ['numbers go on', '1. one\n2. two|', '1. one\n2. two\n3. |'],
  ['and end', '1. one\n2. |', '1. one\n\n|'],
  ['a task comes after a task', '- [x] one|', '- [x] one\n- [ ] |'],
  [
    'before the words of an item an empty one with its space stays above',
    '- one\n- |two',
    '- one\n- \n- |two',
  ],
  ['and a number with its space', '1. one\n2. |two\n3. three', '1. one\n2. \n3. |two\n4. three'],
  ['and an empty task', '- [ ] |two', '- [ ] \n- [ ] |two'],
  ['a quote goes on', '> one|', '> one\n> |'],
  ['an empty line ends it and stays', '> one\n> |', '> one\n\n|'],
  ['a quote in a quote', '> > one\n> > |', '> > one\n>\n> |'],
  ['in the middle of a quote too', '> one\n> |\n> two', '> one\n\n|\n\n> two'],
  ['a quote that was only begun', '> |', '|'],
  ['after an ended list nothing of a quote is left', '> - one\n>\n> |', '> - one\n\n|'],
  ['after empty lines in a quote too', '> one\n>\n>\n> |', '> one\n\n|'],
  ['only the inner quote ends', '> > one\n> >\n> > |', '> > one\n>\n> |'],
  ['code that begins an item', '- ```js|', '- ```js\n  |'],
  ['code that begins an item of a list in a list', '1. a\n   1. ```|', '1. a\n   1. ```\n      |'],
  ['code in a quotation', '> ```|', '> ```\n> |'],
  ['its further lines', '> ```\n>   one|', '> ```\n>   one\n>   |'],
  ['what comes after it', '> ```\n> one\n> ```|', '> ```\n> one\n> ```\n> |'],
  ['code in an item in a quotation', '> - ```\n>   one|', '> - ```\n>   one\n>   |'],
  ['an empty line in an item leaves the item', '1. > one\n\n   |', '1. > one\n\n|'],
  ['to the item around it', '- one\n  - two\n\n    |', '- one\n  - two\n\n  |'],
  ['in the middle no quote begins with an empty line', '> one\n>\n> |\n>\n> two', '> one\n\n|\n\n> two'],
])('%s', (_name, before, after) => {
  expect(press(continueMarkup, before)).toBe(after)
})

test.each([
  ['- a\n- ⟦b\n- c⟧\n- d', '- a\n- \n- |\n- d'],
  ['- a\n- ⟦b\n- ⟧c\n- d', '- a\n- \n- |c\n- d'],
  ['- a\n- ⟦b\n⟧- c\n- d', '- a\n- \n- |c\n- d'],
  ['- a⟦b\n- c⟧d\n- e', '- a\n- |d\n- e'],
  ['- a\n- ⟦b⟧\n- c', '- a\n- \n- |\n- c'],
  ['- [x] ⟦a\n- [x] b⟧\n- c', '- [x] \n- [ ] |\n- c'],
  ['1. a\n2. ⟦b\n3. c\n4. d⟧\n5. e', '1. a\n2. \n3. |\n4. e'],
  ['1. a⟦b\n2. c\n3. d⟧e\n4. f\n9. g', '1. a\n2. |e\n3. f\n9. g'],
  ['> a⟦b\n> c⟧d', '> a\n> |d'],
  ['1. ⟦\n2. b⟧b\n3. c', '1. \n2. |b\n3. c'],
  ['- a\n- ⟦\n- b⟧\n- c', '- a\n- \n- |\n- c'],
  ['- a\n- ⟦\n- b\n⟧- c', '- a\n- \n- |c'],
  ['> ⟦\n> b⟧b', '> \n> |b'],
])('Enter over a selection goes on with the item that it begins in: %j', (before, after) => {
  expect(press(continueMarkup, before)).toBe(after)
})

test.each(['a ⟦b\nc⟧ d', '⟦- a\n- b⟧\n- c'])('Enter over words of no item is a break: %j', (before) => {
  expect(press(continueMarkup, before)).toBeUndefined()
})

test('an empty line in a code block is one of it', () => {
  expect(press(continueMarkup, '- ```\n  one\n  |\n  ```')).toBeUndefined()
})

test('a mark in a code block is text', () => {
  expect(press(continueMarkup, '```\n> |\n```')).toBeUndefined()
})

test.each([
  [' one|', ' one\n|'],
  ['   one|', '   one\n|'],
  [' one| two', ' one\n|two'],
  ['one\n\n two\n three|', 'one\n\n two\n three\n|'],
  ['　一つ|', '　一つ\n|'],
  ['  # one|', '  # one\n|'],
  ['one\n  |', 'one\n\n|'],
  ['  |', '\n|'],
  ['    code|', '    code\n    |'],
  ['    code\n    |', '    code\n\n    |'],
  ['```\n  a|\n```', '```\n  a\n  |\n```'],
  ['<div>\n  a|\n</div>', '<div>\n  a\n  |\n</div>'],
  ['---\na:\n  - b|\n---', '---\na:\n  - b\n  |\n---'],
  ['$$\n  a|\n$$', '$$\n  a\n  |\n$$'],
  ['- one\n\n  two|', '- one\n\n  two\n  |'],
  ['- one\n\n  two\n  |', '- one\n\n  two\n\n  |'],
  ['a\n: one\n    two|', 'a\n: one\n    two\n    |'],
  ['[^1]: one\n    two|', '[^1]: one\n    two\n    |'],
])('Enter goes on at the indent of code and lists, and not at that of prose: %j', (before, after) => {
  const enter: StateCommand = (target) => continueMarkup(target) || insertNewlineAndIndent(target)
  expect(press(enter, before)).toBe(after)
})

test.each([
  ['a bullet', '- one\n- |', '- one\n\n|'],
  ['a number', '1. one\n2. |', '1. one\n\n|'],
  ['a task', '- [ ] one\n- [ ] |', '- [ ] one\n\n|'],
  ['the only one', '- [ ] |', '|'],
  ['after an empty line', '- one\n\n- |', '- one\n\n|'],
  ['with words after the list', '- one\n- |\n\nwords', '- one\n\n|\n\nwords'],
  ['in a quotation', '> - one\n> - |', '> - one\n>\n> |'],
  ['of a list in a list', '- one\n  - two\n  - |', '- one\n  - two\n\n  |'],
  ['of a list in a numbered one', '1. one\n   - [ ] two\n   - [ ] |', '1. one\n   - [ ] two\n\n   |'],
  ['alone in the item above', '- [ ] one\n  - [ ] |', '- [ ] one\n\n  |'],
  ['among others only the mark goes', '1. one\n2. |\n3. two', '1. one\n|\n2. two'],
  ['in a quotation too', '> 1. one\n> 2. |\n> 3. two', '> 1. one\n> |\n> 2. two'],
  ['before a list in it', '- one\n- |\n  - two', '- one\n|\n  - two'],
  ['a task with words becomes an item first', '- [ ] one\n- [ ] |two', '- [ ] one\n- |two'],
  ['in a list too', '- [ ] one\n  - [x] |two', '- [ ] one\n  - |two'],
])('Backspace on an empty item takes its mark away, with its spaces: %s', (_name, before, after) => {
  expect(press(deleteMark, before)).toBe(after)
})

test.each([
  ['- [x] |two', '- |two'],
  ['1. one\n2. |two', '1. one\n   |two'],
  ['10. |two', '|two'],
  ['> - [ ] |two', '> - |two'],
  ['1. |', '|'],
  ['- one two|', undefined],
])('Ctrl+Backspace takes the mark before words as a whole, as Backspace does: %j', (before, after) => {
  const bindings = EditorState.create({ extensions: markdownSupport() }).facet(keymap).flat()
  const runs = bindings.flatMap(({ key, run }) => (key === 'Mod-Backspace' && run ? [run] : []))
  expect(press((target) => runs.some((run) => run(target as EditorView)), before)).toBe(after)
})
