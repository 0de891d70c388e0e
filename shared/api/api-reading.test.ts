import { describe, expect, test } from 'vitest'
import { chunkSeen, documentSeen, fileSeen, folderSeen, hitSeen, tagSeen, versionSeen } from './api-reading'

const read = (json: string): unknown => JSON.parse(json)
const named = (id: string) => read(`{"id": ${id}, "name": "x", "document_id": 1}`)

describe('[F] ids are opaque: numbers or text, never another one than was sent', () => {
  const schemas = { documentSeen, versionSeen, folderSeen, tagSeen, fileSeen, chunkSeen, hitSeen }

  test.each(Object.entries(schemas))('%s', (_, schema) => {
    for (const [sent, kept] of [
      ['7', '7'],
      ['9007199254740991', '9007199254740991'],
      ['"9007199254740993"', '9007199254740993'],
      ['"01HZX4-a/b"', '01HZX4-a/b'],
    ] as const)
      expect(schema.parse(named(sent)).id).toBe(kept)
    for (const sent of ['9007199254740992', '9007199254740993', '-9007199254740993', '1e300', '1.5', '""'])
      expect(schema.safeParse(named(sent)).success, sent).toBe(false)
  })

  test('where they name another record, too', () => {
    for (const field of ['folder_id', 'tags'])
      for (const id of ['9007199254740993', '"9007199254740993"']) {
        const value = field === 'tags' ? `[{"id": ${id}, "name": "x"}]` : id
        const seen = documentSeen.safeParse(read(`{"id": 1, "${field}": ${value}}`))
        const text = JSON.stringify(seen.data ?? null)
        expect(text).not.toContain('9007199254740992')
        if (id.startsWith('"')) expect(text).toContain('"9007199254740993"')
      }
    expect(folderSeen.safeParse(read('{"id": 1, "name": "x", "parent_id": 9007199254740993}')).success).toBe(
      false,
    )
  })
})

test('[F] a revision that was rounded is no revision', () => {
  const revisionOf = (json: string) => versionSeen.parse(read(`{"id": 1, "revision": ${json}}`)).revision
  expect(revisionOf('12')).toBe('12')
  expect(revisionOf('"9007199254740993"')).toBe('9007199254740993')
  expect(revisionOf('9007199254740993')).toBeUndefined()
  expect(revisionOf('null')).toBeUndefined()
})
