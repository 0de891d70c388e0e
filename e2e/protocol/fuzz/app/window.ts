import type { Speller } from '../../../../renderer/editor/editor'
import type { VirtualClock } from '../../../../main/system/clock.virtual'
import type { CommandGate } from '../../../../main/ipc/ipc'
import { createClient, type AppClient, type Client } from '../../../../renderer/bridge/bridge'
import { createSessions } from '../../../../renderer/document/sessions'
import type { Sessions } from '../../../../renderer/state/sessions'
import { createBareEditor, type BareEditor } from '../../../../renderer/editor/testing/bare-editor'
import type { Timers } from '../../../../renderer/editor/sync/text-channel'
import type { Bridge } from '../../../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../../../shared/terms'
import type { Result } from '../../../../shared/problem'
import { createPost } from './post'

export interface WindowParts {
  readonly number: number
  readonly clock: VirtualClock
  /** The time that a message takes in either direction. */
  readonly delayMs: () => number
  readonly gate: CommandGate<AppWindow>
  /** Checks every value that leaves main, and returns a copy. */
  readonly passed: <T>(value: T) => T
  readonly newClientId: () => string
}

/** One library in a window: the real client and the real sessions, with editors without a screen. */
export interface WindowLibrary {
  readonly connectionId: string
  readonly client: Client
  readonly sessions: Sessions
  /** The typed text that main has not acknowledged. */
  unsent(): string
}

/** A window of the app without a screen: its messages can be slow, it can hang, and it can end at any moment. */
export interface AppWindow {
  readonly number: number
  /** The library on screen; `undefined` until main has reported one. */
  current(): WindowLibrary | undefined
  /** All libraries of which the window still holds a part. */
  libraries(): readonly WindowLibrary[]
  readonly app: AppClient
  takesKeys(): boolean
  isStill(): boolean
  /** Makes the window hang: until `goOn`, nothing happens in it, and no message reaches or leaves it. */
  standStill(): void
  goOn(): void
  /** Ends the process of the window. */
  end(): void
  tell(name: string, payload: unknown, library: LibraryEpoch | undefined): void
}

type Listener = (payload: never, library: LibraryEpoch | undefined) => void

export function openAppWindow({ number, clock, delayMs, gate, passed, newClientId }: WindowParts): AppWindow {
  const [toMain, toWindow] = [createPost(clock, delayMs), createPost(clock, delayMs)]
  const listeners = new Map<string, Set<Listener>>()
  const held: (() => void)[] = []
  const open: (WindowLibrary & { readonly editors: Set<BareEditor> })[] = []
  let current: WindowLibrary | undefined
  let isStill = false
  let hasEnded = false
  let takesKeys = true

  const bridge: Bridge = {
    call: (name, input, library) =>
      new Promise((resolve) => {
        toMain.send(() => {
          void gate({ sender: window, known: true }, name, structuredClone(input), library).then((result) => {
            const copy = passed(result) as Result<never>
            toWindow.send(() => resolve(copy))
          })
        })
      }),
    listen(name, listener) {
      const known = listeners.get(name) ?? new Set<Listener>()
      listeners.set(name, known.add(listener))
      return () => void known.delete(listener)
    },
  }
  const timers: Timers = {
    after(waitMs, run) {
      let isCancelled = false
      const fire = () => {
        if (isCancelled || hasEnded) return
        if (isStill) held.push(fire)
        else run()
      }
      const cancel = clock.after(waitMs, fire)
      return () => {
        isCancelled = true
        cancel()
      }
    },
  }
  const app = createClient(bridge)

  function show(connectionId: string, epoch: LibraryEpoch): void {
    const client = app.of(epoch)
    const editors = new Set<BareEditor>()
    const sessions = createSessions({
      client,
      timers,
      newClientId,
      // These editors do not check spelling.
      speller: {} as Speller,
      createEditor(options) {
        const editor = createBareEditor(options)
        editors.add(editor)
        return editor as unknown as ReturnType<Parameters<typeof createSessions>[0]['createEditor']>
      },
      edited() {},
      failed() {},
      show() {},
      opened() {},
    })
    const library = {
      connectionId,
      client,
      sessions,
      editors,
      unsent: () => [...editors].map((editor) => editor.unsent()).join('\n'),
    }
    open.push(library)
    current = library
  }

  async function leave(library: WindowLibrary): Promise<void> {
    await library.sessions.closeAll()
    open.splice(
      open.findIndex((one) => one === library),
      1,
    )
    await library.client.call('library.left', undefined)
  }

  app.listen('connection.switched', ({ connectionId, library }) => {
    const before = current
    if (before?.client.library === library) return
    show(connectionId, library as LibraryEpoch)
    if (before !== undefined) void leave(before)
  })
  app.listen('flush.requested', ({ reason, round }) => {
    if (reason === 'leave') takesKeys = false
    void Promise.all(open.map(({ sessions }) => sessions.flushAll())).then((taken) => {
      if (taken.every(Boolean)) void app.call('flush.done', { round })
    })
  })
  app.listen('leaving.cancelled', () => void (takesKeys = true))

  const window: AppWindow = {
    number,
    app,
    current: () => current,
    libraries: () => open,
    takesKeys: () => takesKeys,
    isStill: () => isStill,
    standStill() {
      isStill = true
      toWindow.hold()
      toMain.hold()
    },
    goOn() {
      isStill = false
      for (const fire of held.splice(0)) fire()
      toWindow.goOn()
      toMain.goOn()
    },
    end() {
      hasEnded = true
      toWindow.cut()
      toMain.cut()
    },
    tell(name, payload, library) {
      const copy = passed(payload)
      toWindow.send(() => {
        for (const listener of [...(listeners.get(name) ?? [])]) listener(copy as never, library)
      })
    },
  }
  void app.call('window.bootstrap', undefined).then((result) => {
    if (result.ok && current === undefined)
      show(result.value.onScreen.connectionId, result.value.onScreen.library as LibraryEpoch)
  })
  return window
}
