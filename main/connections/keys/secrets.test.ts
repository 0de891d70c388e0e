import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seal } from './sealing'
import { openSecrets as open, type Keychain } from './secrets'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-secrets-'))
  told = []
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** The notices that the writer got since the test began. */
let told: string[] = []
const openSecrets = (file: string, keychain: Keychain) =>
  open(file, keychain, (sentence) => told.push(sentence))
/** The connection whose keys these tests store. */
const c1 = { id: 'c1', address: 'https://press.example' }

const turned = (text: string) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x55))
const keychain = (available: boolean): Keychain => ({
  isAvailable: async () => available,
  encrypt: async (text) => turned(text),
  decrypt: async (bytes) => turned(bytes.toString('latin1')).toString(),
})
const onDisk = () =>
  fs.existsSync(path.join(folder, 'secrets.json'))
    ? fs.readFileSync(path.join(folder, 'secrets.json'), 'utf8')
    : ''

test('[D5] a key kept in the keychain is there at the next start and not on disk in clear', async () => {
  await openSecrets(folder, keychain(true)).set(c1, 'mk_secret', 'keychain')
  expect(onDisk()).not.toContain('mk_secret')
  expect(await openSecrets(folder, keychain(true)).get(c1)).toBe('mk_secret')
})

test('[D5] what another keychain makes of a key is no key: it is neither sent nor kept in its place', async () => {
  await openSecrets(folder, keychain(true)).set(c1, 'mk_secret', 'keychain')
  const before = onDisk()
  // Chromium on Linux and macOS encrypts without authentication: one of 256 wrong keys gives bytes instead of an error.
  for (const text of ['\u0013\u00e9\ufffd(k\u0000', 'one\ntwo', ' ', '']) {
    const strange = { ...keychain(true), decrypt: () => Promise.resolve(text) }
    expect(await openSecrets(folder, strange).get(c1)).toBeUndefined()
  }
  expect(onDisk()).toBe(before)
  expect(await openSecrets(folder, keychain(true)).get(c1)).toBe('mk_secret')
})

test('[D5] without a keychain the writer is asked, nothing is stored silently', async () => {
  const secrets = openSecrets(folder, keychain(false))
  await expect(secrets.set(c1, 'mk_secret', 'keychain')).rejects.toMatchObject({
    problem: { code: 'no-keychain' },
  })
  expect(onDisk()).toBe('')
  await secrets.set(c1, 'mk_secret', 'session')
  expect(await secrets.get(c1)).toBe('mk_secret')
  expect(onDisk()).toBe('')
  expect(await openSecrets(folder, keychain(false)).get(c1)).toBeUndefined()
})

test('choosing "this session only" takes a stored key off the disk', async () => {
  const secrets = openSecrets(folder, keychain(true))
  await secrets.set(c1, 'mk_first', 'unprotected')
  await secrets.set(c1, 'mk_second', 'session')
  expect(onDisk()).not.toContain('mk_')
})

test('a damaged file means no key, never a failed start', async () => {
  fs.writeFileSync(path.join(folder, 'secrets.json'), '{"c1": 7')
  expect(await openSecrets(folder, keychain(true)).get(c1)).toBeUndefined()
})

test('[D5] a key under a passphrase is not on disk in clear, is locked at the next start, and opens with that passphrase only', async () => {
  const before = openSecrets(folder, keychain(false))
  await before.set(c1, 'mk_secret', 'passphrase', 'low water, early')
  expect(await before.get(c1)).toBe('mk_secret')
  expect(onDisk()).not.toContain('mk_secret')
  expect(onDisk()).not.toContain(Buffer.from('mk_secret').toString('base64'))

  const next = openSecrets(folder, keychain(false))
  expect([await next.get(c1), next.isLocked('c1')]).toEqual([undefined, true])
  await expect(next.unlock(c1, 'low water, late')).rejects.toMatchObject({
    problem: { code: 'not-allowed' },
  })
  expect(next.isLocked('c1')).toBe(true)
  await next.unlock(c1, 'low water, early')
  expect([await next.get(c1), next.isLocked('c1')]).toEqual(['mk_secret', false])
})

test('[D5] a short passphrase is refused and nothing is stored', async () => {
  const secrets = openSecrets(folder, keychain(false))
  await expect(secrets.set(c1, 'mk_secret', 'passphrase', 'short')).rejects.toMatchObject({
    problem: { code: 'invalid-input' },
  })
  expect(onDisk()).toBe('')
})

test('[D5] a sealed key that was changed on disk does not open', async () => {
  await openSecrets(folder, keychain(false)).set(c1, 'mk_secret', 'passphrase', 'low water, early')
  const file = JSON.parse(onDisk()) as Record<string, { kind: string; value: string }>
  const bytes = Buffer.from(file['c1']!.value, 'base64')
  bytes[bytes.length - 1]! ^= 1
  file['c1']!.value = bytes.toString('base64')
  fs.writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify(file))
  await expect(openSecrets(folder, keychain(false)).unlock(c1, 'low water, early')).rejects.toMatchObject({
    problem: { code: 'not-allowed' },
  })
})

