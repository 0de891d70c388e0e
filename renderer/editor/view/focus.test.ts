import { EditorState, Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { litPlace, litSpan, typewriter } from './focus'

const TEXT = 'One here. Two here.\nThree goes\non.\n\nAnother paragraph.'
const doc = Text.of(TEXT.split('\n'))
const lit = (head: number, mode: 'sentence' | 'paragraph') => {
  const { from, to } = litSpan(doc, head, mode)
  return TEXT.slice(from, to).trim()
}

test('the paragraph is lit up to the empty lines around it', () => {
  const whole = 'One here. Two here.\nThree goes\non.'
  expect([lit(0, 'paragraph'), lit(25, 'paragraph'), lit(34, 'paragraph')]).toEqual([whole, whole, whole])
  expect(lit(40, 'paragraph')).toBe('Another paragraph.')
  expect(lit(35, 'paragraph')).toBe('')
})

test('the sentence is lit, over line breaks too, and still behind its last word', () => {
  expect(lit(0, 'sentence')).toBe('One here.')
  expect(lit(9, 'sentence')).toBe('One here.')
  expect(lit(12, 'sentence')).toBe('Two here.')
  expect(lit(33, 'sentence')).toBe('Three goes\non.')
})

test('on an empty line the sentence above it is lit, and at the beginning the one below', () => {
  const litAt = (text: string, head: number) => {
    const lines = Text.of(text.split('\n'))
    const { from, to } = litSpan(lines, litPlace(lines, head), 'sentence')
    return text.slice(from, to).trim()
  }
  expect(litAt('One here. “Two here.”\n', 22)).toBe('“Two here.”')
  expect(litAt('One here.\n\n  \n\nTwo here.', 12)).toBe('One here.')
  expect(litAt('\n\nOne here. Two here.', 0)).toBe('One here.')
  expect(litAt('One here. Two here.', 12)).toBe('Two here.')
  expect(litAt('\n', 1)).toBe('')
})

test('a line of spaces parts paragraphs, also where the cursor is in it', () => {
  const lines = Text.of(['One.', '  ', 'Two.'])
  expect(litSpan(lines, 6, 'paragraph')).toEqual({ from: 5, to: 7 })
})

test('typing scrolls the line of the cursor to the middle, a click does not', () => {
  const state = EditorState.create({ doc, extensions: [typewriter(true)] })
  const effects = (userEvent: string) => state.update({ selection: { anchor: 3 }, userEvent }).effects.length
  expect([effects('input.type'), effects('select'), effects('select.pointer')]).toEqual([1, 1, 0])
})
