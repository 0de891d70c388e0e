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
