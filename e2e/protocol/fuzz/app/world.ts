import { createVirtualClock, type VirtualClock } from '../../../../main/system/clock.virtual'
import { SKELETON, wordsOf } from '../../../../main/documents/proof/run'
import { createFaults } from '../../../faults'
import { usePlainMessages } from '../messages'
import { typedWhileDeciding } from '../decisions'
import { createLiar, formsOf, mayBeStoredLess } from '../lies'
import type { Counts } from '../participants'
import { seeAnswer, type Seeing } from './answers'
import { openApp } from './app'
import { createAppDisk, type AppDisk } from './disk'
import { createLibrary, type StoryLibrary } from './library'
import { networkOf, openService, type Service } from './services'
import type { AppWindow } from './window'

/** One app, with the libraries on services that the app knows or may come to know. */
export interface World extends Seeing {
  readonly random: () => number
  readonly clock: VirtualClock
  readonly disk: AppDisk
  readonly services: readonly Service[]
  readonly story: string[]
  readonly counts: Counts
  /** The library that main has on screen. */
  active(): StoryLibrary | undefined
  /** Ends all faults and plans no new ones. */
  makeWell(): void
  /** Sets the delay of messages between windows and main. */
  slow(ms: number): void
  close(): Promise<void>
}

const TURNS = 3
const EMBEDDED = 'http://127.0.0.1:1'

/**
 * The library on this machine, two accounts on one service, and one on another service of the same kind with the same
 * ids.
 */
const LIBRARIES = [
  { mark: 'k', at: 0, account: 'default', keys: ['mk_kay'] },
  { mark: 'l', at: 1, account: 'default', keys: ['mk_ell', 'ell/other+key=1'] },
  { mark: 'm', at: 1, account: 'private', keys: ['mk_emm'] },
  { mark: 'n', at: 2, account: 'default', keys: ['enn-key~of.another_form'] },
] as const

export async function openWorld(random: () => number): Promise<World> {
  usePlainMessages()
  const clock = createVirtualClock(undefined, TURNS)
  const story: string[] = []
  const breaches: string[] = []
  const counts = { exchanges: 0, writes: 0, states: 0 }
  const broken = (what: string) => void breaches.push(what)
  const liar = createLiar((text) => {
    for (const { participants } of libraries) mayBeStoredLess(participants.account, text)
  })
  const faults = createFaults({ sleep: (ms) => new Promise((done) => clock.after(ms, done)) })
  const services = [EMBEDDED, 'http://127.0.0.1:2', 'http://127.0.0.1:3'].map((address) =>
    openService({ address, clock, counts, broken }),
  )
  let commitsLeft = Infinity
  let slowMs = 0
  let commits = 0
  const disk = createAppDisk(() => {
    counts.states++
    commits++
    if (--commitsLeft > 0) return
    // The limit applies once, so that the next life does not die at its first transaction.
    commitsLeft = Infinity
    app.die()
  })
  const keys = LIBRARIES.flatMap((one) => [...one.keys]).flatMap(formsOf)
  const app = openApp({
    clock,
    random,
    disk,
    embedded: services[0]!,
    fetch: faults.wrap(
      networkOf(services.map(({ address, app: service }) => ({ address, app: liar.variant(service) }))),
    ),
    delayMs: () => (slowMs === 0 ? 0 : Math.floor(random() * slowMs)),
    askUnwritten() {
      if (random() < 0.5) return 'stay'
      letUnwrittenGo()
      return 'leave'
    },
    passed(what, value) {
      const words = JSON.stringify(value) ?? ''
      if (keys.some((key) => words.includes(key)) || words.includes('mk_embedded'))
        broken(`${what} tells a key: ${words.slice(0, 300)}`)
    },
    ended: (window) => letUnsentGo(window),
    closed: () => libraries.forEach(({ participants }) => participants.account.ended()),
    answered: (...answer) => seeAnswer({ app, libraries, breaches }, ...answer),
    dying: () => letUnwrittenGo(),
    broken,
  })
  const libraries = LIBRARIES.map(({ at, ...one }) =>
    createLibrary({
      ...one,
      service: services[at]!,
      app,
      random,
      clock,
      faults,
      liar,
      story,
      breaches,
      counts,
      commits: () => commits,
      dieAfter: (left) => void (commitsLeft = left),
    }),
  )
  libraries[0]!.connectionId = 'embedded'

  const libraryOf = (connectionId: string | undefined) =>
    connectionId === undefined ? undefined : libraries.find((one) => one.connectionId === connectionId)

  /** Lets unsent words go when a window has ended, because main has not acknowledged them. */
  function letUnsentGo(window: AppWindow): void {
    // This includes libraries removed in the meantime, which are recognised by the marks of words.
    const unsent = window.libraries().flatMap((shown) => wordsOf(shown.unsent()))
    for (const { participants } of libraries) {
      participants.account.ended()
      participants.account.letGo(unsent)
    }
  }

  /** Lets words go that are only in memory because no disk stored them, as the writer was told. */
  function letUnwrittenGo(): void {
    for (const { connectionId, documents } of app.life()?.workspaces.open.all() ?? [])
      for (const id of documents.unwritten()) {
        // This includes a library removed in the meantime, which stays open as long as it has such words.
        const { participants } =
          libraries.find((one) => [one.connectionId, one.removedId].includes(connectionId)) ?? {}
        participants?.account.letGo([
          ...wordsOf(documents.read(id)?.text ?? ''),
          ...typedWhileDeciding(participants, id),
        ])
      }
  }

  for (const { service, account, keys: own } of libraries) for (const key of own) service.addKey(account, key)
  for (const { actor } of libraries)
    for (const title of ['Essay', 'Notes'])
      await actor.writer.other.call('documents.create', { body: { title, content: SKELETON } })
  await app.start()

  return {
    random,
    clock,
    app,
    disk,
    services,
    libraries,
    story,
    breaches,
    counts,
    active: () => libraryOf(app.life()?.workspaces.current().id),
    makeWell() {
      faults.clear()
      liar.clear()
      commitsLeft = Infinity
      slowMs = 0
      disk.fill(false)
      disk.refuseNone()
      for (const window of app.windows) if (window.isStill()) window.goOn()
    },
    slow: (ms) => void (slowMs = ms),
    async close() {
      if (app.isAlive()) await app.life()?.workspaces.close()
      for (const service of services) await service.close()
      disk.dispose()
    },
  }
}
