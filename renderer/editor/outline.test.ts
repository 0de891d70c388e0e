import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { outlineOf } from './outline'

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
  expect(outlineOf(Text.of(text))).toEqual([
    { level: 1, text: 'One two', from: 0 },
    { level: 3, text: 'Three', from: text.slice(0, 5).join('\n').length + 1 },
    { level: 2, text: 'Four', from: text.slice(0, 11).join('\n').length + 1 },
  ])
})
