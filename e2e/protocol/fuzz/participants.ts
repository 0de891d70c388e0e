import { createVirtualClock, type VirtualClock } from '../../../main/system/clock.virtual'
import { SKELETON } from '../../../main/documents/proof/run'
import type { ServiceCapabilities } from '../../../main/sync/service/capabilities'
import { NO_ETAG } from '../../../main/sync/service/probe-abilities'
import { openMemoryService } from '../../../server/testing/app.memory'
import {
  emptyBodies,
  etagOnlyOnGet,
  ignoresIfMatch,
  ignoresKeys,
  ignoresSorting,
  noEtags,
  noHistory,
  oddTimes,
  pageAfterWrite,
  thinLists,
  trimsTexts,
  wholeSeconds,
  wholeSecondsInLists,
  type App,
  type ServiceVariant,
} from '../../foreign/service-variants'
import { createMemoryDisk } from '../disk'
import { createThere, openWriter, OUR_CAPABILITIES, type Window, type Writer } from '../writer'
import { createAccount, type Account } from './account'
import { createLiar, mayBeStoredLess, type Liar } from './lies'
import { usePlainMessages } from './messages'

/** The writers, the kind of service, and the promises that follow from both. */
export interface Kind {
  readonly name: string
  readonly writers: readonly string[]
  /** Whether each writer has separate lines and fields, so that every merge over the history is clean. */
  readonly isApart?: boolean
  /** Whether somebody else changes things on the service too. */
  readonly hasStranger?: boolean
  /** Whether writes are guarded, so that nothing is overwritten unseen. */
  readonly isGuarded: boolean
  readonly variant?: ServiceVariant
  readonly known?: ServiceCapabilities
  /** Whether one document is never deleted. */
  readonly keepsOne?: boolean
  /** Whether answers to writes may be untrue, so that the app asks about changes that it did not make. */
  readonly isLying?: boolean
  /** A limit so small that texts are repeatedly evicted and fetched. */
  readonly heldBytesMax?: number
  readonly settings?: Parameters<typeof openMemoryService>[0]
}

const THREE = ['ann', 'ben', 'cat']
const ONE = ['ann']
const GUARDED = { guarded: 'seen' } as const
const LOOSE = { settings: { settings: { strictRevisions: false } } } as const

export const KINDS: readonly Kind[] = [
  { name: 'three writers', writers: THREE, hasStranger: true, isGuarded: true },
  { name: 'three writers, nothing learned yet', writers: THREE, isGuarded: true, known: GUARDED },
  { name: 'three writers, each in lines of her own', writers: THREE, isApart: true, isGuarded: true },
  { name: 'two writers, each in lines of her own', writers: ['ann', 'ben'], isApart: true, isGuarded: true },
  { name: 'a lone writer', writers: ONE, isGuarded: true },
  {
    name: 'a lone writer, keys ignored',
    writers: ONE,
    isGuarded: true,
    variant: ignoresKeys,
    known: { ...OUR_CAPABILITIES, idempotency: 'no' },
  },
  { name: 'a lone writer, texts trimmed', writers: ONE, isGuarded: true, variant: trimsTexts },
  {
    name: 'a lone writer, writes answered with a page',
    writers: ONE,
    isGuarded: true,
    variant: pageAfterWrite,
    known: GUARDED,
  },
  { name: 'ETags with GET only', writers: THREE, isGuarded: true, variant: etagOnlyOnGet, known: GUARDED },
  {
    name: 'writes answered with nothing',
    writers: THREE,
    isGuarded: true,
    variant: emptyBodies,
    known: GUARDED,
  },
  {
    name: 'keys ignored',
    writers: THREE,
    isGuarded: true,
    variant: ignoresKeys,
    known: { ...OUR_CAPABILITIES, idempotency: 'no' },
  },
  {
    name: 'lists without texts, unsorted',
    writers: THREE,
    isGuarded: true,
    variant: (app) => thinLists(ignoresSorting(app)),
    known: GUARDED,
  },
  {
    name: 'no history, whole seconds',
    writers: THREE,
    isGuarded: true,
    variant: (app) => noHistory(wholeSeconds(app)),
    known: GUARDED,
  },
  {
    name: 'If-Match ignored',
    writers: THREE,
    isGuarded: false,
    variant: ignoresIfMatch,
    known: {},
    ...LOOSE,
  },
  { name: 'no ETags', writers: ['ann', 'ben'], isGuarded: false, variant: noEtags, known: {}, ...LOOSE },
]

