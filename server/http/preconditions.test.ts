import { describe, expect, test } from 'vitest'
import { documentEtag, fileEtag, folderEtag, isUnchanged, requireMatch } from './preconditions'
import { Refusal } from './refusal'

const CURRENT = documentEtag(7, 3)
const statusOf = (ifMatch: string | undefined, strict = true): number => {
  try {
    requireMatch(new Headers(ifMatch === undefined ? {} : { 'If-Match': ifMatch }), CURRENT, strict)
    return 200
  } catch (error) {
    if (error instanceof Refusal) return error.status
    throw error
  }
}

test('[C2] each kind has ETags of its own shape', () => {
  expect([documentEtag(7, 3), folderEtag(7, 3), fileEtag(7, 3)]).toEqual([
    '"doc-7-3"',
    '"folder-7-3"',
    '"file-7-3"',
  ])
})

describe('[C1] If-Match', () => {
  test.each([
    [CURRENT, 200],
    [` ${CURRENT} `, 200],
    ['"doc-7-2"', 412],
    ['"doc-7-30"', 412],
    ['"doc-8-3"', 412],
    ['"folder-7-3"', 412],
    ['""', 412],
    ['*', 422],
    [`W/${CURRENT}`, 422],
    [`${CURRENT}, ${CURRENT}`, 422],
    [`"a", ${CURRENT}`, 422],
    ['doc-7-3', 422],
    ['', 422],
  ])('%s is %i', (sent, status) => {
    expect(statusOf(sent)).toBe(status)
    expect(statusOf(sent, false)).toBe(status)
  })

  test('missing is 428 under strict revisions and taken without', () => {
    expect([statusOf(undefined), statusOf(undefined, false)]).toEqual([428, 200])
  })
})

test.each([
  [CURRENT, true],
  [`W/${CURRENT}`, true],
  [`"x", ${CURRENT}`, true],
  ['*', true],
  ['"doc-7-2"', false],
  [undefined, false],
])('If-None-Match: %s means unchanged: %s', (sent, expected) => {
  expect(isUnchanged(new Headers(sent === undefined ? {} : { 'If-None-Match': sent }), CURRENT)).toBe(
    expected,
  )
})

test('[L20] a weak ETag is refused, as RFC 9110 wants it, and the refusal names the proxy that made it weak', () => {
  const headers = new Headers({ 'If-Match': `W/${CURRENT}` })
  let errors: unknown
  try {
    requireMatch(headers, CURRENT, true)
  } catch (error) {
    errors = (error as Refusal).body
  }
  expect(JSON.stringify(errors)).toContain('proxy')
})
