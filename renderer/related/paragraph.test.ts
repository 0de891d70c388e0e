import { expect, test } from 'vitest'
import { isSameParagraph, saysEnough } from './paragraph'

const TIDE = 'The tide was an hour late, and the ferryman took it as a personal insult.'

test('a heading, a rule and a word or two are not asked about', () => {
  for (const text of ['', '---', '## The customs house', 'It will come.', 'one one one one one'])
    expect([text, saysEnough(text)]).toEqual([text, false])
  for (const text of [TIDE, '海から戻る', '- one, two, three, four'])
    expect([text, saysEnough(text)]).toEqual([text, true])
})

test('a few words more or other ones make no other paragraph, half of it does', () => {
  expect(isSameParagraph(TIDE, TIDE.toUpperCase())).toBe(true)
  expect(isSameParagraph(TIDE, `${TIDE} He stood there.`)).toBe(true)
  expect(isSameParagraph(TIDE, TIDE.replace('tide', 'boat'))).toBe(true)
  expect(isSameParagraph(TIDE, `${TIDE} There had been a customs house once. Now there was a wall.`)).toBe(
    false,
  )
  expect(isSameParagraph(TIDE, TIDE.slice(0, 26))).toBe(false)
  expect(isSameParagraph('海から戻る人', '海から戻る町')).toBe(true)
  expect(isSameParagraph('海から戻る人', '山へ行く')).toBe(false)
})
