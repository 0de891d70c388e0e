import type { WebSocket } from 'ws'
import type { WindowCommands } from '../../main/ipc/commands'
import { COMMAND_CHANNEL, EVENT_CHANNEL } from '../../shared/ipc/channels'
import type { CommandName } from '../../shared/ipc/ipc'
import type { Result } from '../../shared/problem'
import type { MainParts } from './compose-main'
import { read, written } from './post'

/** A page of the app, identified by its socket to main. */
export interface Page {
  readonly id: number
  readonly socket: Pick<WebSocket, 'send' | 'terminate'>
  /** Callbacks that are waiting until the page has processed its events. */
  readonly probes: Map<number, () => void>
}

/** A command from a page. */
interface Given {
  readonly name: unknown
  readonly input: unknown
  /** The library that the command addresses. */
  readonly library: unknown
}

/** The pages of a test, and control over the commands between them and main. */
export interface Pages {
  /** The commands from all pages, in order. */
  readonly given: readonly Given[]
  /** Adds a page. */
  accept(socket: WebSocket): void
  /** Makes commands with this name return a result from now on without being run; `undefined` ends this. */
  answerWith(name: CommandName, result: Result<unknown> | undefined): void
  /**
   * Holds back commands with this name after `allowed` of them. The returned function lets `more` commands through, by
   * default all.
   */
  hold(name: CommandName, allowed?: number): (more?: number) => void
  /** Delays the answers to commands with this name from now on, as on a slow disk. */
  delay(name: CommandName, ms: number): void
  /** Sends an event to every page. */
  readonly tell: MainParts<Page>['tell']
  /** Resolves when every page has processed all events sent to it so far. */
  heard(): Promise<void>
  close(): void
}

interface PagesParts {
  readonly handle: (page: Page, given: Given) => Promise<Result<unknown>>
  readonly gone: (page: Page) => void
}

interface Asked {
  readonly probe?: number
  readonly call: number
  readonly channel: string
  readonly given: { readonly [at: number]: unknown }
}

export function createPages({ handle, gone }: PagesParts): Pages {
  const pages = new Set<Page>()
  const scripted = new Map<unknown, Result<unknown>>()
  const gates = new Map<unknown, () => Promise<void>>()
  const delays = new Map<unknown, number>()
  const asked: Given[] = []
  let lastPage = 0
  let lastProbe = 0

  async function answer(page: Page, text: string): Promise<void> {
    const { probe, call, channel, given } = read(text) as Asked
    if (probe !== undefined) return page.probes.get(probe)?.()
    if (channel !== COMMAND_CHANNEL) throw new Error(`nobody listens to ${channel}`)
    const { 0: name, 1: input, 2: library } = given
    asked.push({ name, input, library })
    await gates.get(name)?.()
    const delayMs = delays.get(name)
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const value = scripted.get(name) ?? (await handle(page, { name, input, library }))
    page.socket.send(written({ answer: call, value }))
  }

  return {
    given: asked,
    accept(socket) {
      const page: Page = { id: ++lastPage, socket, probes: new Map() }
      pages.add(page)
      socket.on('message', (text: Buffer) => void answer(page, text.toString()))
      // When a page ends, its socket may report an error, which is ignored because `close` follows.
      socket.on('error', () => {})
      socket.on('close', () => {
        pages.delete(page)
        for (const resolve of page.probes.values()) resolve()
        gone(page)
      })
    },
    answerWith(name, result) {
      if (result === undefined) scripted.delete(name)
      else scripted.set(name, result)
    },
    hold(name, allowed = 0) {
      const { gate, letGo } = createGate(allowed)
      gates.set(name, gate)
      return letGo
    },
    delay: (name, ms) => void delays.set(name, ms),
    tell(name, payload, library) {
      const event = written({ channel: EVENT_CHANNEL, given: { 0: name, 1: payload, 2: library } })
      for (const { socket } of pages) socket.send(event)
    },
    async heard() {
      await Promise.all(
        [...pages].map(
          (page) =>
            new Promise<void>((resolve) => {
              page.probes.set(++lastProbe, resolve)
              page.socket.send(written({ probe: lastProbe }))
            }),
        ),
      )
    },
    close() {
      for (const { socket } of pages) socket.terminate()
    },
  }
}

/** Lets `allowed` commands through, in order, and further ones on request. */
function createGate(allowed: number) {
  let room = allowed
  const waiting: (() => void)[] = []
  return {
    async gate(): Promise<void> {
      if (room-- <= 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    letGo(more = Infinity): void {
      room = more - waiting.length
      for (const resolve of waiting.splice(0, more)) resolve()
    },
  }
}

/** Another window without a page, so that its events are ignored. */
export const ANOTHER_WINDOW: Page = {
  id: 0,
  socket: { send() {}, terminate() {} },
  probes: new Map(),
}

/** Window commands for tests without a window of the system. */
export const QUIET: Omit<WindowCommands<Page>, 'edit' | 'open' | 'openLink'> = {
  idOf: ({ id }) => id,
  setTitle: ({ socket }, title) => socket.send(written({ channel: 'title', given: { 0: title } })),
  toggleFullScreen() {},
  zoom() {},
  showAbout() {},
  quit() {},
  painted() {},
  flushed() {},
  requirePress() {},
}
