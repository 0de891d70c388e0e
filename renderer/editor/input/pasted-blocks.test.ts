import { expect, test } from 'vitest'
import { joinsList, placeBlocks, placeLines } from './pasted-blocks'

/** The text after a paste at `|`; ‸ marks the cursor afterwards. */
function pasted(line: string, markdown: string): string {
  const [before = '', after = ''] = line.split('|')
  const { insert, cut } = placeBlocks(markdown, { before, after })
  return `${before.slice(0, before.length - cut)}${insert}‸${after}`
}

test.each([
  ['paragraphs in a sentence', 'go|es on.', 'pa **bo**\n\npb', 'gopa **bo**\n\npb‸es on.'],
  ['paragraphs in an item', '- mid|dle', 'pa\n\npb', '- midpa\n\n  pb‸dle'],
  ['paragraphs in a deeper item', '  1. mid|', 'pa\n\npb', '  1. midpa\n\n     pb‸'],
  ['paragraphs in a quotation', '> in |quote', 'pa\n\npb', '> in pa\n>\n> pb‸quote'],
  ['paragraphs in an empty quotation', '> |', 'pa\n\npb', '> pa\n>\n> pb‸'],
  ['a list in a sentence', 'go|es', '- a\n- b', 'go\n\n- a\n- b\n\n‸es'],
  ['a heading before words', '|goes', '# A\n\npa', '# A\n\npa‸goes'],
  ['a heading at a heading that was begun', '# |', '## A\n\npa', '# A\n\npa‸'],
  ['a heading in a quotation at one that was begun', '> ## |', '# A', '> ## A‸'],
  ['a heading alone in a sentence', 'go|es', '## A', 'goA‸es'],
  ['a heading and words in a sentence', 'go|es', '## A\n\npa', 'go\n\n## A\n\npa‸es'],
  ['a list at an empty item', '- |', '- a\n- b', '- a\n- b‸'],
  ['a list at an empty item of a deeper list', '  - |', '- a\n  - b', '  - a\n    - b‸'],
  ['a list at an empty item in a quotation', '> - |', '- a\n- b', '> - a\n> - b‸'],
  ['a list at an empty item with another mark', '* |', '- a\n  - b\n- c', '* a\n  - b\n* c‸'],
  ['numbers at an empty item with a number', '2) |', '1. a\n2. b', '2) a\n3) b‸'],
  ['numbers at an empty item without one', '- |', '1. a\n2. b', '1. a\n2. b‸'],
  ['a list at an empty task', '- [ ] |', '- a', '- a‸'],
  ['a list behind the words of an item', '- x|', '- a\n- b', '- x\n- a\n- b‸'],
  ['a list before the words of an item', '- |x', '- a\n- b', '- a\n- b\n- ‸x'],
  ['a list in the words of an item', '- x|y', '- a\n- b', '- x\n- a\n- b\n- ‸y'],
  ['a list that ends with a line break', '- x|', '- a\n- b\n', '- x\n- a\n- b‸'],
  ['a deeper list in a quotation', '>   * x|', '- a\n  - b', '>   * x\n>   * a\n>     - b‸'],
  ['numbers behind a numbered item', '3. x|', '1. a\n2. b', '3. x\n4. a\n5. b‸'],
  ['tasks behind a task', '- [x] x|y', '- [x] a\n- [ ] b', '- [x] x\n- [x] a\n- [ ] b\n- [ ] ‸y'],
  ['tasks before the words of a task', '- [x] |y', '- [ ] a', '- [ ] a\n- [x] ‸y'],
  ['paragraphs at an empty item', '- |', 'pa\n\npb', '- pa\n\n  pb‸'],
  ['paragraphs in a task', '- [ ] x|', 'pa\n\npb', '- [ ] xpa\n\n  pb‸'],
  ['code', '|', '```\nx\n\ny\n```', '```\nx\n\ny\n```\n\n‸'],
  ['code behind words', 'go|es', '```\nx\n```', 'go\n\n```\nx\n```\n\n‸es'],
  ['a table', '|', '| a |\n| - |\n| 1 |', '| a |\n| - |\n| 1 |\n\n‸'],
  ['code in an item', '- x|', 'pa\n\n```\ny\n```', '- xpa\n\n  ```\n  y\n  ```\n\n  ‸'],
] as const)('%s', (_name, line, markdown, text) => {
  expect(pasted(line, markdown)).toBe(text)
})

test('plain markdown that is a list joins the list around it, and nothing else', () => {
  expect(joinsList('- a\n- b', { before: '- ', after: '' }, false)).toBe(true)
  expect(joinsList('- a\n  b', { before: '- x', after: '' }, true)).toBe(true)
  expect(joinsList('- a', { before: '- ', after: 'x' }, true)).toBe(true)
  expect(joinsList('- a', { before: '- x', after: '' }, false)).toBe(false)
  expect(joinsList('- a', { before: 'x', after: '' }, true)).toBe(false)
  expect(joinsList('- a\nwords', { before: '- x', after: '' }, true)).toBe(false)
  expect(joinsList('words', { before: '- ', after: '' }, true)).toBe(false)
})

test.each([
  ['- |', 'one\ntwo\n', '- one\n- two|'],
  ['- a|b', 'one\ntwo', '- aone\n- two|b'],
  ['- |b', 'one\ntwo\n', '- one\n- two\n- |b'],
  ['> * [x] |', 'one\ntwo', '> * [x] one\n> * [ ] two|'],
  ['  2. a|', 'one\n3 men', '  2. aone\n  2. 3 men|'],
])('plain lines that go into an item are items: %j %j', (line, plain, text) => {
  const [before = '', after = ''] = line.split('|')
  const placed = placeLines(plain, { before, after })
  expect(placed && `${before}${placed.insert}|${after}`).toBe(text)
})

test.each([
  ['- |', 'one'],
  ['- |', 'one\n'],
  ['- |', 'one\n\ntwo'],
  ['- |', 'one\n  two'],
  ['- |', 'one\n- two'],
  ['- |', '```\none\n```'],
  ['a |', 'one\ntwo'],
  ['  |', 'one\ntwo'],
])('other text that goes there is none: %j %j', (line, plain) => {
  const [before = '', after = ''] = line.split('|')
  expect(placeLines(plain, { before, after })).toBeUndefined()
})
