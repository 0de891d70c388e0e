import { expect, test } from 'vitest'
import { dictionariesFor } from './dictionaries'

test.each([
  [
    ['de-AT', 'en-GB'],
    ['de-DE', 'en-GB'],
  ],
  [['de-DE', 'de'], ['de-DE']],
  // A system that names no language, and one whose languages have no dictionary here.
  [[], ['en-US']],
  [['C'], ['en-US']],
  [['fi-FI'], ['en-US']],
])('a system that is set to %j is spelt with %j', (preferred, languages) =>
  expect(dictionariesFor(preferred, ['de-DE', 'en-GB', 'en-US'], ['en-US'])).toEqual(languages),
)
