import type { Clock } from '../../../../main/system/clock'
import type { VirtualClock } from '../../../../main/system/clock.virtual'
import type { WindowCommands } from '../../../../main/ipc/commands'
import type { Connections } from '../../../../main/connections/connections'
import type { CommandGate } from '../../../../main/ipc/ipc'
import { createLeaving } from '../../../../main/app/leaving'
import type { Log } from '../../../../main/system/log'
import type { Fetch } from '../../../../main/sync/http/fetch'
import { createWindowFlush, type WindowFlush } from '../../../../main/app/windows/window-flush'
import { AppError, appError, type Result } from '../../../../shared/problem'
import type { EmitTo } from '../../../../main/connections/connected-libraries'
import type { Workspaces } from '../../../../main/connections/workspaces'
import { composeMain } from '../../../host/compose-main'
import { createAtWork, type AtWork } from './at-work'
import type { AppDisk } from './disk'
import { keychain, startEmbedded } from './machine'
import type { Service } from './services'
import { openAppWindow, type AppWindow } from './window'

export interface AppParts {
  readonly clock: VirtualClock
  readonly random: () => number
  readonly disk: AppDisk
  /** The service on this machine, with its only account. */
  readonly embedded: Service
  readonly fetch: Fetch
  readonly delayMs: () => number
  /** Asks the writer about words that are not stored on any disk. */
  readonly askUnwritten: () => 'stay' | 'leave'
  /** Checks every value that leaves main. */
  readonly passed: (what: string, value: unknown) => void
  /** Called when main has answered a command, whether or not the window still exists. */
  readonly answered: (name: unknown, input: unknown, result: Result<unknown>) => void
  /** Called when a window ends with changes that main has not acknowledged. */
  readonly ended: (window: AppWindow) => void
  /** Called when windows were closed: their requests may have been executed, but no answer arrives any more. */
  readonly closed: () => void
  /** Called when main ends with changes that are not stored on any disk. */
  readonly dying: () => void
  readonly broken: (what: string) => void
}

/** One life of the app's main process. */
interface Life {
  readonly workspaces: Workspaces
  readonly connections: Connections
  readonly gate: CommandGate<AppWindow>
  readonly flush: WindowFlush
  readonly atWork: AtWork
  /** The stored key of a connection, if there is one. */
  readonly keyOf: (connectionId: string) => Promise<string | undefined>
  /** Quits as the menu does; false if the writer stays. */
  readonly leave: () => Promise<boolean>
}

/** The app without Electron: everything that `composition.ts` builds, with windows that have no screen. */
export interface App {
  readonly windows: AppWindow[]
  /** Main, while it is running. */
  life(): Life | undefined
  isAlive(): boolean
  /** The unfinished work of main: commands without an answer, and quitting. */
  atWork(): readonly string[]
  /** How far the clock is ahead, from the next start on. */
  skewMs: number
  /** Starts a life with the state left by the previous one; throws if the app cannot start. */
  start(): Promise<void>
  openWindow(): AppWindow
  endWindow(window: AppWindow): void
  /** Ends the machine or the process at once. */
  die(): void
  /** Quits as the menu does; false if the writer stays. */
  quit(): Promise<boolean>
  /** Sends the machine to sleep, or wakes it up. */
  suspend(): void
  resume(): void
}

const WINDOWS = 2

