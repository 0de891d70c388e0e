import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { readFields, writeField } from './read-fields'

test('fields are those whose value stands in its line', () => {
  const text = [
    'title: Low water # mine',
    '# a comment',
    'tags: [sea, "to check"]',
    'status: draft',
    'date: 2026-11-26',
    'empty:',
    'list:',
    '  - a',
    'map: { a: b }',
    'folded: >',
    '  words',
    "said: 'it''s'",
    'alias: &x y',
  ].join('\n')
  expect(readFields(text)?.map(({ key, kind, value, rest }) => [key, kind, value, rest])).toEqual([
    ['title', 'text', 'Low water', '# mine'],
    ['tags', 'tags', 'sea, to check', ''],
    ['status', 'status', 'draft', ''],
    ['date', 'date', '2026-11-26', ''],
    ['empty', 'text', '', ''],
    ['said', 'text', "it's", ''],
  ])
  expect(readFields('a: [b')).toBeUndefined()
  expect(readFields(`a: ${'['.repeat(20_000)}`)).toBeUndefined()
})

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    'a: b',
    '# c',
    'a # c',
    '- x',
    '[x',
    "it's",
    '"q"',
    '&a',
    '*a',
    '!t',
    'null',
    '2026-01-02',
    '{',
    '%',
    '@',
    '|',
    '>',
    '? x',
    ' x ',
    '漢字',
    'a,b',
  ),
)
const lines = fc.constantFrom(
  'title: Low water # mine',
  'tags: [sea, "to check"]  ',
  "said: 'it''s'",
  'quoted: "a \\"b\\""',
  'status: draft',
  'date: 2026-11-26',
  'empty:',
  'blank: ',
  'list:\n  - a\n  - b',
  'map: { a: b }',
  '# a comment',
  '',
  'folded: >\n  words\n  more',
  'unknown:    spaced   # c',
)
const { numRuns, seed } = fuzzRuns(500, 20_000)

test(`[fuzz] ${numRuns} edits from seed ${seed}: a field that is written changes its own bytes, and reads as what was written`, () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(lines, { minLength: 1, maxLength: 8 }),
      words,
      fc.nat(),
      (all, value, pick) => {
        const text = all.join('\n')
        const fields = readFields(text)
        if (fields === undefined || fields.length === 0) return
        const field = fields[pick % fields.length]!
        const after = text.slice(0, field.from) + writeField(field, value, text) + text.slice(field.to)
        const now = readFields(after)
        const clean = value.replace(/[\n\r\t]/g, ' ')
        const items = clean.split(',').flatMap((item) => item.trim() || [])
        const isQuoted = /^['"]/.test(text.slice(field.from, field.to))
        const wanted = field.kind === 'tags' ? items.join(', ') : isQuoted ? clean : clean.trim()
        expect(now?.map(({ key }) => key)).toEqual(fields.map(({ key }) => key))
        for (const [index, other] of (now ?? []).entries())
          expect(other.value).toBe(other.key === field.key ? wanted : fields[index]!.value)
        expect(now?.map(({ rest }) => rest)).toEqual(fields.map(({ rest }) => rest))
      },
    ),
    { numRuns, seed },
  )
})
