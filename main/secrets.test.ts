import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSecrets, type Keychain } from './secrets'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-secrets-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

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
  await openSecrets(folder, keychain(true)).set('c1', 'mk_secret', 'keychain')
  expect(onDisk()).not.toContain('mk_secret')
  expect(await openSecrets(folder, keychain(true)).get('c1')).toBe('mk_secret')
})

test('[D5] without a keychain the writer is asked, nothing is stored silently', async () => {
  const secrets = openSecrets(folder, keychain(false))
  await expect(secrets.set('c1', 'mk_secret', 'keychain')).rejects.toMatchObject({
    problem: { code: 'no-keychain' },
  })
  expect(onDisk()).toBe('')
  await secrets.set('c1', 'mk_secret', 'session')
  expect(await secrets.get('c1')).toBe('mk_secret')
  expect(onDisk()).toBe('')
  expect(await openSecrets(folder, keychain(false)).get('c1')).toBeUndefined()
})

test('choosing "this session only" takes a stored key off the disk', async () => {
  const secrets = openSecrets(folder, keychain(true))
  await secrets.set('c1', 'mk_first', 'unprotected')
  await secrets.set('c1', 'mk_second', 'session')
  expect(onDisk()).not.toContain('mk_')
})

test('a damaged file means no key, never a failed start', async () => {
  fs.writeFileSync(path.join(folder, 'secrets.json'), '{"c1": 7')
  expect(await openSecrets(folder, keychain(true)).get('c1')).toBeUndefined()
})

test('[D5] a key under a passphrase is not on disk in clear, is locked at the next start, and opens with that passphrase only', async () => {
  const before = openSecrets(folder, keychain(false))
  await before.set('c1', 'mk_secret', 'passphrase', 'low water, early')
  expect(await before.get('c1')).toBe('mk_secret')
  expect(onDisk()).not.toContain('mk_secret')
  expect(onDisk()).not.toContain(Buffer.from('mk_secret').toString('base64'))

  const next = openSecrets(folder, keychain(false))
  expect([await next.get('c1'), next.isLocked('c1')]).toEqual([undefined, true])
  await expect(next.unlock('c1', 'low water, late')).rejects.toMatchObject({
    problem: { code: 'not-allowed' },
  })
  expect(next.isLocked('c1')).toBe(true)
  await next.unlock('c1', 'low water, early')
  expect([await next.get('c1'), next.isLocked('c1')]).toEqual(['mk_secret', false])
})

test('[D5] a short passphrase is refused and nothing is stored', async () => {
  const secrets = openSecrets(folder, keychain(false))
  await expect(secrets.set('c1', 'mk_secret', 'passphrase', 'short')).rejects.toMatchObject({
    problem: { code: 'invalid-input' },
  })
  expect(onDisk()).toBe('')
})

test('[D5] a sealed key that was changed on disk does not open', async () => {
  await openSecrets(folder, keychain(false)).set('c1', 'mk_secret', 'passphrase', 'low water, early')
  const file = JSON.parse(onDisk()) as { c1: { kind: string; value: string } }
  const bytes = Buffer.from(file.c1.value, 'base64')
  bytes[bytes.length - 1]! ^= 1
  file.c1.value = bytes.toString('base64')
  fs.writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify(file))
  await expect(openSecrets(folder, keychain(false)).unlock('c1', 'low water, early')).rejects.toMatchObject({
    problem: { code: 'not-allowed' },
  })
})
