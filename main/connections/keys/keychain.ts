import { safeStorage } from 'electron'
import type { Keychain } from './secrets'

/** The asynchronous calls of newer Electrons; they are used where they exist. */
interface AsyncSafeStorage {
  encryptStringAsync?(text: string): Promise<Buffer>
  decryptStringAsync?(bytes: Buffer): Promise<{ result: string } | string>
}

type SafeStorage = AsyncSafeStorage &
  Pick<
    typeof safeStorage,
    'getSelectedStorageBackend' | 'isEncryptionAvailable' | 'encryptString' | 'decryptString'
  >

/**
 * The keychain of Electron's safeStorage. Chromium's `basic_text` fallback on Linux uses a fixed password, so it does
 * not count as a keychain.
 */
export const keychainOf = (storage: SafeStorage, platform: NodeJS.Platform = process.platform): Keychain => ({
  isAvailable() {
    const isFixed = platform === 'linux' && storage.getSelectedStorageBackend() === 'basic_text'
    return Promise.resolve(!isFixed && storage.isEncryptionAvailable())
  },
  async encrypt(text) {
    return storage.encryptStringAsync === undefined
      ? storage.encryptString(text)
      : storage.encryptStringAsync(text)
  },
  async decrypt(bytes) {
    if (storage.decryptStringAsync === undefined) return storage.decryptString(bytes)
    const answer = await storage.decryptStringAsync(bytes)
    return typeof answer === 'string' ? answer : answer.result
  },
})

export const systemKeychain: Keychain = keychainOf(safeStorage)
