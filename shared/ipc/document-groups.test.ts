import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inGroupOrder, partsOf } from './document-groups'

const groups = (...keys: string[]) => keys.map((key) => ({ key, count: 1 }))
const keysOf = (found: readonly { readonly key: string }[]) => found.map(({ key }) => key)

test('folders stand as in the tree, unknown ones after them, no folder last', () => {
  const order = { folders: ['b', 'a'], descending: true }
  expect(keysOf(inGroupOrder(groups('', 'lost', 'a', 'b'), 'folder', order))).toEqual(['b', 'a', 'lost', ''])
})

test('drafts come before what is published, other statuses after both', () => {
  const order = { folders: [], descending: false }
  expect(keysOf(inGroupOrder(groups('review', 'published', 'archived', 'draft'), 'status', order))).toEqual([
    'draft',
    'published',
    'archived',
    'review',
  ])
})

test('months follow the order of the list', () => {
  const months = groups('2026-02', '2025-12', '2026-11')
  expect(keysOf(inGroupOrder(months, 'month', { folders: [], descending: true }))).toEqual([
    '2026-11',
    '2026-02',
    '2025-12',
  ])
  expect(keysOf(inGroupOrder(months, 'month', { folders: [], descending: false }))).toEqual([
    '2025-12',
    '2026-02',
    '2026-11',
  ])
})

test('pages of any size take every document once and in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 8 }), fc.integer({ min: 1, max: 12 }), (counts, size) => {
      const all = counts.map((count, index) => ({ key: `${index}`, count }))
      const whole = all.flatMap(({ key, count }) => Array.from({ length: count }, (_, at) => `${key}/${at}`))
      const paged: string[] = []
      for (let offset = 0; offset < whole.length; offset += size)
        for (const part of partsOf(all, offset, size))
          for (let at = 0; at < part.limit; at++) paged.push(`${part.key}/${part.offset + at}`)
      expect(paged).toEqual(whole)
    }),
  )
})
