import { describe, expect, test } from 'vitest'
import { keyFormOf, keyProblem, normaliseAddress } from './address'

describe('[A1] addresses as people type them', () => {
  test.each([
    ['https://content.example', 'https://content.example'],
    ['  https://content.example/  ', 'https://content.example'],
    ['https://content.example/api/v1', 'https://content.example'],
    ['https://content.example/api/v1/', 'https://content.example'],
    ['https://content.example/cms/api/v1/', 'https://content.example/cms'],
    ['content.example', 'https://content.example'],
    ['Content.Example:8443/x/', 'https://content.example:8443/x'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https:/content.example', 'https://content.example'],
    ['https://content.example/?x=1#y', 'https://content.example'],
  ])('%s', (typed, address) => {
    expect(normaliseAddress(typed)).toEqual({ ok: true, value: address })
  })

  test.each([
    ['nothing', ''],
    ['[D5] plain http to another machine', 'http://content.example'],
    ['[D5] a name that only looks like this machine', 'http://localhost.evil.example'],
    ['[D5] an address that only begins like this machine’s', 'http://127.0.0.1.evil.example'],
    ['a password', 'https://me:secret@content.example'],
    ['another scheme', 'ftp://content.example'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'https://'],
    ['words', 'my service'],
  ])('refused: %s', (_, typed) => {
    expect(normaliseAddress(typed)).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  })
})

test.each(['ftp://content.example', 'file:///etc/passwd', 'htp:/127.0.0.1', 'htps://content.example'])(
  '[A1] %s is told how an address begins',
  (typed) => {
    const message = 'The address must begin with https:// (or http:// on this computer).'
    expect(normaliseAddress(typed)).toMatchObject({ ok: false, problem: { message } })
  },
)

test('[D1] the form of the key goes by its prefix', () => {
  expect([keyFormOf('mk_abc'), keyFormOf('abc')]).toEqual(['bearer', 'header'])
})

test('a key is one line of visible ASCII', () => {
  expect(keyProblem('mk_abc-1')).toBeUndefined()
  for (const key of ['', 'two words', 'line\nend', 'schlüssel']) expect(keyProblem(key)).toBeDefined()
})
