import path from 'node:path'
import { startApp, type App } from '../app'
import { startFaultProxy, type Fault } from '../faults'
import { removeFolder } from '../paths'
import { startService, type RunningService } from '../service'
import { attempt } from '../../shared/thrown'

/** A document to be edited. */
interface Target {
  readonly id: number
  readonly title: string
}

/** The environment of a run: the service with the documents, and the faults that occur. */
export interface World {
  readonly service: RunningService
  /** Starts the app on the service of this world. */
  start(): Promise<App>
  /** Starts or ends a fault. */
  disturb(app: App, random: () => number): Promise<void>
  /** Prepares the state of the network in which the app is killed. */
  turn(random: () => number): void
  /** Ends all faults. */
  calm(): void
  /** How often the process of the service was killed. */
  ended(): number
  /** Inserts a word at the beginning as another device does; absent if no other device can reach the service. */
  readonly writeElsewhere?: (document: Target, word: string) => Promise<void>
  /** Makes the service answer after the app has ended, even if the service ran in the app. */
  open(): Promise<void>
  close(): Promise<void>
}

/** The faults of a bad network. */
export const FAULTS: readonly Fault[] = [
  { kind: 'refused' },
  { kind: 'dropped' },
  { kind: 'answer-lost' },
  { kind: 'half-body' },
  { kind: 'slow', delayMs: 3_000 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, landed: true },
  { kind: 'throttled', after: '1' },
  { kind: 'html' },
  { kind: 'wrong-type' },
  { kind: 'repeated' },
]

export const pick = <T>(list: readonly T[], random: () => number): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('there is nothing to pick from')
  return found
}

/** A remote service behind a failing proxy, with edits by another device. */
export async function openServiceElsewhere(profile: string): Promise<World> {
  const service = await startService()
  const proxy = await startFaultProxy(service.url)
  const { faults } = proxy
  return {
    service,
    start: () => startApp({ profile, service: { ...service, url: proxy.url } }),
    disturb(_app, random) {
      if (random() < 0.4) faults.offline(random() < 0.3)
      else faults.plan(pick(FAULTS, random), () => true, 1 + Math.floor(random() * 3))
      return Promise.resolve()
    },
    turn: (random) => faults.offline(random() < 0.3),
    calm() {
      faults.clear()
      faults.offline(false)
    },
    ended: () => 0,
    writeElsewhere: (document, word) => writeElsewhere(service, document, word),
    open: () => Promise.resolve(),
    async close() {
      await proxy.close()
      await service.dispose()
      removeFolder(profile)
    },
  }
}

/**
 * Inserts a word at the beginning of the current text on the service as another device does, and tries again after a
 * conflicting write.
 */
async function writeElsewhere(service: RunningService, { id, title }: Target, word: string): Promise<void> {
  for (;;) {
    const found = await service.document(id)
    if (found === undefined) throw new Error(`${title} is gone from the service`)
    const content = `${word} ${found.record.content}`
    const answer = await service.request('PUT', `/documents/${id}`, { content }, { 'If-Match': found.etag })
    if (answer.ok) return
    if (answer.status !== 412) throw new Error(`another device was answered ${answer.status}`)
  }
}

/** The name of the service's process in main (`main/connections/embedded/embedded-server.ts`). */
const EMBEDDED = 'Stet content service'

/** The embedded service of the app, whose process is sometimes killed with SIGKILL. */
export async function openServiceOfApp(profile: string): Promise<World> {
  const service = await startService({ data: path.join(profile, 'service') })
  let isApart = true
  let ended = 0
  const leave = async () => {
    if (isApart) await service.stop()
    isApart = false
  }
  return {
    service,
    async start() {
      await leave()
      return startApp({ profile })
    },
    async disturb(app, random) {
      if (random() > 0.2) return
      const pids = await app.electron.evaluate(
        ({ app: running }, name) =>
          running.getAppMetrics().flatMap((one) => (one.name === name ? [one.pid] : [])),
        EMBEDDED,
      )
      // One that was killed a moment ago may still be listed.
      ended += pids.filter((pid) => attempt(() => process.kill(pid, 'SIGKILL'))).length
    },
    turn: () => {},
    calm: () => {},
    ended: () => ended,
    async open() {
      if (!isApart) await service.restart()
      isApart = true
    },
    async close() {
      await service.dispose()
      removeFolder(profile)
    },
  }
}
