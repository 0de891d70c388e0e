import path from 'node:path'
import { z } from 'zod'
import type { Keeping } from '../../../shared/ipc/ipc-connections'
import { appError } from '../../../shared/problem'
import { isRecord, openProfileFile, type Decoded } from '../../system/profile-file'
import { cost, COST_NOW, seal, unseal } from './sealing'
import { createStrike } from '../../system/strike-key'
import { attempt } from '../../../shared/thrown'

/** Encrypts texts: Electron's safeStorage, or a plain one in tests. */
export interface Keychain {
  isAvailable(): Promise<boolean>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<string>
}

/** The owner of a key. A key is sent to the address with which it was tested, and nowhere else. */
interface KeyOwner {
  readonly id: string
  readonly address: string
}

const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keychain'), value: z.string() }),
  z.object({ kind: z.literal('unprotected'), value: z.string(), address: z.string() }),
  z.object({ kind: z.literal('passphrase'), value: z.string(), cost }),
])
type Entry = z.infer<typeof entry>
type SecretFile = Readonly<Record<string, Entry>>

export interface Secrets {
  /** Whether the system can keep a key. */
  hasKeychain(): Promise<boolean>
  /** The key; `undefined` where none is stored for this address, it is locked, or the keychain no longer opens it. */
  get(owner: KeyOwner): Promise<string | undefined>
  /** Whether the key is stored under a passphrase that was not given yet. */
  isLocked(connectionId: string): boolean
  /** Opens the key for this session; throws `not-allowed` where the passphrase or the address is a different one. */
  unlock(owner: KeyOwner, passphrase: string): Promise<void>
  /** Stores the key. Throws `no-keychain` where the system has none; then the writer chooses (requirement D5). */
  set(owner: KeyOwner, key: string, keeping: Keeping, passphrase?: string): Promise<void>
  remove(connectionId: string): void
  /** Removes every key that this run has handled from a text, for the log. */
  strike(text: string): string
}

/**
 * API keys at rest, in `secrets.json`: encrypted by the system's keychain, or as the writer chose. Keys kept for the
 * `session` are only in memory. `warn` is called with a sentence for the writer where keys could not be read.
 */
export function openSecrets(
  folder: string,
  keychain: Keychain,
  warn: (sentence: string) => void = () => {},
): Secrets {
  const file = openProfileFile(
    path.join(folder, 'secrets.json'),
    'the keys of your libraries',
    decode,
    (sentence) => warn(`${sentence} Enter the key of the library again.`),
  )
  const session = new Map<string, { readonly key: string; readonly address: string }>()
  const strikes = new Map<string, (text: string) => string>()
  let kept: SecretFile = file.value.entries
  const store = (next: SecretFile) => {
    file.write({ ...file.value.rest, ...next })
    kept = next
  }
  const put = (id: string, value: Entry) => store({ ...kept, [id]: value })
  const entryOf = (id: string) => (Object.hasOwn(kept, id) ? kept[id] : undefined)
  const without = (connectionId: string) =>
    Object.fromEntries(Object.entries(kept).filter(([id]) => id !== connectionId))
  const known = (key: string): string => {
    strikes.set(key, strikes.get(key) ?? createStrike(key))
    return key
  }

  async function opened(owner: KeyOwner): Promise<string | undefined> {
    const found = entryOf(owner.id)
    if (found === undefined || found.kind === 'passphrase') return undefined
    if (found.kind === 'unprotected') return found.address === owner.address ? found.value : undefined
    const text = await keychain.decrypt(Buffer.from(found.value, 'base64')).catch(() => undefined)
    // The keychain of another machine may return other bytes instead of an error.
    const bound = text === undefined ? undefined : boundIn(text)
    return bound?.address === owner.address ? bound.key : undefined
  }

  return {
    hasKeychain: () => keychain.isAvailable(),
    async get(owner) {
      const inSession = session.get(owner.id)
      const key = inSession?.address === owner.address ? inSession.key : await opened(owner)
      return key === undefined ? undefined : known(key)
    },
    isLocked: (connectionId) => entryOf(connectionId)?.kind === 'passphrase' && !session.has(connectionId),
    async unlock(owner, passphrase) {
      const found = entryOf(owner.id)
      const key = found?.kind === 'passphrase' ? await unsealed(found, owner, passphrase) : undefined
      if (key === undefined) throw appError('not-allowed', 'Wrong passphrase.')
      session.set(owner.id, { key: known(key), address: owner.address })
      if (found?.kind === 'passphrase' && found.cost.N < COST_NOW.N)
        put(owner.id, await entryFor(keychain, owner, key, 'passphrase', passphrase))
    },
    async set(owner, key, keeping, passphrase) {
      const { id, address } = owner
      if (keeping === 'session') {
        if (entryOf(id) !== undefined) store(without(id))
        session.set(id, { key: known(key), address })
        return
      }
      put(id, await entryFor(keychain, owner, key, keeping, passphrase))
      // The writer has just typed the passphrase and need not type it again.
      if (keeping === 'passphrase') session.set(id, { key: known(key), address })
      else session.delete(id)
    },
    remove(connectionId) {
      session.delete(connectionId)
      if (entryOf(connectionId) !== undefined) store(without(connectionId))
    },
    strike: (text) => [...strikes.values()].reduce((left, strike) => strike(left), text),
  }
}

/** The stored form of a key. Throws `no-keychain` where the system has no keychain. */
async function entryFor(
  keychain: Keychain,
  owner: KeyOwner,
  key: string,
  keeping: Entry['kind'],
  passphrase = '',
): Promise<Entry> {
  if (keeping === 'unprotected') return { kind: keeping, value: key, address: owner.address }
  if (keeping === 'passphrase')
    return { kind: keeping, value: await seal(key, passphrase, boundTo(owner), COST_NOW), cost: COST_NOW }
  if (!(await keychain.isAvailable()))
    throw appError('no-keychain', 'No system keychain found. Choose how the key should be stored.')
  const value = await keychain.encrypt(JSON.stringify({ key, address: owner.address }))
  return { kind: keeping, value: value.toString('base64') }
}

const unsealed = (
  { value, cost: spent }: Extract<Entry, { kind: 'passphrase' }>,
  owner: KeyOwner,
  passphrase: string,
): Promise<string | undefined> => unseal(value, passphrase, boundTo(owner), spent)

const boundTo = ({ id, address }: KeyOwner): string => JSON.stringify([id, address])

const boundText = z.object({ key: z.string(), address: z.string() })

const boundIn = (text: string): z.infer<typeof boundText> | undefined =>
  attempt(() => boundText.parse(JSON.parse(text)))

/** Reads entries one by one: an unreadable entry stays in the file until its connection gets another key. */
function decode(json: unknown): Decoded<{ readonly entries: SecretFile; readonly rest: object }> {
  if (json !== undefined && !isRecord(json)) return { value: { entries: {}, rest: {} }, unread: [json] }
  const entries: Record<string, Entry> = {}
  const rest: Record<string, unknown> = {}
  for (const [id, value] of Object.entries(json ?? {})) {
    const one = entry.safeParse(value)
    if (one.success) entries[id] = one.data
    else rest[id] = value
  }
  return { value: { entries, rest }, unread: Object.values(rest) }
}
