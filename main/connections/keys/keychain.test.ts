import { expect, test } from 'vitest'
import { keychainOf } from './keychain'

const reversed = (text: string) => [...text].reverse().join('')

/** Imitates Electron's safeStorage on one system; it "encrypts" by reversing the text. */
const electron = (backend: 'basic_text' | 'gnome_libsecret' | 'unknown', isAvailable = true) => ({
  getSelectedStorageBackend: () => backend,
  isEncryptionAvailable: () => isAvailable,
  encryptString: (text: string) => Buffer.from(reversed(text)),
  decryptString: (bytes: Buffer) => reversed(bytes.toString()),
})

test('[D5] the fixed password of Chromium is no keychain on Linux', async () => {
  expect(await keychainOf(electron('basic_text'), 'linux').isAvailable()).toBe(false)
  expect(await keychainOf(electron('gnome_libsecret'), 'linux').isAvailable()).toBe(true)
})

test('[D5] a system that encrypts nothing has no keychain', async () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(await keychainOf(electron('unknown', false), platform).isAvailable()).toBe(false)
})

test('elsewhere nobody is asked for a kind of keychain that only Linux has', async () => {
  const storage = {
    ...electron('unknown'),
    getSelectedStorageBackend: (): never => {
      throw new Error('there is no such call')
    },
  }
  for (const platform of ['darwin', 'win32'] as const)
    expect(await keychainOf(storage, platform).isAvailable()).toBe(true)
})

test('a key comes back from either form of the calls', async () => {
  const storage = electron('gnome_libsecret')
  const older = keychainOf(storage, 'linux')
  const newer = keychainOf(
    {
      ...storage,
      encryptStringAsync: (text) => Promise.resolve(storage.encryptString(text)),
      decryptStringAsync: (bytes) => Promise.resolve({ result: storage.decryptString(bytes) }),
    },
    'linux',
  )
  for (const one of [older, newer])
    for (const other of [older, newer])
      expect(await other.decrypt(await one.encrypt('mk_key'))).toBe('mk_key')
})
