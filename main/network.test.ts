import { expect, test } from 'vitest'
import { createEmbeddedFetch, EMBEDDED_ADDRESS } from './embedded-fetch'
import { proxyIn } from './network'

test.each([
  ['DIRECT', undefined],
  ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
  ['SOCKS5 s.example:1080; PROXY p.example:80; DIRECT', 'http://p.example:80'],
  ['HTTPS p.example:443', 'https://p.example:443'],
  ['', undefined],
])('%s', (answer, proxy) => {
  expect(proxyIn(answer)).toBe(proxy)
})

test('the embedded service is asked where it listens now, and not while it starts', async () => {
  const place: { endpoint?: { baseUrl: string; key: string } } = {}
  const asked: string[] = []
  const fetch = createEmbeddedFetch(
    () => place.endpoint,
    async (url) => {
      asked.push(url)
      return new Response('{}')
    },
  )
  await expect(fetch(`${EMBEDDED_ADDRESS}/api/v1/documents`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  })
  place.endpoint = { baseUrl: 'http://127.0.0.1:4001', key: 'k' }
  await fetch(`${EMBEDDED_ADDRESS}/api/v1/documents`)
  expect(asked).toEqual(['http://127.0.0.1:4001/api/v1/documents'])
})
