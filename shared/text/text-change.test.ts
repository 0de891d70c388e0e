import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChanges, textChanges } from './text-change'

/** A text with its changes written as `{old=>new}`. */
const spelled = (from: string, to: string): string => {
  let at = 0
  let text = ''
  for (const change of textChanges(from, to)) {
    text += `${from.slice(at, change.from)}{${from.slice(change.from, change.to)}=>${change.insert}}`
    at = change.to
  }
  return text + from.slice(at)
}

describe('changes that move a text into an open editor', () => {
  test.each([
    ['the same text', 'a b', 'a b', 'a b'],
    ['a letter', 'The color is red.', 'The colour is red.', 'The colo{=>u}r is red.'],
    ['two places in one line', 'one two three four', 'one 2 three 4', 'one {two=>2} three {four=>4}'],
    ['a line added', 'a\nc\n', 'a\nb\nc\n', 'a\n{=>b\n}c\n'],
    ['a line taken', 'a\nb\nc\n', 'a\nc\n', 'a\n{b\n=>}c\n'],
    ['a last line end', 'a\nb', 'a\nb\n', 'a\nb{=>\n}'],
    ['line ends converted', 'a\nb\n', 'a\r\nb\r\n', 'a{\n=>\r\n}b{\n=>\r\n}'],
    ['an emoji for another', 'a 😀 b', 'a 😁 b', 'a {😀=>😁} b'],
    ['a family that grew', 'x 👨‍👩‍👧 y', 'x 👨‍👩‍👧‍👦 y', 'x 👨‍👩‍👧{=>‍👦} y'],
    ['a character of CJK', '私は本を読む。', '私は雑誌を読む。', '私は{本=>雑誌}を読む。'],
    ['a word of Hebrew', 'שלום לכל עולם', 'שלום עולם', 'שלום {לכל =>}עולם'],
    ['all of it', '', 'new', '{=>new}'],
  ])('%s', (_, from, to, expected) => expect(spelled(from, to)).toBe(expected))

  test('a paragraph moved is taken out and put in; all else stays', () => {
    const [one, two, three] = ['First words.', 'Second things here.', 'Third of all.']
    const from = [one, two, three].join('\n\n')
    const to = [two, three, one].join('\n\n')
    expect(textChanges(from, to).reduce((sum, change) => sum + change.to - change.from, 0)).toBeLessThan(20)
    expect(applyChanges(from, textChanges(from, to))).toBe(to)
  })

  test('two texts of a megabyte with nothing in common become one change, or a few', () => {
    const words = (seed: string) =>
      Array.from({ length: 120_000 }, (_, index) => `${seed}${index % 977}`).join(' ')
    const [from, to] = [words('a'), words('b')]
    const changes = textChanges(from, to)
    expect(changes.length).toBeLessThan(10)
    expect(applyChanges(from, changes) === to).toBe(true)
  })
})

describe('any two texts', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    'ab',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '😀',
    '😁',
    '👍🏽',
    '文',
    '。',
    'e\u0301',
    '\ud83d',
    '\ude00',
  )
  const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''))

  test('the changes make the one from the other, in order, and split no character', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const changes = textChanges(from, to)
        expect(applyChanges(from, changes)).toBe(to)
        for (const [index, change] of changes.entries()) {
          expect(change.from).toBeGreaterThan(changes[index - 1]?.to ?? -1)
          expect(change.to > change.from || change.insert !== '').toBe(true)
          expect([change.from, change.to].some((at) => splits(from, at))).toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })
})

const splits = (text: string, at: number): boolean =>
  /[\ud800-\udbff][\udc00-\udfff]|\r\n/.test(text.slice(Math.max(0, at - 1), at + 1)) && at > 0
