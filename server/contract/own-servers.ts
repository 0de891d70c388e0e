import { ABILITIES } from '../../shared/terms'
import type { MemoryService } from '../testing/app.memory'
import type { Settings } from '../http/settings'
import type { Target } from './target'

const OTHER_SETTINGS = {
  lenient: { strictRevisions: false },
  rateLimited: { rateLimit: { count: 20, seconds: 3600 } },
  quotaLimited: { searchQuota: { count: 3, seconds: 3600 } },
} satisfies Record<string, Partial<Settings>>

/** How the suite reaches a service: by its function, or by an address. */
export type Reach = (service: MemoryService) => Promise<Pick<Target, 'baseUrl' | 'fetch'>>

/** Targets for the whole suite, made from services of our own. */
export async function ownTarget(
  open: (settings: Partial<Settings>) => MemoryService | Promise<MemoryService>,
  reach: Reach,
): Promise<Target> {
  const target = async (settings: Partial<Settings>): Promise<Target> => {
    const service = await open(settings)
    const { store } = service
    const deletingKey = service.addKey(ABILITIES, 'leaving')
    const leaving = store.accounts.findAccount('leaving') ?? 0
    store.deleteAccount(leaving).next()
    store.accounts.forgetCallers()
    return {
      ...(await reach(service)),
      key: service.key,
      limitedKey: service.addKey(['documents:read']),
      otherAccountKey: service.addKey(ABILITIES, 'other'),
      deletingKey,
    }
  }
  return {
    ...(await target({})),
    lenient: await target(OTHER_SETTINGS.lenient),
    rateLimited: await target(OTHER_SETTINGS.rateLimited),
    quotaLimited: await target(OTHER_SETTINGS.quotaLimited),
  }
}
