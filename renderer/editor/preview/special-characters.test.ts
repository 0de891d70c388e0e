import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { signsOf, unbrokenStretches } from './special-characters'

function signedIn(doc: string, parts = [{ from: 0, to: doc.length }]): readonly string[] {
  const state = EditorState.create({ doc, extensions: EditorState.lineSeparator.of('\n') })
  const signed: string[] = []
  signsOf(state, parts).between(0, doc.length, (from, to) => void signed.push(doc.slice(from, to)))
  return signed
}

test('what cannot be seen has a sign; letters, tabs and ends of lines have none', () => {
  expect(signedIn('a\u200bb\tc\n\0d\r\n\ufeff')).toEqual(['\u200b', '\0', '\r', '\ufeff'])
})

test('a sign is a dot, which every bundled face has, and says what it stands for', () => {
  const widgets: unknown[] = []
  const state = EditorState.create({ doc: '\u0001' })
  signsOf(state, [{ from: 0, to: 1 }]).between(0, 1, (_from, _to, { spec }) => void widgets.push(spec))
  const look = { words: '\u2022', label: 'Control character 0x1', isText: true }
  expect(widgets).toMatchObject([{ widget: { look } }])
})

test('only what is on screen is looked at', () => {
  expect(
    signedIn('\u0001a\u0002b\n\u0003', [
      { from: 2, to: 4 },
      { from: 5, to: 6 },
    ]),
  ).toEqual(['\u0002', '\u0003'])
})

test('[H3] of the marks on a letter as many are drawn as a letter may have; the others are one sign', () => {
  const marks = '\u0301'.repeat(1_000)
  expect(signedIn(`a${marks}b\u0301 ${marks.slice(0, 30)}c`)).toEqual([marks.slice(30)])
})

test.each([
  ['in one line', '\u0001'.repeat(5_000)],
  ['between letters', '\u0001a'.repeat(5_000)],
  ['on lines of their own', '\u0001\n'.repeat(5_000)],
])('[H3] at most 200 signs are on screen: %s', (_, text) => {
  expect(signedIn(text)).toHaveLength(200)
})

test('[H3] a stretch in which no line may end is one range, and only what is on screen of it is looked at', () => {
  const state = EditorState.create({ doc: `Words ${'。'.repeat(50_000)}\n${'~'.repeat(2_000)}\nwords` })
  const ranges: unknown[] = []
  const parts = [
    { from: 0, to: 3_000 },
    { from: 50_000, to: 52_013 },
  ]
  unbrokenStretches(state, parts).between(0, state.doc.length, (from, to) => void ranges.push([from, to]))
  expect(ranges).toEqual([
    [6, 3_000],
    [50_007, 52_007],
  ])
})
