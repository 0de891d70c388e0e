import { expect, test } from 'vitest'
import { readAnswer } from './diagram-messages'

const picture = { kind: 'drawn', id: 1, svg: '<svg></svg>', width: 100, height: 50, words: 'A, B' }

test.each([{ kind: 'ready' }, picture, { kind: 'failed', id: 2, why: 'no' }])('%j is an answer', (said) => {
  expect(readAnswer(said)).toEqual(said)
})

test.each([
  undefined,
  null,
  'ready',
  { kind: 'drawn' },
  { ...picture, id: '1' },
  { ...picture, svg: '<img src=x>' },
  { ...picture, svg: `<svg>${' '.repeat(4_000_000)}</svg>` },
  { ...picture, width: 0 },
  { ...picture, height: Infinity },
  { ...picture, height: NaN },
])('%j is none', (said) => {
  expect(readAnswer(said)).toBeUndefined()
})
