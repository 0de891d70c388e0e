import { generateKeyPairSync, sign } from 'node:crypto'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import { testConnection } from '../service/test-connection'

/** A part of a certificate in DER: a tag, a length and the contents. */
function part(tag: number, ...inner: readonly (Uint8Array | readonly number[])[]): Buffer {
  const body = Buffer.concat(inner.map((one) => Buffer.from(one)))
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...inner: readonly Uint8Array[]) => part(0x30, ...inner)
const identifier = (...bytes: readonly number[]) => part(0x06, bytes)
const dateOf = (year: number) => part(0x17, Buffer.from(`${year % 100}0101000000Z`))

/** A self-signed certificate for this machine, and its key. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const commonName = sequence(identifier(0x55, 0x04, 0x03), part(0x0c, Buffer.from('home')))
  const name = sequence(part(0x31, commonName))
  const addresses = sequence(part(0x87, [127, 0, 0, 1]))
  const extension = sequence(identifier(0x55, 0x1d, 0x11), part(0x04, addresses))
  const said = sequence(
    part(0xa0, part(0x02, [2])),
    part(0x02, [1]),
    ecdsaWithSha256,
    name,
    sequence(dateOf(2020), dateOf(2049)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    part(0xa3, sequence(extension)),
  )
  const signature = sign('sha256', said, privateKey)
  const whole = sequence(said, ecdsaWithSha256, part(0x03, [0], signature)).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----`,
  }
}

test('[M11] a service with a certificate of its own gets no request, and the writer is told why and what helps', async () => {
  const received: string[] = []
  const server = https.createServer(selfSigned(), (request, response) => {
    received.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { report } = await testConnection(
      { fetch: (url, init) => fetch(url, init), clock: createVirtualClock() },
      { address, key: 'mk_secret', form: 'bearer' },
    )
    expect(report).toMatchObject({
      ok: false,
      lines: [
        'The service made its certificate itself, so anyone could pretend to be it. Stet does not send the key there. The person who runs it has to get one from a public authority, such as Let’s Encrypt.',
      ],
    })
    expect(received).toEqual([])
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
