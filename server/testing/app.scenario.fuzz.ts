import fc from 'fast-check'
import { ABILITIES } from '../../shared/terms'

/** Numbers that select from everything that exists at the time, in any account, including deleted items. */
const pick = fc.nat(999)
/** Usually the first key of an account, which has every ability. */
const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(0, 0, 0, 1, 2) }, { weight: 1, arbitrary: pick })
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', '\r\n', 'a\0b', 'x'.repeat(9_000)),
)
const name = fc.constantFrom('sea', 'Sea', 'winter', 'to check', '海', 'x'.repeat(255))
const etag = fc.constantFrom('current', 'current', 'current', 'stale', 'none', 'of another')
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const fields = fc.record({
  title: optional(name),
  status: optional(fc.constantFrom('draft', 'published')),
  folder: optional(fc.option(pick, { nil: null })),
  tags: optional(fc.array(pick, { maxLength: 3 })),
})
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const parent = fc.option(pick, { nil: null })
export const step = fc.oneof(
  often(6, fc.record({ kind: fc.constant('create' as const), key, content: text, fields })),
  often(
    8,
    fc.record({ kind: fc.constant('update' as const), key, target: pick, content: text, fields, etag }),
  ),
  often(2, fc.record({ kind: fc.constant('delete' as const), key, target: pick, etag })),
  often(5, fc.record({ kind: fc.constant('add folder' as const), key, name, parent })),
  often(3, fc.record({ kind: fc.constant('move folder' as const), key, target: pick, parent, etag })),
  often(3, fc.record({ kind: fc.constant('delete folder' as const), key, target: pick, etag })),
  often(3, fc.record({ kind: fc.constant('add tag' as const), key, name })),
  often(2, fc.record({ kind: fc.constant('rename tag' as const), key, target: pick, name })),
  often(1, fc.record({ kind: fc.constant('delete tag' as const), key, target: pick })),
  often(1, fc.record({ kind: fc.constant('revoke' as const), key: pick })),
  often(
    1,
    fc.record({
      kind: fc.constant('add key' as const),
      account: pick,
      ability: fc.constantFrom(...ABILITIES),
    }),
  ),
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
