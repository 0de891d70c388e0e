import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { signsOf } from './special-characters'

function signedIn(doc: string, parts = [{ from: 0, to: doc.length }]): readonly string[] {
  const state = EditorState.create({ doc, extensions: EditorState.lineSeparator.of('\n') })
  const signed: string[] = []
  signsOf(state, parts).between(0, doc.length, (from, to) => void signed.push(doc.slice(from, to)))
  return signed
}

test('what cannot be seen has a sign; letters, tabs and ends of lines have none', () => {
  expect(signedIn('a\u200bb\tc\n\0d\r\n\ufeff')).toEqual(['\u200b', '\0', '\r', '\ufeff'])
})

test('only what is on screen is looked at', () => {
  expect(
    signedIn('\u0001a\u0002b\n\u0003', [
      { from: 2, to: 4 },
      { from: 5, to: 6 },
    ]),
  ).toEqual(['\u0002', '\u0003'])
})

test.each([
  ['in one line', '\u0001'.repeat(5_000)],
  ['between letters', '\u0001a'.repeat(5_000)],
  ['on lines of their own', '\u0001\n'.repeat(5_000)],
])('[H3] at most 1,000 signs are on screen: %s', (_, text) => {
  expect(signedIn(text)).toHaveLength(1_000)
})