describe('[L3] a key goes to the address that it was tested with', () => {
  const elsewhere = { ...c1, address: 'https://evil.example' }

  test.each(['keychain', 'unprotected'] as const)('kept as %s', async (keeping) => {
    await openSecrets(folder, keychain(true)).set(c1, 'mk_secret', keeping)
    const next = openSecrets(folder, keychain(true))
    expect(await next.get(elsewhere)).toBeUndefined()
    expect(await next.get(c1)).toBe('mk_secret')
  })

  test('kept for the session', async () => {
    const secrets = openSecrets(folder, keychain(false))
    await secrets.set(c1, 'mk_secret', 'session')
    expect([await secrets.get(elsewhere), await secrets.get(c1)]).toEqual([undefined, 'mk_secret'])
  })

  test('kept under a passphrase: the right one does not open it for another address or another connection', async () => {
    await openSecrets(folder, keychain(false)).set(c1, 'mk_secret', 'passphrase', 'low water, early')
    const next = openSecrets(folder, keychain(false))
    await expect(next.unlock(elsewhere, 'low water, early')).rejects.toMatchObject({
      problem: { code: 'not-allowed' },
    })
    const file = JSON.parse(onDisk()) as Record<string, unknown>
    fs.writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify({ c2: file['c1'] }))
    await expect(
      openSecrets(folder, keychain(false)).unlock({ ...c1, id: 'c2' }, 'low water, early'),
    ).rejects.toMatchObject({ problem: { code: 'not-allowed' } })
  })

  test('kept with no address: it goes nowhere, and the writer is told that it is asked for again', async () => {
    const before = {
      c1: { kind: 'keychain', value: turned('mk_first').toString('base64') },
      c2: { kind: 'unprotected', value: 'mk_second' },
      c3: {
        kind: 'passphrase',
        value: await seal('mk_third', 'low water, early', '', { N: 2 ** 15, r: 8, p: 1 }),
      },
    }
    fs.writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify(before))
    const secrets = openSecrets(folder, keychain(true))
    for (const id of ['c1', 'c2', 'c3']) expect(await secrets.get({ ...c1, id })).toBeUndefined()
    expect(secrets.isLocked('c3')).toBe(false)
    expect(told.join(' ')).toContain('Enter the key of the library again.')
    await secrets.set({ ...c1, id: 'c2' }, 'mk_second', 'unprotected')
    expect(await openSecrets(folder, keychain(true)).get({ ...c1, id: 'c2' })).toBe('mk_second')
  })

  test('sealed at a lower cost: it is sealed again when it is opened', async () => {
    const less = { N: 2 ** 15, r: 8, p: 1 }
    const value = await seal('mk_secret', 'low water, early', JSON.stringify([c1.id, c1.address]), less)
    fs.writeFileSync(
      path.join(folder, 'secrets.json'),
      JSON.stringify({ c1: { kind: 'passphrase', value, cost: less } }),
    )
    await openSecrets(folder, keychain(true)).unlock(c1, 'low water, early')
    expect(JSON.parse(onDisk())).toMatchObject({ c1: { cost: { N: 2 ** 17, r: 8, p: 1 } } })
    const next = openSecrets(folder, keychain(true))
    await next.unlock(c1, 'low water, early')
    expect(await next.get(c1)).toBe('mk_secret')
  })
})

describe('[L4] the file of the keys is read entry by entry', () => {
  const file = () => path.join(folder, 'secrets.json')

  const aside = () => {
    const names = fs.readdirSync(folder).filter((name) => name.startsWith('secrets.damaged-'))
    return names.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
  }

  test('one that does not fit is set aside and told once; the others stay', async () => {
    await openSecrets(folder, keychain(true)).set(c1, 'mk_secret', 'keychain')
    const damaged = JSON.stringify({
      ...(JSON.parse(onDisk()) as object),
      c2: { kind: 'of a newer version' },
    })
    fs.writeFileSync(file(), damaged)
    const secrets = openSecrets(folder, keychain(true))
    expect(await secrets.get(c1)).toBe('mk_secret')
    await secrets.set({ ...c1, id: 'c3' }, 'mk_third', 'keychain')
    expect(told.join(' ')).toContain('the keys of your libraries')
    expect(aside()).toEqual([damaged])
    const next = openSecrets(folder, keychain(true))
    expect(await next.get(c1)).toBe('mk_secret')
    expect(told).toHaveLength(1)
  })

  test.each(['{"c1": 7', '[]', 'null', ''])(
    'a file that is none (%s) is set aside and told',
    async (text) => {
      fs.writeFileSync(file(), text)
      const secrets = openSecrets(folder, keychain(true))
      expect(told).toHaveLength(1)
      await secrets.set(c1, 'mk_secret', 'unprotected')
      expect(aside()).toEqual([text])
      expect(await openSecrets(folder, keychain(true)).get(c1)).toBe('mk_secret')
    },
  )

  test('a cost that would take all of the memory is not paid', async () => {
    const value = await seal('mk_secret', 'low water, early', '', { N: 2 ** 15, r: 8, p: 1 })
    fs.writeFileSync(
      file(),
      JSON.stringify({ c1: { kind: 'passphrase', value, cost: { N: 2 ** 30, r: 8, p: 1 } } }),
    )
    await expect(openSecrets(folder, keychain(true)).unlock(c1, 'low water, early')).rejects.toThrow(
      'Wrong passphrase',
    )
    expect(told).toHaveLength(1)
  })
})

test('[M1] the log is rid of every key that this run has had', async () => {
  await openSecrets(folder, keychain(true)).set(c1, 'plain-secret-7', 'keychain')
  const secrets = openSecrets(folder, keychain(true))
  await secrets.get(c1)
  await secrets.set({ ...c1, id: 'c2' }, 'another-secret', 'session')
  expect(secrets.strike('plain-secret-7, another-secret: no')).toBe('[key], [key]: no')
})
