import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { AppError, problem } from '../shared/problem'
import { writeWhole } from './settings'

/** What encrypts: Electron's safeStorage, or a plain one in tests. */
export interface Keychain {
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<string>
}

export type Keeping = 'keychain' | 'session' | 'unprotected'

const secretFile = z.record(
  z.string(),
  z.object({ kind: z.enum(['keychain', 'unprotected']), value: z.string() }),
)

export interface Secrets {
  /** The key of a connection, or undefined where none is kept or the keychain no longer opens it. */
  get(connectionId: string): Promise<string | undefined>
  /** Throws `no-keychain` where the system has none; then the writer chooses (requirement D5). */
  set(connectionId: string, key: string, keeping: Keeping): Promise<void>
  remove(connectionId: string): void
}

/** API keys at rest, in `secrets.json`: encrypted by the system's keychain, or as the writer chose. `session` is kept in memory only. */
export function openSecrets(folder: string, keychain: Keychain): Secrets {
  const file = path.join(folder, 'secrets.json')
  const session = new Map<string, string>()
  let kept = readKept(file)
  const store = (next: z.infer<typeof secretFile>) => {
    writeWhole(file, JSON.stringify(next))
    kept = next
  }
  const without = (connectionId: string) =>
    Object.fromEntries(Object.entries(kept).filter(([id]) => id !== connectionId))

  return {
    async get(connectionId) {
      const inSession = session.get(connectionId)
      if (inSession !== undefined) return inSession
      const entry = Object.hasOwn(kept, connectionId) ? kept[connectionId] : undefined
      if (entry === undefined) return undefined
      if (entry.kind === 'unprotected') return entry.value
      return keychain.decrypt(Buffer.from(entry.value, 'base64')).catch(() => undefined)
    },
    async set(connectionId, key, keeping) {
      if (keeping === 'session') {
        if (Object.hasOwn(kept, connectionId)) store(without(connectionId))
        session.set(connectionId, key)
        return
      }
      if (keeping === 'keychain' && !(await keychain.isAvailable()))
        throw new AppError(
          problem(
            'no-keychain',
            'This system offers no keychain. Keep the key for this session only, or store it unprotected.',
          ),
        )
      const value = keeping === 'keychain' ? (await keychain.encrypt(key)).toString('base64') : key
      store({ ...kept, [connectionId]: { kind: keeping, value } })
      session.delete(connectionId)
    },
    remove(connectionId) {
      session.delete(connectionId)
      if (Object.hasOwn(kept, connectionId)) store(without(connectionId))
    },
  }
}

function readKept(file: string): z.infer<typeof secretFile> {
  try {
    return secretFile.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}
