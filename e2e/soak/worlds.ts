import path from 'node:path'
import { startApp, type App } from '../app'
import { startFaultProxy, type Fault } from '../faults'
import { removeFolder } from '../paths'
import { startService, type RunningService } from '../service'

/** A document that somebody writes in. */
interface Target {
  readonly id: number
  readonly title: string
}

/** Where the app keeps what is written in a run, and what goes wrong there. */
export interface World {
  readonly service: RunningService
  /** Starts the app on the service of this world. */
  start(): Promise<App>
  /** Something goes wrong, or is right again. */
  disturb(app: App, random: () => number): Promise<void>
  /** The app is killed in what the network is then. */
  turn(random: () => number): void
  /** Nothing goes wrong any more. */
  calm(): void
  /** How often the process of the service was ended. */
  ended(): number
  /** Another device writes a word at the beginning; absent where none can reach the service. */
  readonly writeElsewhere?: (document: Target, word: string) => Promise<void>
  /** No app runs any more: the service answers, also where it ran in the app. */
  open(): Promise<void>
  close(): Promise<void>
}

/** What a bad network does. */
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

/** A service elsewhere, behind a proxy that fails, on which another device writes too. */
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

/** Another device writes a word at the beginning, over what the service has now; one that came late reads it again. */
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

/** As main names the process of its service (`main/connections/embedded/embedded-server.ts`). */
const EMBEDDED = 'Stet content service'

/** The service that the app runs itself, whose process is ended by SIGKILL now and then. */
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
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      ended += pids.length
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
