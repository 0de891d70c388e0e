import { AppError } from '../../../shared/problem'
import type { RemoteId } from '../../../shared/terms'
import { checkIdentity } from '../http/identity'
import { probeCapabilities } from '../service/probe'
import { pullAll, pullMoved, readAgain, readEach } from './pull-documents'
import type { DocumentPullParts, RoundEnd } from './pull-pages'

export interface PullParts extends Omit<DocumentPullParts, 'signal'> {
  /** Pulls folders and tags, before the documents that name them. */
  readonly pullItems: (signal: AbortSignal) => Promise<unknown>
  /** Documents that are open in a window, by the service's ids, the focused one first. */
  readonly openThere: () => readonly RemoteId[]
  /** Documents whose texts are missing here and are read after everything else. */
  readonly missedThere: () => readonly RemoteId[]
  /** How many documents the service is known to have. */
  readonly countThere: () => number
  /** A mark that changes when the set of known documents changes. */
  readonly markThere: () => string
  /** The facts that the last rounds left, kept with the connection. */
  readonly facts: { read(name: string): unknown; write(name: string, value: unknown): void }
  /** Runs work that writes a lot. */
  readonly inBulk?: <T>(work: () => Promise<T>) => Promise<T>
  /** The progress of the first pull; `undefined` once it is over. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number } | undefined) => void
}

/** Brings changes of the service to this device (docs/sync-rules.md, "When"). */
export interface Pull {
  start(): void
  /** Tells whether a window has the focus. With the focus a round begins at once, and rounds are more frequent. */
  attend(isFocused: boolean, isVisible?: boolean): void
  /** The writer looks at a list: a round begins soon, one for all looks within ten seconds. */
  glance(): void
  /** Begins a round now; resolves when it is over. */
  now(): Promise<void>
  /** Walks the whole list once more as soon as possible: texts that had no room may have it now. */
  walkAnew(): void
  /** A known id belongs to another document: no ETag counts any more, and the next round walks the whole list. */
  sawAnother(): void
  /** Reads these documents now, whatever is known of them. */
  read(ids: readonly RemoteId[]): Promise<void>
  /** Ends the first pull. What it brought stays; `now` brings the rest. */
  cancel(): void
  isCancelled(): boolean
  /** Whether the whole list was walked at least once. */
  isWhole(): boolean
  stop(): void
}

const OPEN_EVERY_MS = 15_000
const MOVED_EVERY_MS = 60_000
/** Looks at lists start a round no more often than this. */
const GLANCE_EVERY_MS = 10_000
const BACKGROUND_EVERY_MS = 5 * 60_000
/** Where a service cannot list what changed, the whole list is walked this often. */
const WALK_EVERY_MS = 5 * 60_000
const WALK_AGAIN_MS = 24 * 60 * 60_000

/** The facts that are kept between rounds. */
interface Kept {
  /** The latest `updated_at` seen. */
  readonly newest?: string
  /** When the whole list was last walked, and the mark it was compared with. */
  readonly walkedAt: number
  readonly examined?: string
  /** Documents that are asked for one by one in the rounds that follow. */
  readonly unread?: readonly RemoteId[]
}

export function createPull(parts: PullParts): Pull {
  const { clock, connection, client, facts } = parts
  let life = new AbortController()
  let walk = new AbortController()
  let isFocused = false
  let isVisible = false
  let isStopped = true
  let isCancelled = false
  let isAgain = false
  let mustWalk = false
  /** Whether a restored backup was noticed that a full disk kept from being recorded. */
  let hasGoneBack = false
  let running: Promise<void> | undefined
  let cancelRound = () => {}
  let cancelOpen = () => {}
  let endedAt = -Infinity
  let probedAt = -Infinity
  let probedCount = 0
  let unsubscribe = () => {}

  const within = ({ signal }: AbortController): DocumentPullParts => ({ ...parts, signal })

  function schedule(): void {
    cancelRound()
    cancelOpen()
    if (isStopped) return
    cancelRound = clock.after(
      isFocused || isVisible ? MOVED_EVERY_MS : BACKGROUND_EVERY_MS,
      () => void round(),
    )
    if (isFocused) cancelOpen = clock.after(OPEN_EVERY_MS, () => void openRound())
  }

  /** Runs one round at a time; a caller that asks while one runs waits for that one. */
  function round(): Promise<void> {
    running ??= (isCancelled ? Promise.resolve() : rounds().then(fetchMissed).catch(endedByDisk)).finally(
      () => {
        running = undefined
        endedAt = clock.now()
        if (!isAgain) return schedule()
        isAgain = false
        void round()
      },
    )
    return running
  }

  /** Ends the running round, because circumstances have changed, and begins a new one. */
  function roundAnew(): void {
    walk.abort()
    walk = new AbortController()
    isAgain = running !== undefined
    void round()
  }

  async function rounds(): Promise<void> {
    const { signal } = walk
    await verify()
    if (connection.current().identity !== 'same') return
    await probe(signal)
    await parts.pullItems(signal)
    await readEach(within(life), parts.openThere(), { isShort: true })
    if (signal.aborted || connection.current().reach === 'offline') return
    const kept = keptOf(facts.read('pull'))
    if (!kept) return keep(await firstPull(signal), undefined)
    if (hasGoneBack) return beginAnew(kept)
    await readUnread(kept, signal)
    const { sorting, updatedSince } = connection.capabilities()
    const canAsk = kept.newest !== undefined && (sorting === 'yes' || updatedSince === 'yes')
    if (canAsk) {
      const end = await pullMoved({ ...parts, signal }, kept.newest)
      if (end.kind === 'went-back') return beginAnew(kept)
      if (end.kind !== 'done') return
      keep(end, keptOf(facts.read('pull')))
    }
    const age = clock.now() - kept.walkedAt
    // A walk in the future means that the clock was set back.
    const isOlder = (ms: number) => age >= ms || age < 0
    const isDue = mustWalk || isOlder(canAsk ? WALK_AGAIN_MS : WALK_EVERY_MS) || (await countsDiffer(signal))
    if (!isDue || signal.aborted) return
    const end = await pullAll(
      { ...parts, signal },
      undefined,
      kept.newest === undefined ? 'after a restore' : 'again',
    )
    if (end.kind === 'went-back') return beginAnew(kept)
    if (end.kind === 'done') mustWalk = false
    keep(end, keptOf(facts.read('pull')))
  }

  /**
   * Begins anew after a backup was restored on the service (C7). Its ETags may be given out again, so each document is
   * read before it is written. The account is proved again. The whole list is walked, because a document that went back
   * is in no list of changes.
   */
  function beginAnew({ newest: _newest, ...kept }: Kept): void {
    hasGoneBack = true
    facts.write('pull', { ...kept, walkedAt: 0 } satisfies Kept)
    parts.pulled.doubtRevisions()
    connection.noteIdentity('in-doubt')
    isAgain = true
    hasGoneBack = false
  }

  async function readUnread(kept: Kept, signal: AbortSignal): Promise<void> {
    const before = kept.unread ?? []
    if (before.length === 0) return
    const isCreateUnknown = parts.pulled.isCreateUnknown()
    // What is not known here yet would be held back once more.
    const isLater = (id: RemoteId) => isCreateUnknown && parts.pulled.known(id) === undefined
    const now = before.filter((id) => !isLater(id))
    const unread = [...before.filter(isLater), ...(await readAgain({ ...parts, signal }, now))]
    facts.write('pull', { ...kept, unread } satisfies Kept)
  }

  /** Reads the texts of folders that are kept offline, where they did not come with the lists. */
  async function fetchMissed(): Promise<void> {
    const { reach, identity } = connection.current()
    if (isStopped || isCancelled || reach === 'offline' || identity !== 'same') return
    await readEach(within(walk), parts.missedThere())
  }

  async function firstPull(signal: AbortSignal): Promise<RoundEnd> {
    parts.onProgress?.({ done: 0, total: 0 })
    try {
      const pulling = () =>
        pullAll({ ...parts, signal }, (done, total) => parts.onProgress?.({ done, total }), 'first')
      return await (parts.inBulk?.(pulling) ?? pulling())
    } finally {
      parts.onProgress?.(undefined)
    }
  }

  function keep(end: RoundEnd, before: Kept | undefined): void {
    if (end.kind !== 'done') return
    const isWalk = end.total !== undefined || before === undefined
    const newest = end.newest ?? before?.newest
    const kept: Kept = {
      ...before,
      walkedAt: isWalk ? clock.now() : before.walkedAt,
      ...(newest !== undefined && { newest }),
      ...(isWalk && { examined: differenceOf(end.total) }),
      // A whole walk has shown or asked for all of them.
      unread: isWalk && end.complete ? end.unread : [...new Set([...(before?.unread ?? []), ...end.unread])],
    }
    facts.write('pull', kept)
  }

  const differenceOf = (total: number | undefined): string => `${total ?? ''}/${parts.markThere()}`

  /**
   * Whether the service has another number of documents than is known here: something was created or deleted. Each
   * difference is asked about once.
   */
  async function countsDiffer(signal: AbortSignal): Promise<boolean> {
    const answer = await client.call('documents.list', { query: { per_page: 1 }, signal })
    const total = answer.kind === 'ok' ? answer.page?.total : undefined
    if (total === undefined || total === parts.countThere()) return false
    return keptOf(facts.read('pull'))?.examined !== differenceOf(total)
  }

  /** Finds out whose account answers, after a change of key and when a known id belongs to another document (C7). */
  async function verify(): Promise<void> {
    const { identity, keyGeneration } = connection.current()
    if (identity === 'same' || identity === 'ask') return
    const checked = await checkIdentity(client, parts.knownAccount())
    const found = checked === 'unproved' ? 'same' : checked
    // The key has changed meanwhile: the answers to the earlier one say nothing about it.
    if (connection.current().keyGeneration !== keyGeneration) return
    // The writer has answered that question already.
    if (found !== 'ask' || identity !== 'other') connection.noteIdentity(found)
  }

  async function probe(signal: AbortSignal): Promise<void> {
    const count = parts.countThere()
    const isAsked = clock.now() - probedAt < WALK_EVERY_MS && !(probedCount === 0 && count > 0)
    if (connection.capabilities().sorting !== undefined || isAsked) return
    probedAt = clock.now()
    probedCount = count
    connection.noteCapabilities(await probeCapabilities(client, signal))
  }

  /** Reads the open documents. Without a network one small request finds out when it is back. */
  async function openRound(): Promise<void> {
    if (running === undefined) {
      if (connection.current().reach === 'offline')
        await client.call('documents.list', { query: { per_page: 1 }, signal: life.signal })
      else await readEach(within(life), parts.openThere(), { isShort: true }).catch(endedByDisk)
    }
    cancelOpen()
    if (!isStopped && isFocused) cancelOpen = clock.after(OPEN_EVERY_MS, () => void openRound())
  }

  return {
    start() {
      if (!isStopped) return
      isStopped = false
      life = new AbortController()
      walk = new AbortController()
      unsubscribe = connection.subscribe((now, before) => {
        const isBack = now.reach === 'online' && before.reach !== 'online' && before.reach !== 'connecting'
        if (isBack || now.keyGeneration !== before.keyGeneration) roundAnew()
      })
      void round()
    },
    attend(focused, visible = focused) {
      if (isFocused === focused && isVisible === visible) return
      const isRead = focused && !isFocused
      isFocused = focused
      isVisible = visible
      if (isStopped) return
      if (isRead) void round()
      else schedule()
    },
    glance() {
      // Without a network the small requests of `openRound` find out when it is back.
      if (isStopped || running !== undefined || connection.current().reach === 'offline') return
      const since = clock.now() - endedAt
      // A round that ended in the future means that the clock was set back.
      if (since < 0 || since >= GLANCE_EVERY_MS) return void round()
      cancelRound()
      cancelRound = clock.after(GLANCE_EVERY_MS - since, () => void round())
    },
    now() {
      if (isStopped) return Promise.resolve()
      isCancelled = false
      return round()
    },
    walkAnew() {
      const kept = keptOf(facts.read('pull'))
      if (kept) facts.write('pull', { ...kept, walkedAt: 0 } satisfies Kept)
      if (!isStopped) roundAnew()
    },
    sawAnother() {
      if (mustWalk) return
      mustWalk = true
      try {
        parts.pulled.doubtRevisions()
      } catch (error) {
        endedByDisk(error)
      }
    },
    async read(ids) {
      await readEach(within(life), ids).catch(endedByDisk)
    },
    isCancelled: () => isCancelled,
    isWhole: () => keptOf(facts.read('pull')) !== undefined,
    cancel() {
      isCancelled = true
      walk.abort()
      walk = new AbortController()
    },
    stop() {
      isStopped = true
      isAgain = false
      walk.abort()
      life.abort()
      unsubscribe()
      cancelRound()
      cancelOpen()
    },
  }
}

/** Ends a round whose rows a full disk did not take: they count as not asked for, and the next round asks again. */
function endedByDisk(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}

function keptOf(value: unknown): Kept | undefined {
  if (typeof value !== 'object' || value === null || !('walkedAt' in value)) return undefined
  return typeof value.walkedAt === 'number' ? (value as Kept) : undefined
}