/**
 * A separate list, so that existing seeds keep their stories: texts are evicted from the devices and fetched again at
 * any moment.
 */
export const KINDS_WITHOUT_ROOM: readonly Kind[] = [
  {
    name: 'three writers, room for a text or two',
    writers: THREE,
    hasStranger: true,
    isGuarded: true,
    heldBytesMax: 250,
  },
  {
    name: 'lists without texts, room for a text or two',
    writers: THREE,
    isGuarded: true,
    variant: thinLists,
    known: GUARDED,
    heldBytesMax: 250,
  },
  { name: 'a lone writer, room for no text', writers: ONE, isGuarded: true, heldBytesMax: 1 },
]

/** A separate list as well: nobody else exists, so the app must never ask about a change by somebody else. */
export const KINDS_ALONE_UNGUARDED: readonly Kind[] = [
  {
    name: 'a lone writer, If-Match ignored',
    writers: ONE,
    isGuarded: false,
    variant: ignoresIfMatch,
    known: {},
    ...LOOSE,
  },
  { name: 'a lone writer, no ETags', writers: ONE, isGuarded: false, variant: noEtags, known: {}, ...LOOSE },
  {
    name: 'a lone writer, no ETags, whole seconds',
    writers: ONE,
    isGuarded: false,
    variant: (app) => noEtags(wholeSeconds(app)),
    known: {},
    ...LOOSE,
  },
]

/** A separate list as well: the answers of a service to writes are not always true. */
export const KINDS_LYING: readonly Kind[] = [
  { name: 'a lone writer, lied to', writers: ONE, isGuarded: true, isLying: true },
  {
    name: 'a lone writer, lied to, nothing learned yet',
    writers: ONE,
    isGuarded: true,
    isLying: true,
    known: GUARDED,
  },
  {
    name: 'two writers, lied to',
    writers: ['ann', 'ben'],
    hasStranger: true,
    isGuarded: true,
    isLying: true,
  },
  {
    name: 'two writers, lied to, keys ignored',
    writers: ['ann', 'ben'],
    isGuarded: true,
    isLying: true,
    variant: ignoresKeys,
    known: { ...OUR_CAPABILITIES, idempotency: 'no' },
  },
  {
    name: 'two writers, lied to, no history',
    writers: ['ann', 'ben'],
    isGuarded: true,
    isLying: true,
    variant: noHistory,
    known: GUARDED,
  },
  {
    name: 'lists in whole seconds',
    writers: ['ann', 'ben'],
    isGuarded: true,
    variant: wholeSecondsInLists,
    known: GUARDED,
  },
  {
    name: 'times that no program reads',
    writers: ['ann', 'ben'],
    isGuarded: true,
    variant: oddTimes,
    known: GUARDED,
  },
]

/** A writer of the story, with the open windows. */
export interface Actor {
  readonly name: string
  readonly writer: Writer
  readonly windows: Map<string, Window>
  /** Between the writer and the service. */
  readonly liar: Liar
  /** The number of transactions committed on the device. */
  commits(): number
  /** The text in the windows of a document, which main may not have yet. */
  readonly inWindows?: (id: string) => string
  /** The text that windows of this writer have not handed over yet. */
  readonly unsent?: () => string
  /** Documents and folders that the writer deleted and may restore. */
  readonly deleted: { readonly kind: 'document' | 'folder'; readonly id: string }[]
}

export interface Counts {
  /** The number of requests that reached the service. */
  readonly exchanges: number
  /** The number of those requests that changed the service's data. */
  readonly writes: number
  /** The number of transactions committed on the devices. */
  readonly states: number
}

