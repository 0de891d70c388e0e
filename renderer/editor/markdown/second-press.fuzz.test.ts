import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type StateCommand } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { runCommand } from '../testing/run-command'
import { BLOCK_COMMANDS } from './blocks'
import { toggleCode } from './code-mark'
import { toggleMark } from './formatting'
import { wholeBlocks } from './chosen-lines'
import { markdownSupport } from './language'

const { quote } = BLOCK_COMMANDS

function stateOf(text: string, from: number, to: number): EditorState {
  const selection = { anchor: from, head: to }
  const state = EditorState.create({ doc: text, selection, extensions: markdownSupport() })
  ensureSyntaxTree(state, text.length, 10_000)
  return state
}

const INDENTS = ['', '', '', '  ', '    ', '\t', ' ']
const SIGNS = [
  ...[
    '',
    '',
    '',
    '> ',
    '> > ',
    '>',
    '- ',
    '* ',
    '1. ',
    '10) ',
    '- [ ] ',
    '- [x] ',
    '# ',
    '### ',
    '> - ',
    '- > ',
  ],
  ...['> [!note] ', '> # ', '```', '~~~js', '| a | b |', '| - | - |', '---', '$$', ': '],
]
const WORDS = [
  '',
  '',
  'words',
  'two words',
  '**bold words** here',
  'a `code` b',
  '*thin* and __fat__',
  '\\* x',
]
const line = fc
  .tuple(fc.constantFrom(...INDENTS), fc.constantFrom(...SIGNS), fc.constantFrom(...WORDS))
  .map((parts) => parts.join(''))
const asked = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 7 }), fc.nat(), fc.nat())
  .map(([lines, one, other]) => {
    const text = lines.join('\n')
    const ends = [one % (text.length + 1), other % (text.length + 1)] as const
    return { text, from: Math.min(...ends), to: Math.max(...ends) }
  })

const COMMANDS: readonly (readonly [string, StateCommand])[] = [
  ['quote', quote],
  ['code-block', BLOCK_COMMANDS['code-block']],
  ['heading-2', BLOCK_COMMANDS['heading-2']],
  ['list', BLOCK_COMMANDS.list],
  ['task', BLOCK_COMMANDS.task],
  ['bold', toggleMark('**')],
  ['italic', toggleMark('*')],
  ['highlight', toggleMark('==')],
  ['strikethrough', toggleMark('~~')],
  ['code', toggleCode],
]

/** Matches if the sign is before some lines of the selection, or around some of its words, and is then put on all. */
const ON: Readonly<Record<string, RegExp>> = {
  'heading-2': /^[\s>]*## /m,
  list: /^[\s>]*[-*+] /m,
  task: /^[\s>]*[-*+] \[/m,
  bold: /\*\*|__/,
  italic: /[*_]/,
  code: /`/,
}

test.each(COMMANDS)('%s: a second press gives the text back byte for byte', (name, command) => {
  fc.assert(
    fc.property(asked, ({ text, from, to }) => {
      const before = stateOf(text, from, to)
      const once = runCommand(command, before)
      const twice = runCommand(command, once)
      // If a part has the sign, it is first put on everything and then removed from everything.
      if (ON[name]?.test(text) && twice.doc.toString() !== text) {
        expect(runCommand(command, runCommand(command, twice)).doc.toString()).toBe(twice.doc.toString())
        return
      }
      expect(twice.doc.toString()).toBe(text)
      if (once.doc !== before.doc) expect(twice.selection.eq(before.selection)).toBe(true)
    }),
    fuzzRuns(200),
  )
})

const linesOf = (state: EditorState) => String(wholeBlocks(state).map(({ number }) => number))

test('a quotation around a text goes from it again without any other byte, also later', () => {
  fc.assert(
    fc.property(asked, ({ text, from, to }) => {
      // A callout goes as a whole, with its mark.
      fc.pre(!/^[ \t]+$/m.test(text) && !text.includes('[!'))
      const before = stateOf(text, from, to)
      const once = runCommand(quote, before)
      const later = stateOf(once.doc.toString(), once.selection.main.from, once.selection.main.to)
      fc.pre(once.doc.length > text.length)
      // Words beside a quotation become one paragraph with it, and a fence behind a tab begins code.
      fc.pre(linesOf(later) === linesOf(before))
      expect(runCommand(quote, later).doc.toString()).toBe(text)
    }),
    fuzzRuns(200),
  )
})

test.each([
  ['**bold [words] here**', '**bold** words **here**', toggleMark('**')],
  ['**bold w[]ords here**', 'bold words here', toggleMark('**')],
  ['__bold [words] here__', '**bold** words **here**', toggleMark('**')],
  ['*thin [words] here*', '*thin* words *here*', toggleMark('*')],
  ['`some [code] here`', '`some` code `here`', toggleCode],
  ['[a\n\n> b\n> - c\n>   - d\n\ne]', '> a\n>\n> > b\n> > - c\n> >   - d\n>\n> e', quote],
  ['[# one\n1. two]', '- one\n- two', BLOCK_COMMANDS.list],
  ['~~~js\n[code]\n~~~', 'code', BLOCK_COMMANDS['code-block']],
])('%j becomes %j at one press, and is as it was at the next', (marked, between, command) => {
  const text = marked.replace(/[[\]]/g, '')
  const before = stateOf(text, marked.indexOf('['), marked.indexOf(']') - 1)
  const once = runCommand(command, before)
  expect(once.doc.toString()).toBe(between)
  const twice = runCommand(command, once)
  expect(twice.doc.toString()).toBe(text)
  expect(twice.selection.eq(before.selection)).toBe(true)
})

test('a letter typed between two presses ends the first one', () => {
  const once = runCommand(toggleMark('**'), stateOf('**bold words here**', 7, 12))
  const { from, to } = once.selection.main
  const typed = once.update({ changes: { from: once.doc.length, insert: '!' } }).state
  const twice = runCommand(toggleMark('**'), typed.update({ selection: { anchor: from, head: to } }).state)
  expect(twice.doc.toString()).toBe('**bold** **words** **here**!')
})

test('in words that have a mark in part, the second press takes it from all', () => {
  const bold = toggleMark('**')
  const once = runCommand(bold, stateOf('**one** two', 0, 11))
  expect(once.doc.toString()).toBe('**one two**')
  expect(runCommand(bold, once).doc.toString()).toBe('one two')
})
