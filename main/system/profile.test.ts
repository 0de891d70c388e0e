import fs from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMBEDDED_ID, openConnectionList } from '../connections/list/connection-list'
import { folderProblem, homelessProfile, takeEnvironment } from './profile'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-profile-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('[D5] the key is taken out of the environment', () => {
  const environment: Record<string, string | undefined> = {
    STET_URL: 'http://127.0.0.1:1',
    STET_KEY: 'mk_x',
    HOME: '/h',
  }
  expect(takeEnvironment(environment)).toEqual({
    profile: undefined,
    service: { address: 'http://127.0.0.1:1', key: 'mk_x' },
    ignored: [],
  })
  expect(environment).toEqual({ STET_URL: 'http://127.0.0.1:1', HOME: '/h' })
})

test('the embedded library is there from the start, and the active connection is remembered', () => {
  const list = openConnectionList(folder)
  expect(list.active().id).toBe(EMBEDDED_ID)
  list.put({ id: 'c-1', name: 'Press', kind: 'service', address: 'https://press.example' })
  expect(list.activate('c-1')?.name).toBe('Press')
  expect(list.activate('c-2')).toBeUndefined()
  const again = openConnectionList(folder)
  expect(again.active().id).toBe('c-1')
  expect(again.all().map(({ id }) => id)).toEqual([EMBEDDED_ID, 'c-1'])
})

test.each(['{', '{"activeId": 1}', '{"activeId":"x","connections":[]}'])(
  'a damaged list leaves the embedded library: %s',
  (text) => {
    fs.writeFileSync(path.join(folder, 'connections.json'), text)
    expect(openConnectionList(folder).active().id).toBe(EMBEDDED_ID)
  },
)

test('a folder that cannot be used is told in words, one that can is made', () => {
  expect(folderProblem(path.join(folder, 'a', 'b'))).toBeUndefined()
  expect(fs.readdirSync(path.join(folder, 'a', 'b'))).toEqual([])
  fs.writeFileSync(path.join(folder, 'file'), '')
  expect(folderProblem(path.join(folder, 'file'))).toMatch(
    /\/file is a file, or inside a file, and not a folder\.$/,
  )
})

test('a folder that is to be made on a disk that can be read only is told as that', () => {
  // Node fails like this on such a disk: it names the real error only for a single folder.
  const make = vi.spyOn(fs, 'mkdirSync').mockImplementation((_folder, options) => {
    const isRecursive = typeof options === 'object' && options?.recursive === true
    throw Object.assign(new Error('refused'), { code: isRecursive ? 'ENOENT' : 'EROFS' })
  })
  try {
    expect(folderProblem(path.join(folder, 'a', 'b'))).toMatch(/^The disk that holds .+ can only be read\.$/)
  } finally {
    make.mockRestore()
  }
})

test('without HOME the profile lies in the home that the system knows, never in a folder that is cleared', () => {
  const system = { platform: 'linux', systemHome: () => '/home/ann' } as const
  expect(homelessProfile({}, 'Stet', system)).toBe('/home/ann/.config/Stet')
  expect(homelessProfile({ HOME: '' }, 'Stet', system)).toBe('/home/ann/.config/Stet')
  // On other systems, and where HOME is set, Electron chooses correctly.
  expect(homelessProfile({ HOME: '/h' }, 'Stet', system)).toBeUndefined()
  expect(homelessProfile({ XDG_CONFIG_HOME: '/c' }, 'Stet', system)).toBeUndefined()
  expect(homelessProfile({}, 'Stet', { ...system, platform: 'darwin' })).toBeUndefined()
})

test.each([
  ['EROFS', /^The disk that holds .+ can only be read\.$/],
  ['EACCES', /^You may not write to .+: it belongs to another user, or is closed\.$/],
  ['ENOSPC', /^The disk that holds .+ is full\.$/],
  ['EIO', /^EIO$/],
])('a folder that answers %s to a write is told in words', (code, words) => {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  try {
    expect(folderProblem(folder)).toMatch(words)
  } finally {
    write.mockRestore()
  }
})

