import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import type { Fetch } from '../http/fetch'
import { testConnection } from './test-connection'

/** The first line of the result that a writer reads. */
async function said(fetch: Fetch, address = 'https://press.test'): Promise<string | undefined> {
  const { report } = await testConnection(
    { fetch, clock: createVirtualClock() },
    { address, key: 'mk_key', form: 'bearer' },
  )
  expect(report.ok).toBe(false)
  return report.lines[0]
}

const answering =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Fetch =>
  () =>
    Promise.resolve(new Response(body, { status, headers }))
const failing =
  (code: string): Fetch =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))
const busy = JSON.stringify({ message: 'Down.' })

test.each<readonly [string, Fetch, string]>([
  ['500', answering(500, busy), 'The service reported an error. Try again later.'],
  [
    '503, in seconds',
    answering(503, busy, { 'Retry-After': '30' }),
    'The service reported an error. Try again in 30 s.',
  ],
  [
    '503, in minutes',
    answering(503, '<html>', { 'Retry-After': '600' }),
    'The service reported an error. Try again in 10 min.',
  ],
  ['429', answering(429, busy, { 'Retry-After': '5' }), 'The service asked to wait. Try again in 5 s.'],
  [
    'a path that the service does not have',
    answering(404, JSON.stringify({ message: 'No such route.' })),
    'Nothing answers at this path. Check the address.',
  ],
  [
    'the page of a website',
    answering(404, '<html>'),
    'This address answers, but it isn’t a Stet content service. Check the address.',
  ],
  [
    'another website',
    answering(200, '<html>'),
    'This address answers, but it isn’t a Stet content service. Check the address.',
  ],
  [
    'a certificate that has expired',
    failing('CERT_HAS_EXPIRED'),
    'The certificate of this address has expired. Stet does not send the key there. Whoever runs the service has to renew it. If the date of this computer is wrong, correct it.',
  ],
  [
    'a certificate of tomorrow',
    failing('CERT_NOT_YET_VALID'),
    'The certificate of this address is not valid yet. Stet does not send the key there. Check the date of this computer.',
  ],
  [
    'a certificate of another address',
    failing('ERR_TLS_CERT_ALTNAME_INVALID'),
    'The certificate at this address belongs to another address. Stet does not send the key there. Check the address, or ask whoever runs the service.',
  ],
  [
    'a certificate of an authority that nobody knows',
    failing('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'No authority that Stet knows vouches for the certificate of this address. Stet does not send the key there. Ask whoever runs the service for one from a public authority, or for their own authority, to be added to those that this computer trusts.',
  ],
  [
    'no https, elsewhere',
    failing('ERR_SSL_WRONG_VERSION_NUMBER'),
    'This address does not speak https. Check the port.',
  ],
  [
    'TLS without a way in common',
    failing('ERR_SSL_NO_PROTOCOLS_AVAILABLE'),
    'No encrypted connection could be made to this address. Ask whoever runs the service.',
  ],
])('what Test says of %s', async (_, fetch, words) => {
  expect(await said(fetch)).toBe(words)
})

test('https to a plain http port of this computer says so, and what to try', async () => {
  const server = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const words = await said((url, init) => fetch(url, init), `https://${host}`)
  await new Promise((resolve) => server.close(resolve))
  expect(words).toBe(`This address does not speak https. Try http://${host}.`)
})

test('an address with another scheme says which are taken', async () => {
  expect(await said(answering(200, '{}'), 'ftp://press.test')).toBe(
    'The address must begin with https:// (or http:// on this computer).',
  )
})
