import type { VirtualClock } from '../../../../main/system/clock.virtual'
import type { Fetch } from '../../../../main/sync/http/fetch'
import { openMemoryService, type MemoryService } from '../../../../server/testing/app.memory'
import { hashKey } from '../../../../server/http/auth'
import { ABILITIES } from '../../../../shared/terms'
import type { App } from '../../../foreign/service-variants'
import { fetchOf } from '../../client'
import { watchWrites, type Counts } from '../participants'
import { keyOf } from '../lies'

/** A content service with at least two accounts at its own address, implemented by the real service in memory. */
export interface Service {
  readonly address: string
  /** The current service; a restore replaces it. */
  readonly app: App
  /** Adds a key, in any format, to an account, which is created if necessary. */
  addKey(account: string, key: string): void
  /** Stores a backup of the current state for `restore`. */
  backUp(): void
  /** Continues from the last backup and returns it; `undefined` if there is none. */
  restore(): Uint8Array | undefined
  close(): Promise<void>
}

export interface ServiceParts {
  readonly address: string
  readonly clock: VirtualClock
  readonly counts: { -readonly [N in keyof Counts]: Counts[N] }
  readonly broken: (what: string) => void
}

export function openService({ address, clock, counts, broken }: ServiceParts): Service {
  let time = clock.now()
  const parts = {
    clock: () => (time = Math.max(time + 1, clock.now())),
    onError: (error: unknown) => broken(`the service failed: ${String(error)}`),
  }
  let now: MemoryService = openMemoryService(parts)
  let backup: Uint8Array | undefined
  const own = new Set<string>()
  /** Functions that create again the keys added after the backup. */
  let later: (() => void)[] = []
  const watched = watchWrites((what) => broken(what))((request) => now.app(request))
  return {
    address,
    async app(request) {
      counts.exchanges++
      const key = keyOf(request)
      if (key !== '' && !own.has(key)) broken(`a key of another service was sent to ${address}`)
      const answer = await watched(request)
      if (request.method !== 'GET' && answer.ok) counts.writes++
      return answer
    },
    addKey(account, key) {
      own.add(key)
      const add = () => {
        const { accounts } = now.store
        const id = accounts.ensureAccount(account, clock.now())
        accounts.addKey(id, 'story', Buffer.from(hashKey(key), 'hex'), ABILITIES, clock.now())
      }
      add()
      later.push(add)
    },
    backUp() {
      backup = now.backUp()
      later = []
    },
    restore() {
      if (backup === undefined) return undefined
      void now.close()
      now = openMemoryService({ ...parts, from: backup })
      for (const add of later) add()
      return backup
    },
    close: () => now.close(),
  }
}

/** The network: each address belongs to its service, and other addresses are unreachable. */
export function networkOf(services: readonly { readonly address: string; readonly app: App }[]): Fetch {
  return (url, init) => {
    const found = services.find(({ address }) => url.startsWith(`${address}/`))
    if (found !== undefined) return fetchOf(found.app)(url, init)
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }),
    })
  }
}
