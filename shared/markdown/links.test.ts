import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linksAsWords, linksIn } from './links'

/** Each link as it is written, with its target. */
const found = (text: string) =>
  linksIn(text).map((link) => [
    text.slice(link.from, link.to),
    link.kind === 'wiki' ? link.target : link.address,
  ])

test.each([
  ['a link', 'a [b](c) d', [['[b](c)', 'c']]],
  ['an image', '![b](c.png)', [['![b](c.png)', 'c.png']]],
  ['an image with its width', '![b](c.png){width=50%} {width=50%}', [['![b](c.png){width=50%}', 'c.png']]],
  ['a title', '[b](c "d)")', [['[b](c "d)")', 'c']]],
  ['a target in angle brackets', '[b](<c d>)', [['[b](<c d>)', '<c d>']]],
  ['a target with brackets', '[b](c(d))', [['[b](c(d))', 'c(d)']]],
  ['no target', '[b]()', [['[b]()', '']]],
  [
    'an image in a link',
    '[![a](b)](c)',
    [
      ['[![a](b)](c)', 'c'],
      ['![a](b)', 'b'],
    ],
  ],
  ['brackets in the words', '[a [b] c](d)', [['[a [b] c](d)', 'd']]],
  ['an escaped bracket in the words', '[a \\] b](c)', [['[a \\] b](c)', 'c']]],
  ['a bracket before it that nothing closes', '[a [b](c)', [['[b](c)', 'c']]],
  [
    'a link by title',
    '![[Tide|the tide]] [[Sea]]',
    [
      ['![[Tide|the tide]]', 'Tide'],
      ['[[Sea]]', 'Sea'],
    ],
  ],
  ['code', '`[a](b)` ``[a`](b)`` [c](d)', [['[c](d)', 'd']]],
  ['a code block', '```\n[a](b)\n```\n[c](d)', [['[c](d)', 'd']]],
  ['two lines', '[a\nb](c)', []],
])('finds %s', (_name, text, links) => expect(found(text)).toEqual(links))

test('links follow each other in the order in which they begin, and lie in the text', () => {
  const part = fc.constantFrom(
    '[',
    ']',
    '](',
    ')',
    '!',
    '`',
    '```\n',
    '\n',
    '[[',
    ']]',
    '|',
    '\\',
    '<',
    '>',
    'a',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      let last = 0
      for (const link of linksIn(text)) {
        expect(link.from).toBeGreaterThanOrEqual(last)
        expect(link.to).toBeLessThanOrEqual(text.length)
        last = link.from
      }
    }),
    { numRuns: 2_000 },
  )
})

// Quadratic time would take hours and fail the test by its time limit.
test.each([
  '[',
  '[[',
  '![',
  '[](',
  '](',
  '[a](<',
  '[a](b "',
  '[[a|',
  '`[',
  '[`',
  '\\[',
  '[\\',
  '``[](a)`',
  ']',
])('[M6] 300,000 times %j takes linear time', (part) => {
  const text = part.repeat(3e5) + '](x)'
  expect(linksIn(text).length).toBeLessThan(text.length)
  expect(linksAsWords(text).length).toBeLessThanOrEqual(text.length)
})
