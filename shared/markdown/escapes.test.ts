import { expect, test } from 'vitest'
import { readingEscapes } from './escapes'

test('an escaped sign marks nothing and is read; in code a back slash is one', () => {
  const starless = (text: string) => text.replaceAll('*', '')
  expect(readingEscapes('*a* \\*b\\* \\n \\\\* `\\*` ``\\[`` \\] \\', starless)).toBe(
    'a *b* \\n \\ `\\` ``\\[`` ] \\',
  )
})