export interface Participants {
  readonly kind: Kind
  /** The name of the other person who changes things on the service; by default `x`. */
  readonly stranger?: string
  /** Whether the service was restored from a backup, and not every document was checked since. */
  readonly isRestored?: () => boolean
  readonly random: () => number
  readonly clock: VirtualClock
  readonly actors: readonly Actor[]
  readonly account: Account
  /** The events so far, in words. */
  readonly story: string[]
  /** Broken promises on the network or inside the app. */
  readonly breaches: string[]
  readonly counted: () => Counts
  close(): Promise<void>
}

/** Everything happens in memory and in one thread, so whatever a task awaits is finished after these turns. */
const TURNS = 3

/** Creates one service with two shared documents, and the devices of the writers. */
export async function openParticipants(kind: Kind, random: () => number): Promise<Participants> {
  usePlainMessages()
  const clock = createVirtualClock(undefined, TURNS)
  let time = clock.now()
  const service = openMemoryService({
    clock: () => (time = Math.max(time + 1, clock.now())),
    onError: (error) => void breaches.push(`the service failed: ${String(error)}`),
    ...kind.settings,
  })
  const breaches: string[] = []
  const counts = { exchanges: 0, writes: 0, states: 0 }
  const account = createAccount()
  const actors = kind.writers.map((name): Actor => {
    const counted: ServiceVariant = (app) => async (request) => {
      counts.exchanges++
      const answer = await app(request)
      if (request.method !== 'GET' && answer.ok) counts.writes++
      return answer
    }
    let commits = 0
    const liar = createLiar((text) => mayBeStoredLess(account, text))
    const watched = kind.isGuarded ? watchWrites((broken) => breaches.push(`${name}: ${broken}`)) : same
    const writer = openWriter({
      service,
      clock,
      name,
      random,
      ...(kind.heldBytesMax !== undefined && { heldBytesMax: kind.heldBytesMax }),
      disk: (onCommit) =>
        createMemoryDisk(() => {
          counts.states++
          commits++
          onCommit()
        }),
      known: kind.known ?? OUR_CAPABILITIES,
      variant: (app) => watched(liar.variant(counted((kind.variant ?? same)(app)))),
      report: (error) =>
        void breaches.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`),
    })
    return { name, writer, windows: new Map(), liar, commits: () => commits, deleted: [] }
  })
  for (const title of ['Essay', 'Notes']) await createThere(actors[0]!.writer, { title, content: SKELETON })
  return {
    kind,
    random,
    clock,
    actors,
    account,
    story: [],
    breaches,
    counted: () => counts,
    async close() {
      for (const { writer } of actors) await writer.close()
      await service.close()
    },
  }
}

const same: ServiceVariant = (app) => app

/**
 * Checks W3: every write of an existing document or folder carries an ETag that was read, quotes included, and never a
 * wildcard. Requests that test whether writes are guarded (C6), and what the key may write, carry an ETag that no
 * service ever issued, and are refused.
 */
export function watchWrites(tell: (broken: string) => void): ServiceVariant {
  const seen = new Set<string>()
  return (app: App) => async (request) => {
    const { method, url } = request
    if (isQuestion(request.headers.get('If-Match'), seen)) {
      const refusal = await app(request)
      if (refusal.ok) tell(`${method} ${url} was a question, and changed something`)
      return refusal
    }
    if ((method === 'PUT' || method === 'DELETE') && !url.includes('/tags/')) {
      const route = new URL(url).pathname
      const guard = request.headers.get('If-Match')
      if (guard === null) tell(`${method} ${route} without a guard`)
      else if (!seen.has(guard)) tell(`${method} ${route} with ${guard}, which nobody gave`)
    }
    const answer = await app(request)
    const etag = answer.headers.get('ETag')
    if (etag !== null) seen.add(etag)
    return answer
  }
}

const isQuestion = (guard: string | null, seen: ReadonlySet<string>): boolean =>
  guard === NO_ETAG || (guard?.endsWith('-x"') === true && seen.has(`${guard.slice(0, -3)}"`))
