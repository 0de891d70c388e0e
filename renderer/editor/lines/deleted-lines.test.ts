import { deleteCharForward } from '@codemirror/commands'
import type { StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { runMarked } from '../testing/run-command'

test.each([
  ['- a‸\n- [x] b\n- c', '- a‸b\n- c'],
  ['- a‸\n  - b\n    - c', '- a‸b\n    - c'],
  ['- a‸\n  b', '- a‸b'],
  ['- a‸\n-\n- b', '- a‸\n- b'],
  ['- ‸\n- b', '- ‸b'],
  ['> a‸\n> b', '> a‸b'],
  ['> a‸\n>\n> b', '> a‸\n> b'],
  ['> - a‸\n> - b', '> - a‸b'],
  ['a‸\n## b', 'a‸b'],
  ['a‸\n- b', 'a‸b'],
  ['‸\n- b', '‸- b'],
  ['a\n‸\n- b', 'a\n‸- b'],
  ['a‸\n\n- b', 'a‸\n- b'],
  ['a‸\nb', 'a‸b'],
  ['a‸\n===', 'a‸==='],
  ['born in‸\n1986. A year', 'born in‸1986. A year'],
  ['```\na‸\n  - b\n```', '```\na‸  - b\n```'],
  ['a‸b\n- c', 'a‸\n- c'],
])('Delete at the end of a line joins the words of the next one: %j', (before, after) => {
  expect(runMarked(deleteCharForward as StateCommand, before)).toBe(after)
})
