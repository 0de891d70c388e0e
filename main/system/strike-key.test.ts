import { describe, expect, test } from 'vitest'
import { createStrike } from './strike-key'

const KEY = 'mk_Fe+9/x.Q$7'
const strike = createStrike(KEY)
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('[M1] a key is taken out of words that somebody else wrote', () => {
  test.each([
    ['as it is', KEY],
    ['percent-encoded', encodeURIComponent(KEY)],
    ['percent-encoded as a whole', [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in hexadecimal', Buffer.from(KEY).toString('hex').toUpperCase()],
    ['in base64', base64(KEY)],
    ['in base64 for addresses', Buffer.from(KEY).toString('base64url')],
  ])('%s', (_form, text) => {
    const struck = strike(`the token ${text} is not valid, ${text}`)
    expect(struck).not.toContain(text)
    expect(struck).toMatch(/^the token \[key\]\S{0,3} is not valid, \[key\]\S{0,3}$/)
  })

  test.each(['Bearer ', 'user:', 'u:', 'us:', ''])('in the base64 of “%s” and the key', (before) => {
    for (const after of ['', ':', ':x', ' and more']) {
      const struck = strike(base64(before + KEY + after))
      const left = Buffer.from(struck.replace('[key]', ''), 'base64').toString('latin1')
      expect(struck).toContain('[key]')
      expect(left).not.toContain(KEY.slice(2, -2))
    }
  })

  test('any other text stays as it is', () => {
    for (const text of ['', 'mk_', 'Low water at Fe+9.', base64('another key')])
      expect(strike(text)).toBe(text)
    expect(createStrike('')('nothing')).toBe('nothing')
    expect(createStrike('abc')('abc abc')).toBe('abc abc')
  })
})
