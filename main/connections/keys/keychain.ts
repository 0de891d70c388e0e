import { safeStorage } from 'electron'
import type { Keychain } from './secrets'

/** Newer Electrons offer asynchronous calls; they are used where they exist. */
interface AsyncSafeStorage {
  encryptStringAsync?(text: string): Promise<Buffer>
  decryptStringAsync?(bytes: Buffer): Promise<{ result: string } | string>
}

/** The system's keychain. Chromium's `basic_text` fall-back on Linux is a fixed password, so it does not count as one. */
export const systemKeychain: Keychain = {
  async isAvailable() {
    if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return false
    return safeStorage.isEncryptionAvailable()
  },
  async encrypt(text) {
    const later = safeStorage as typeof safeStorage & AsyncSafeStorage
    return later.encryptStringAsync === undefined
      ? safeStorage.encryptString(text)
      : later.encryptStringAsync(text)
  },
  async decrypt(bytes) {
    const later = safeStorage as typeof safeStorage & AsyncSafeStorage
    if (later.decryptStringAsync === undefined) return safeStorage.decryptString(bytes)
    const answer = await later.decryptStringAsync(bytes)
    return typeof answer === 'string' ? answer : answer.result
  },
}
