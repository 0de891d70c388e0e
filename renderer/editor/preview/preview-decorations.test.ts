import { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { previewOf } from './preview-decorations'

/** The ranges that the preview hides. */
function hiddenIn(
  doc: string,
  revealed: readonly number[] = [],
  visible = { from: 0, to: doc.length },
): readonly string[] {
  const state = EditorState.create({ doc, extensions: markdownSupport() })
  const view = { state, visibleRanges: [visible] } as unknown as EditorView
  const pieces: string[] = []
  previewOf(view, { lines: new Set(revealed), formulas: new Set(), cells: [] }).marks.between(
    0,
    doc.length,
    (from, to, { point, spec }) => {
      if (point && to > from && spec.widget === undefined) pieces.push(doc.slice(from, to))
    },
  )
  return pieces
}

test.each([
  [
    'the brackets and the target of a link in one piece',
    'See [here](https://a.org) now',
    ['[', '](https://a.org)'],
  ],
  [
    'what closes together, marks and links',
    '**[here](https://a.org)** now',
    ['**', '[', '](https://a.org)**'],
  ],
  ['marks that close together, while each opens for itself', '***now***', ['*', '**', '***']],
  ['marks apart', '*one* and *two*', ['*', '*', '*', '*']],
  ['the title of a link with its target', 'See [here]( /a "Map" ) now', ['[', ']( /a "Map" )']],
  ['two brackets of a link by title', 'See [[Tide]] now', ['[[', ']]']],
  ['the marks of a footnote', 'Salt[^1] here\n\n[^1]: A tax', ['[^', ']', '[^', ']:']],
  ['the marks of raised and lowered letters', '10^2^ of H~2~O', ['^', '^', '~', '~']],
  ['marks of two lines', '*one*\n*two*', ['*', '*', '*', '*']],
])('%s', (_, text, pieces) => expect(hiddenIn(text)).toEqual(pieces))

test('hides nothing where the cursor is', () =>
  expect(hiddenIn('See [here](https://a.org)', [0])).toEqual([]))

test('in a long line only what is near the screen is decorated', () => {
  const line = '*a* and a few words '.repeat(900)
  expect(hiddenIn(line)).toHaveLength(1_800)
  expect(hiddenIn(line, [], { from: 8_000, to: 8_400 })).toHaveLength(2 * 520 + 1)
})

/** The words with the sign of a hard line break, and whether its source is hidden. */
function breaksIn(doc: string, revealed: readonly number[] = []): readonly string[] {
  const state = EditorState.create({ doc, extensions: markdownSupport() })
  const view = { state, visibleRanges: [{ from: 0, to: doc.length }] } as unknown as EditorView
  const found: string[] = []
  previewOf(view, { lines: new Set(revealed), formulas: new Set(), cells: [] }).marks.between(
    0,
    doc.length,
    (from, to, { spec }) => {
      const name = String(spec.class)
      if (name.startsWith('cm-hard-break'))
        found.push(`${name.endsWith('hidden') ? 'hidden ' : ''}${JSON.stringify(doc.slice(from, to))}`)
    },
  )
  return found
}

test.each([
  ['one  \ntwo', ['"  "']],
  ['one     \ntwo', ['"     "']],
  ['one\\\ntwo', ['hidden "\\\\"']],
  ['> one  \n> two', ['"  "']],
  ['- one\\\n  two', ['hidden "\\\\"']],
  ['one \ntwo', []],
  ['one  \n\ntwo  ', []],
  ['one\\\\\ntwo', []],
  ['```\none  \ntwo\\\n```', []],
  ['# one  \ntwo', []],
])('the hard breaks of %j', (doc, breaks) => expect(breaksIn(doc)).toEqual(breaks))

test('a backslash that breaks the line is shown where the caret is', () =>
  expect(breaksIn('one\\\ntwo', [0])).toEqual(['"\\\\"']))
