import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { outlineOf, type Outline } from './outline'

/** The outline, and the number of pauses while it was read. */
function read(doc: Text): Outline & { readonly pauses: number } {
  const steps = outlineOf(doc)
  for (let pauses = 0; ; pauses++) {
    const step = steps.next()
    if (step.done) return { ...step.value, pauses }
  }
}

test('headings with their level and place, without marks, code left out', () => {
  const text = [
    '# One *two*',
    'text',
    '```',
    '# not one',
    '```',
    '### [Three](x) ###',
    '#no heading',
    '~~~~',
    '~~~',
    '## nor this',
    '~~~~',
    '## Four',
  ]
  expect(read(Text.of(text))).toEqual({
    headings: [
      { level: 1, text: 'One two', from: 0 },
      { level: 3, text: 'Three', from: text.slice(0, 5).join('\n').length + 1 },
      { level: 2, text: 'Four', from: text.slice(0, 11).join('\n').length + 1 },
    ],
    more: false,
    pauses: 0,
  })
})

test('a long text is read bit by bit', () => {
  const { headings, pauses } = read(Text.of([...Array<string>(100_000).fill('a line of prose'), '# Last']))
  expect(headings).toHaveLength(1)
  expect(pauses).toBeGreaterThanOrEqual(1_600_000 / 60_000)
})

test('of headings without number or end the first ones are listed, and so much of each as fits', () => {
  const many = read(Text.of(Array.from({ length: 100_000 }, (_, n) => `# ${n}`)))
  expect(many.headings).toHaveLength(1_000)
  expect(many.more).toBe(true)
  const [long] = read(Text.of([`# ${'word '.repeat(200_000)}`])).headings
  expect(long!.text.length).toBeLessThanOrEqual(300)
})

test('a heading is read as it shows: an escaped sign is that sign', () => {
  const { headings } = read(Text.of(['# [One \\[1\\]](x) \\*', '## `a\\[` \\# ', '# a_b of **c**']))
  expect(headings.map(({ text }) => text)).toEqual(['One [1] *', 'a\\[ #', 'a_b of c'])
})

test('a comment in front matter is no heading; a rule at the beginning hides none', () => {
  const texts = (lines: readonly string[]) => read(Text.of([...lines])).headings.map(({ text }) => text)
  expect(texts(['---', 'a: b', '# comment', '---', '# One'])).toEqual(['One'])
  expect(texts(['---', '# One', 'a: b'])).toEqual(['One'])
  expect(texts(['---', 'a: b', 'no more of it', '# One'])).toEqual(['One'])
})
