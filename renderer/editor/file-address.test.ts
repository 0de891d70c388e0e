import { expect, test } from 'vitest'
import { markdownFor } from './file-address'

test('a name cannot end the link that it stands in', () => {
  const linked = (name: string, isImage: boolean) => markdownFor({ name, link: 'stet-file:u', isImage })
  expect(linked('a](b)[c\\.png', true)).toBe('![a\\](b)\\[c\\\\.png](stet-file:u)')
  expect(linked('a.pdf', false)).toBe('[a.pdf](stet-file:u)')
  expect(linked('two\n\nlines.pdf', false)).toBe('[two lines.pdf](stet-file:u)')
})
