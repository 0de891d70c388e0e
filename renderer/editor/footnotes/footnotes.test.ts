import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import { runMarked } from '../testing/run-command'
import { insertFootnote, renumberFootnotes } from './edits'
import { followFootnote } from './follow'
import { footnoteParts, orphanFootnotes } from './parts'

test.each([
  ['tide‸ was late', 'tide[^1] was late\n\n[^1]: ‸'],
  ['tide‸\n\nend\n', 'tide[^1]\n\nend\n\n[^1]: ‸\n'],
  [
    'a[^1] b‸ c[^7]\n\n[^1]: one\n[^7]: seven\n\nafter',
    'a[^1] b[^8] c[^7]\n\n[^1]: one\n[^7]: seven\n[^8]: ‸\n\nafter',
  ],
  ['[^1]: above\n\na[^1] b‸', '[^1]: above\n[^2]: ‸\n\na[^1] b[^2]'],
  ['a[^note]‸\n\n[^note]: words\n\n    more', 'a[^note][^1]\n\n[^note]: words\n\n    more\n[^1]: ‸'],
  ['`code‸`', '`code‸`'],
  ['a[^1]\n\n[^1]: with‸in', 'a[^1]\n\n[^1]: with‸in'],
  ['a‸\n\n> b[^1]\n>\n> [^1]: quoted', 'a[^2]\n\n> b[^1]\n>\n> [^1]: quoted\n[^2]: ‸'],
  ['Before \n‸', 'Before \n[^1]\n\n[^1]: ‸'],
  ['a\n\n‸\n\n', 'a\n\n[^1]\n\n[^1]: ‸\n\n'],
  ['a[^1]\n\n[^1]: one\n\n‸', 'a[^1]\n\n[^1]: one\n[^2]: ‸\n\n[^2]'],
  ['a[^1]\n\n[^1]: one\n‸', 'a[^1]\n\n[^1]: one\n[^2]: ‸\n\n[^2]'],
  ['- a‸\n- b', '- a[^1]\n- b\n\n[^1]: ‸'],
  ['[^2‸]: x', '[^2‸]: x'],
  ['a [words](ad‸dress)', 'a [words](ad‸dress)'],
  ['a \\‸', 'a \\‸'],
  ['a‸\n\n```\nopen', 'a‸\n\n```\nopen'],
])('a footnote is inserted: %j becomes %j', (before, after) => {
  expect(runMarked(insertFootnote, before)).toBe(after)
})

test.each([
  ['a[^3] b[^1] c[^3]\n\n[^1]: one\n[^3]: three‸', 'a[^1] b[^2] c[^1]\n\n[^2]: one\n[^1]: three‸'],
  [
    'a[^2] `[^9]` b[^x]\n\n[^9]: orphan\n[^2]: two\n[^x]: x‸',
    'a[^1] `[^9]` b[^x]\n\n[^2]: orphan\n[^1]: two\n[^x]: x‸',
  ],
  ['a[^1]\n\n[^1]: one‸', 'a[^1]\n\n[^1]: one‸'],
])('footnotes are numbered anew: %j becomes %j', (before, after) => {
  expect(runMarked(renumberFootnotes, before)).toBe(after)
})

test('numbered anew, every reference keeps its words, of 3,000 footnotes too', () => {
  const count = 3_000
  const labels = Array.from({ length: count }, (_, index) => ((index * 7) % count) + 1)
  const text = `${labels.map((label) => `w${label}[^${label}]`).join('\n\n')}\n\n${labels
    .toReversed()
    .map((label) => `[^${label}]: words ${label}`)
    .join('\n')}‸`
  const after = runMarked(renumberFootnotes, text).replace('‸', '')
  const words = new Map(
    [...after.matchAll(/^\[\^(\d+)\]: words (\d+)$/gm)].map(([, label, of]) => [label, of]),
  )
  const references = [...after.matchAll(/w(\d+)\[\^(\d+)\]/g)]
  expect(references).toHaveLength(count)
  expect(references.map(([, , label]) => Number(label))).toEqual(labels.map((_, index) => index + 1))
  for (const [, of, label] of references) expect(words.get(label ?? '')).toBe(of)
})

test.each([
  ['a[^Note]‸ b\n\n[^note]: words', 'a[^Note] b\n\n[^note]:‸ words'],
  ['a[^Note] b\n\n[^note‸]: words', 'a[^Note]‸ b\n\n[^note]: words'],
  ['`[^1]` a[^1] b\n\n[^1‸]: words', '`[^1]` a[^1]‸ b\n\n[^1]: words'],
  ['a[^1‸] `[^1]:` b\n\n[^1]: words', 'a[^1] `[^1]:` b\n\n[^1]:‸ words'],
  ['a[^gone‸] b', 'a[^gone‸] b'],
])('a footnote leads to its other end: %j becomes %j', (before, after) => {
  expect(runMarked(followFootnote, before)).toBe(after)
})

test('what is no footnote is not taken for one', () => {
  const doc = '\\[^1] `[^2]` [^3](a) [^4]\n\n```\n[^5]: no\n```\n'
  const parts = footnoteParts(EditorState.create({ doc, extensions: markdownSupport() }))
  expect(parts?.map(({ label }) => label)).toEqual(['4'])
})

test.each([
  ['a[^1] b[^gone]\n\n[^1]: one\n[^2]: two', ['gone', '2:']],
  ['a[^Note] b\n\n[^note]: one\n[^note]: again', ['note:']],
  ['a[^1] `[^9]`\n\n[^1]: one, see[^2]\n\n[^2]: two', []],
  ['no footnote [^](a) \\[^1]', []],
])('footnotes that lead nowhere: of %j they are %j', (doc, orphans) => {
  const state = EditorState.create({ doc, extensions: markdownSupport() })
  const found = orphanFootnotes(state, 60_000)
  expect(found.map(({ label, definition }) => label + (definition === undefined ? '' : ':'))).toEqual(orphans)
})