export function openApp(parts: AppParts): App {
  const { clock, disk, broken } = parts
  const windows: AppWindow[] = []
  const never = new Promise<never>(() => {})
  let lives = 0
  let isAlive = false
  let life: Life | undefined
  let names = 0
  let isClosing = false

  /** Closes the windows. Quitting has waited for them before, so words left in them do not count as let go. */
  function closeWindows(): void {
    for (const window of windows.splice(0)) window.end()
    parts.closed()
  }

  function endAll(): void {
    for (const window of windows) parts.ended(window)
    closeWindows()
  }

  async function begin(): Promise<Life> {
    const born = ++lives
    isAlive = true
    isClosing = false
    const { skewMs } = app
    const alive = () => isAlive && lives === born
    const ownClock: Clock = {
      now: () => clock.now() + skewMs,
      after: (delayMs, task) => clock.after(delayMs, () => void (alive() && task())),
    }
    const profile = disk.profile()
    const log: Log = {
      error(text, error) {
        parts.passed('the log', [text, error instanceof Error ? error.message : error])
        // A full disk is not an internal error, and the writer is informed elsewhere.
        if (error instanceof AppError && error.problem.code === 'storage-full') return
        if (alive()) broken(`${text}: ${error instanceof Error ? error.stack : String(error)}`)
      },
      info: (text) => parts.passed('the log', text),
    }
    const tell: EmitTo = (name, payload, library) => {
      if (alive()) for (const window of windows) window.tell(name, payload, library)
    }
    const fetch: Fetch = async (url, init) => {
      const response = await (alive() ? parts.fetch(url, init) : never)
      return alive() ? response : never
    }
    const flush = createWindowFlush((asked, round) => {
      for (const window of windows.filter(({ number }) => asked.includes(number)))
        window.tell('flush.requested', { reason: 'leave', round }, undefined)
    })
    const main = await composeMain<AppWindow>({
      profile,
      clock: ownClock,
      newUuid: () => `uuid-${++names}`,
      random: parts.random,
      keychain,
      startServer: ({ onReady }) =>
        startEmbedded(parts.embedded, ownClock, `mk_embedded-${++names}`, onReady),
      openDatabase(file) {
        if (alive()) return disk.open(file)
        throw appError('not-allowed', 'The process that asks for this library has ended.')
      },
      fetch,
      tell,
      log,
      windows: windowCommands(() => void app.openWindow(), flush),
    })
    const { workspaces, connections, list, secrets } = main
    const atWork = createAtWork()
    const gate: CommandGate<AppWindow> = async (caller, name, input, epoch) => {
      const result = await atWork.during(String(name), main.gate(caller, name, input, epoch))
      if (alive() && !isClosing) parts.answered(name, input, result)
      return result
    }
    const leave = createLeaving({
      clock,
      askSilent: async () => 'wait',
      handOver: () => flush.ask(windows.map(({ number }) => number)),
      stay() {
        flush.stayed()
        for (const window of windows) window.tell('leaving.cancelled', {}, undefined)
      },
      documents: () => workspaces.open.all().map(({ documents }) => documents),
      unwritten: { ask: async () => parts.askUnwritten(), copy: async () => {} },
      closeWindows,
      closeLibraries() {
        isClosing = true
        return workspaces.close()
      },
      left: () => void (alive() && app.die()),
    })
    const keyOf = async (id: string) => {
      const known = list.all().find((one) => one.id === id)
      return known && secrets.get(known)
    }
    return { workspaces, connections, flush, gate, atWork, keyOf, leave }
  }

  const app: App = {
    windows,
    skewMs: 0,
    life: () => (isAlive ? life : undefined),
    isAlive: () => isAlive,
    atWork: () => app.life()?.atWork.list() ?? [],
    async start() {
      life = undefined
      const begun = await begin().catch((error: unknown) => {
        if (isAlive) throw error
      })
      if (!isAlive || begun === undefined) return
      life = begun
      for (let count = 0; count < WINDOWS; count++) app.openWindow()
    },
    openWindow() {
      const window = openAppWindow({
        number: ++names,
        clock,
        delayMs: parts.delayMs,
        gate: (...given) => life!.gate(...given),
        passed(value) {
          parts.passed('a message', value)
          return structuredClone(value)
        },
        newClientId: () => `client-${++names}`,
      })
      windows.push(window)
      life?.flush.came(window.number)
      return window
    },
    endWindow(window) {
      const at = windows.indexOf(window)
      if (at < 0) return
      windows.splice(at, 1)
      parts.ended(window)
      window.end()
      life?.workspaces.windowGone(window.number)
      life?.flush.gone(window.number)
    },
    die() {
      if (!isAlive) return
      parts.dying()
      disk.part()
      isAlive = false
      endAll()
    },
    async quit() {
      if (life === undefined || !isAlive) return false
      const { leave, atWork } = life
      return atWork.during('quitting', leave())
    },
    suspend() {
      for (const window of windows) window.tell('flush.requested', { reason: 'suspend', round: 0 }, undefined)
    },
    resume() {
      for (const library of life?.workspaces.open.all() ?? []) library.retry()
    },
  }
  return app
}

const windowCommands = (open: () => void, flush: WindowFlush): WindowCommands<AppWindow> => ({
  open,
  idOf: ({ number }) => number,
  setTitle() {},
  toggleFullScreen() {},
  zoom() {},
  showAbout() {},
  quit() {},
  painted() {},
  flushed: ({ number }, round) => flush.done(number, round),
  openLink: async () => {},
  requirePress() {},
  edit() {},
})
