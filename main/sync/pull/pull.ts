import { AppError } from '../../../shared/problem'
import type { RemoteId } from '../../../shared/terms'
import { oneAtATime } from './one-at-a-time'
import { readEach } from './pull-documents'
import { createPullRound, type PullRoundParts } from './pull-round'
import { createTimetable, type Attention } from './timetable'

interface PullParts extends PullRoundParts {
  /** Documents whose texts are missing here and are read after everything else. */
  readonly missedThere: () => readonly RemoteId[]
}

/** Brings changes of the service to this device (docs/sync-rules.md, "When"). */
export interface Pull {
  start(): void
  /**
   * Notes the writer's attention: with the focus a round begins at once, and rounds are the more frequent, the closer
   * she looks.
   */
  attend(attention: Attention): void
  /** Notes that the writer looks at a list: a round begins soon, one for all looks within ten seconds. */
  glance(): void
  /** Begins a round now; resolves when it is over. */
  now(): Promise<void>
  /** Walks the whole list once more as soon as possible: texts that had no room may fit now. */
  walkAnew(): void
  /**
   * Handles a known id that belongs to another document: no ETag counts any more, and the next round walks the whole
   * list.
   */
  sawAnother(): void
  /** Reads these documents now, even if they are known to be current. */
  read(ids: readonly RemoteId[]): Promise<void>
  /** Ends the first pull. Documents that it brought stay; `now` brings the rest. */
  cancel(): void
  isCancelled(): boolean
  /** Whether the whole list was walked at least once. */
  isWhole(): boolean
  stop(): void
}

export function createPull(parts: PullParts): Pull {
  const { clock, connection, client } = parts
  const pullRound = createPullRound(parts)
  const failures = countFailures(parts)
  const rounds = oneAtATime(
    (signal) => wholeRound(signal).catch(endedByDisk),
    () => timetable.ended(failures(isCancelled || pullRound.isWhole())),
  )
  const timetable = createTimetable({ clock, round: () => void rounds.round(), readOpen })
  let life = new AbortController()
  let isStopped = true
  let isCancelled = false
  let unsubscribe = () => {}

  async function wholeRound(signal: AbortSignal): Promise<'again' | undefined> {
    if (isStopped || isCancelled) return undefined
    const next = await pullRound.run(signal, life.signal)
    const { reach, identity } = connection.current()
    // The texts of folders that are kept offline are fetched where they did not come with the lists.
    if (!signal.aborted && reach !== 'offline' && identity === 'same')
      await readEach({ ...parts, signal }, parts.missedThere())
    return next
  }

  const read = async (ids: readonly RemoteId[], isShort: boolean): Promise<void> =>
    void (await readEach({ ...parts, signal: life.signal }, ids, { isShort }).catch(endedByDisk))

  /** Reads the open documents. Without a network one small request finds out when it is back. */
  async function readOpen(): Promise<void> {
    if (rounds.isRunning()) return
    if (connection.current().reach === 'offline')
      await client.call('documents.list', { query: { per_page: 1 }, signal: life.signal })
    else await read(parts.openThere(), true)
  }

  return {
    start() {
      if (!isStopped) return
      isStopped = false
      life = new AbortController()
      unsubscribe = connection.subscribe((now, before) => {
        const isBack = now.reach === 'online' && before.reach !== 'online' && before.reach !== 'connecting'
        if (isBack || now.keyGeneration !== before.keyGeneration) rounds.anew()
      })
      timetable.start()
    },
    attend: timetable.attend,
    glance() {
      // Without a network the small requests of `readOpen` find out when it is back.
      if (isStopped || rounds.isRunning() || connection.current().reach === 'offline') return
      timetable.glance()
    },
    now() {
      if (isStopped) return Promise.resolve()
      isCancelled = false
      return rounds.round()
    },
    walkAnew() {
      pullRound.walkNext()
      if (!isStopped) rounds.anew()
    },
    sawAnother() {
      try {
        pullRound.sawAnother()
      } catch (error) {
        endedByDisk(error)
      }
    },
    read: (ids) => read(ids, false),
    isCancelled: () => isCancelled,
    isWhole: pullRound.isWhole,
    cancel() {
      isCancelled = true
      rounds.abort()
      parts.onProgress?.(undefined)
    },
    stop() {
      isStopped = true
      rounds.abort()
      life.abort()
      unsubscribe()
      timetable.stop()
    },
  }
}

/** Counts the consecutive rounds that have brought nothing to an incomplete library. */
function countFailures({ connection, countThere }: PullParts): (isOver: boolean) => number {
  let failures = 0
  let before = 0
  return (isOver) => {
    const { reach, identity } = connection.current()
    const isRefused = reach === 'unauthorized' || identity === 'ask' || identity === 'other'
    const count = countThere()
    if (isOver || isRefused) failures = 0
    else failures = count === before ? failures + 1 : 1
    before = count
    return failures
  }
}

/**
 * Ends a round whose rows a full disk did not take: they count as not requested, and the next round requests them
 * again.
 */
function endedByDisk(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}