/** A user id that owns no files on any system that Stet runs on. */
const ANOTHER_USER = 65_534

/** Runs the work as a user who may not open the folder: as another user where this one may do everything. */
function asWhoMayNot<T>(closed: string, work: () => T): T {
  const isRoot = process.geteuid?.() === 0
  fs.chmodSync(closed, isRoot ? 0o700 : 0o000)
  if (isRoot) process.seteuid?.(ANOTHER_USER)
  try {
    return work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    fs.chmodSync(closed, 0o700)
  }
}

test('the profile of another user of the machine, and a folder in it, are told as that', () => {
  for (const wanted of [folder, path.join(folder, 'deep', 'profile')])
    expect(asWhoMayNot(folder, () => folderProblem(wanted))).toMatch(
      /^You may not write to .+: it belongs to another user, or is closed\.$/,
    )
  expect(fs.readdirSync(folder)).toEqual([])
})

test('a folder that is made for a profile is its owner’s alone', () => {
  const before = process.umask(0)
  try {
    expect(folderProblem(path.join(folder, 'fresh'))).toBeUndefined()
    expect((fs.statSync(path.join(folder, 'fresh')).mode & 0o777).toString(8)).toBe('700')
  } finally {
    process.umask(before)
  }
})

/** A self-signed certificate and its key, for these tests only. */
const pem = (kind: string, lines: readonly string[]) =>
  [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join('\n')
const SELF_SIGNED = {
  key: pem('PRIVATE KEY', [
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzCviplLXaKKGjbp6',
    'VTxgBJODeLXJC0Ok6eQkFsBy9SGhRANCAARQcG3Ql0UYJMc0+yLBid9zBB3MFAyg',
    'oyoIY+ucffkDhex5b5NC8HD3gw4lqErz/GAKqYsERoF8p/B3pZdCQj1O',
  ]),
  cert: pem('CERTIFICATE', [
    'MIIBmzCCAUGgAwIBAgIUcsS+gwutd4GeUkqj6ENCknGD16owCgYIKoZIzj0EAwIw',
    'FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAzMzU0OVoYDzIxMjYxMDMw',
    'MDMzNTQ5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO',
    'PQMBBwNCAARQcG3Ql0UYJMc0+yLBid9zBB3MFAygoyoIY+ucffkDhex5b5NC8HD3',
    'gw4lqErz/GAKqYsERoF8p/B3pZdCQj1Oo28wbTAdBgNVHQ4EFgQUrNZgQDiL2owp',
    'TbRuwyfgAHoUxO4wHwYDVR0jBBgwFoAUrNZgQDiL2owpTbRuwyfgAHoUxO4wDwYD',
    'VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI',
    'zj0EAwIDSAAwRQIhAPLlFj/8d3uzrdqst+BULKImdZTw0zyUvMAsDDH8HPzrAiBv',
    'hHF5xpiKSb5upSUE8ZsSW+5IawXRmkQyodxtXZdnuA==',
  ]),
}

test('[M11] a certificate that nobody vouches for is refused, whatever the environment says', async () => {
  const servers: https.Server[] = []
  const received: string[] = []
  const ask = async () => {
    // Each test has a server of its own, so that no earlier connection is reused.
    const server = https.createServer(SELF_SIGNED, (request, response) => {
      received.push(request.headers.authorization ?? '')
      response.end('{}')
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return fetch(`https://127.0.0.1:${port}/`, { headers: { Authorization: 'Bearer mk_secret' } }).then(
      () => 'answered',
      ({ cause }: Error) => (cause as { code?: string }).code,
    )
  }
  try {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    expect(await ask()).toBe('answered')
    received.length = 0
    const { ignored } = takeEnvironment(process.env)
    expect(ignored.join(' ')).toContain('NODE_TLS_REJECT_UNAUTHORIZED')
    expect(await ask()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(received).toEqual([])
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
})
