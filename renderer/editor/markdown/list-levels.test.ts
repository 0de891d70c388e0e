import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { markdownSupport } from './language'
import { liftItems, nestItems } from './list-levels'

/** The text after a command, with `|` for the cursor and `[` … `]` around the selection before it. */
function run(command: typeof nestItems, marked: string): string {
  const from = marked.search(/[‹|]/)
  const doc = marked.replace(/[‹›|]/g, '')
  const to = marked.includes('›') ? marked.indexOf('›') - 1 : from
  let state = EditorState.create({
    doc,
    selection: { anchor: from, head: to },
    extensions: [markdownSupport(), EditorState.tabSize.of(4)],
  })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  return state.doc.toString()
}

describe('Tab puts an item into the one above', () => {
  test.each([
    ['bullets', '- one\n- two|', '- one\n  - two'],
    ['numbers, in the column of the words', '1. first\n2. second|', '1. first\n   1. second'],
    ['with two digits', '10. ten\n11. eleven|', '10. ten\n    1. eleven'],
    ['what follows is numbered anew', '1. one\n2. two|\n3. three', '1. one\n   1. two\n2. three'],
    ['after a list in it', '1. one\n   1. a\n2. two|\n3. three', '1. one\n   1. a\n   2. two\n2. three'],
    ['as the list that is there', '1. one\n   - a\n2. two|', '1. one\n   - a\n   - two'],
    [
      'with what belongs to it',
      '- one\n- two|\n  - three\n\n  words',
      '- one\n  - two\n    - three\n\n    words',
    ],
    ['several', '- one\n- ‹two\n- thr›ee\n- four', '- one\n  - two\n  - three\n- four'],
    ['in a quotation', '> - one\n> - two|', '> - one\n>   - two'],
    ['a task', '- [ ] one\n- [x] two|', '- [ ] one\n  - [x] two'],
    ['an empty item', '1. one\n2. |', '1. one\n   1. '],
    ['all the same number', '1. one\n1. two\n1. three|', '1. one\n1. two\n   1. three'],
    ['indented by tabs', '- one\n- two|\n\t- three', '- one\n  - two\n\t  - three'],
    ['the first stays', '- one|\n- two', '- one\n- two'],
    [
      'a number that gets narrower takes its words along',
      '9. nine\n10. ten|\n11. eleven\n    - in it',
      '9. nine\n   1. ten\n10. eleven\n    - in it',
    ],
  ])('%s', (_name, before, after) => {
    expect(run(nestItems, before)).toBe(after)
  })
})

describe('Shift+Tab takes it out again', () => {
  test.each([
    ['bullets', '- one\n  - two|', '- one\n- two'],
    ['from before its indent', '- one\n|  - two', '- one\n- two'],
    ['numbers', '1. one\n   1. two|\n2. three', '1. one\n2. two\n3. three'],
    ['as the list outside', '1. one\n   - two|', '1. one\n2. two'],
    ['what follows goes into it', '1. one\n   1. two|\n   2. three', '1. one\n2. two\n   1. three'],
    ['with room for a wider number', '9. nine\n   - a|\n   - b', '9. nine\n10. a\n    - b'],
    ['in a quotation', '> - one\n>   - two|', '> - one\n> - two'],
    ['indented by a tab', '- one\n\t- two|', '- one\n- two'],
    ['outermost, it stays', '- one\n- two|', '- one\n- two'],
  ])('%s', (_name, before, after) => {
    expect(run(liftItems, before)).toBe(after)
  })
})
