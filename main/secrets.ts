import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Keeping } from '../shared/ipc-connections'
import { AppError, problem } from '../shared/problem'
import { writeWhole } from './write-whole'

/** What encrypts: Electron's safeStorage, or a plain one in tests. */
export interface Keychain {
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<string>
}

const secretFile = z.record(
  z.string(),
  z.object({ kind: z.enum(['keychain', 'passphrase', 'unprotected']), value: z.string() }),
)
type SecretFile = z.infer<typeof secretFile>

export interface Secrets {
  /** The system can keep a key. */
  hasKeychain(): Promise<boolean>
  /** The key of a connection, or undefined where none is kept, it is locked, or the keychain no longer opens it. */
  get(connectionId: string): Promise<string | undefined>
  /** Its key is kept under a passphrase that was not given yet. */
  isLocked(connectionId: string): boolean
  /** Opens the key for this session; throws `not-allowed` where the passphrase is another. */
  unlock(connectionId: string, passphrase: string): Promise<void>
  /** Throws `no-keychain` where the system has none; then the writer chooses (requirement D5). */
  set(connectionId: string, key: string, keeping: Keeping, passphrase?: string): Promise<void>
  remove(connectionId: string): void
}

/** API keys at rest, in `secrets.json`: encrypted by the system's keychain, or as the writer chose. `session` is kept in memory only. */
export function openSecrets(folder: string, keychain: Keychain): Secrets {
  const file = path.join(folder, 'secrets.json')
  const session = new Map<string, string>()
  let kept = readKept(file)
  const store = (next: SecretFile) => {
    writeWhole(file, JSON.stringify(next))
    kept = next
  }
  const entryOf = (id: string) => (Object.hasOwn(kept, id) ? kept[id] : undefined)
  const without = (connectionId: string) =>
    Object.fromEntries(Object.entries(kept).filter(([id]) => id !== connectionId))

  async function sealed(key: string, keeping: Exclude<Keeping, 'session'>, passphrase = ''): Promise<string> {
    if (keeping === 'unprotected') return key
    if (keeping === 'passphrase') return seal(key, passphrase)
    if (!(await keychain.isAvailable()))
      throw new AppError(
        problem('no-keychain', 'This system offers no keychain. Choose where the key is to be kept.'),
      )
    return (await keychain.encrypt(key)).toString('base64')
  }

  return {
    hasKeychain: () => keychain.isAvailable(),
    async get(connectionId) {
      const inSession = session.get(connectionId)
      if (inSession !== undefined) return inSession
      const entry = entryOf(connectionId)
      if (entry === undefined || entry.kind === 'passphrase') return undefined
      if (entry.kind === 'unprotected') return entry.value
      return keychain.decrypt(Buffer.from(entry.value, 'base64')).catch(() => undefined)
    },
    isLocked: (connectionId) => entryOf(connectionId)?.kind === 'passphrase' && !session.has(connectionId),
    async unlock(connectionId, passphrase) {
      const entry = entryOf(connectionId)
      const key = entry?.kind === 'passphrase' ? await unseal(entry.value, passphrase) : undefined
      if (key === undefined)
        throw new AppError(problem('not-allowed', 'This passphrase does not open the key.'))
      session.set(connectionId, key)
    },
    async set(connectionId, key, keeping, passphrase) {
      if (keeping === 'session') {
        if (entryOf(connectionId) !== undefined) store(without(connectionId))
        session.set(connectionId, key)
        return
      }
      const value = await sealed(key, keeping, passphrase)
      store({ ...kept, [connectionId]: { kind: keeping, value } })
      // Whoever has just typed the passphrase need not type it again.
      if (keeping === 'passphrase') session.set(connectionId, key)
      else session.delete(connectionId)
    },
    remove(connectionId) {
      session.delete(connectionId)
      if (entryOf(connectionId) !== undefined) store(without(connectionId))
    },
  }
}

function readKept(file: string): SecretFile {
  try {
    return secretFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PASSPHRASE_LEAST = 8

/** Salt, nonce, tag and ciphertext of AES-256-GCM under a key that scrypt makes of the passphrase; base64. */
async function seal(text: string, passphrase: string): Promise<string> {
  if ([...passphrase].length < PASSPHRASE_LEAST)
    throw new AppError(
      problem('invalid-input', `A passphrase has at least ${PASSPHRASE_LEAST} letters or figures.`),
    )
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', await stretched(passphrase, salt), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** `undefined`: another passphrase, or bytes that were changed. */
async function unseal(sealed: string, passphrase: string): Promise<string | undefined> {
  const bytes = Buffer.from(sealed, 'base64')
  const salt = bytes.subarray(0, SALT_BYTES)
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES)
  const body = bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', await stretched(passphrase, salt), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** 32 bytes; takes about a tenth of a second and 32 MB, so that guessing is slow. */
const stretched = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(
      passphrase.normalize('NFKC'),
      salt,
      32,
      { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 },
      (error, key) => (error === null ? resolve(key) : reject(error)),
    ),
  )
