import { expect, test } from 'vitest'
import { parseJson, readBytes } from './json-body'
import { Refusal } from './refusal'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const bytes = (text: string) => new TextEncoder().encode(text)
const statusOf = (text: string | Uint8Array, headers: Record<string, string> = JSON_TYPE): number => {
  try {
    parseJson(new Headers(headers), typeof text === 'string' ? bytes(text) : text)
    return 200
  } catch (error) {
    if (error instanceof Refusal) return error.status
    throw error
  }
}

test.each([
  ['{}', 200],
  ['\ufeff{"a":1}', 200],
  ['{"a":"\\\\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}', 200],
  [`{"a":${'['.repeat(31)}${']'.repeat(31)}}`, 200],
  [`{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 400],
  [`{"a":[${'1,'.repeat(10_000)}1]}`, 200],
  [`{"a":[${'1,'.repeat(10_001)}1]}`, 400],
  ['[]', 422],
  ['null', 422],
  ['{', 400],
  ['"unclosed', 400],
  ['', 400],
])('%s is %i', (text, status) => {
  expect(statusOf(text)).toBe(status)
})

test('only JSON, in UTF-8, as it is', () => {
  expect(statusOf('{}', {})).toBe(415)
  expect(statusOf('{}', { 'Content-Type': 'text/plain' })).toBe(415)
  expect(statusOf('{}', { 'Content-Type': 'application/json-seq' })).toBe(415)
  expect(statusOf('{}', { 'Content-Type': 'Application/JSON; charset=utf-8' })).toBe(200)
  expect(statusOf('{}', { 'Content-Type': 'application/vnd.api+json' })).toBe(200)
  expect(statusOf('{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).toBe(415)
  expect(statusOf(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d))).toBe(400)
})

test('a body is taken up to the limit, announced or not', async () => {
  const read = async (text: string, headers: Record<string, string> = {}) => {
    try {
      return (await readBytes(new Request('http://x', { method: 'POST', body: text, headers }), 5)).length
    } catch (error) {
      if (error instanceof Refusal) return error.status
      throw error
    }
  }
  expect(await read('12345')).toBe(5)
  expect(await read('123456')).toBe(413)
  expect(await read('1', { 'Content-Length': '6' })).toBe(413)
})
