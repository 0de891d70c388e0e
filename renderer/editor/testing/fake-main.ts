import { collab } from '@codemirror/collab'
import { history, undo } from '@codemirror/commands'
import { EditorState, Text, type Transaction } from '@codemirror/state'
import type { ChangeAnswer, TextUpdate } from '../../../shared/ipc/ipc-records'
import { failed, ok, type Problem, type Result } from '../../../shared/problem'
import { applyChanges, type TextChange } from '../../../shared/text/text-change'
import { createTextChannel, type ChannelState, type TextChannel, type Timers } from '../sync/text-channel'

/** For tests: a clock that stands still until it is moved. */
export interface ManualClock extends Timers {
  advance(ms: number): void
}

export function manualClock(): ManualClock {
  let now = 0
  let waiting: { readonly at: number; readonly run: () => void }[] = []
  return {
    after(delayMs, run) {
      const entry = { at: now + delayMs, run }
      waiting.push(entry)
      return () => void (waiting = waiting.filter((other) => other !== entry))
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const due = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        waiting = waiting.filter((entry) => entry !== due)
        now = Math.max(now, due.at)
        due.run()
      }
      now = end
    },
  }
}

/** For tests: a substitute for the main process, which holds a text and counts its steps. */
export interface FakeMain {
  readonly text: string
  readonly version: number
  readonly calls: number
  /** The largest number of changes in one step. */
  readonly longestList: number
  change(clientId: string, version: number, updates: readonly (readonly TextChange[])[]): Result<ChangeAnswer>
  write(changes: readonly TextChange[], clientId?: string | null): void
  /** After each step from a window, replaces every such character in the text by a step of its own. */
  mend(character: string, into: string): void
  /** Resets its count, as a restart does. */
  restart(): void
  refuse(problem: Problem | undefined): void
  listen(listener: (updates: readonly TextUpdate[], version: number) => void): void
}

export function fakeMain(initial: string, firstVersion = 0): FakeMain {
  let text = initial
  let version = firstVersion
  let first = firstVersion
  let steps: TextUpdate[] = []
  let calls = 0
  let longestList = 0
  let refusal: Problem | undefined
  let mending: { readonly character: string; readonly into: string } | undefined
  const listeners: ((updates: readonly TextUpdate[], version: number) => void)[] = []

  function step(clientId: string | null, changes: readonly TextChange[]): void {
    text = applyChanges(text, changes)
    longestList = Math.max(longestList, changes.length)
    version += 1
    steps.push({ clientId, changes: [...changes] })
  }
  const announce = (count: number) => {
    const updates = steps.slice(-count)
    for (const listener of listeners) listener(updates, version)
  }

  return {
    get text() {
      return text
    },
    get version() {
      return version
    },
    get calls() {
      return calls
    },
    get longestList() {
      return longestList
    },
    change(clientId, at, updates) {
      calls += 1
      if (refusal !== undefined) return failed(refusal)
      if (at > version || at < first) return ok({ kind: 'reopen' })
      if (at < version) return ok({ kind: 'behind', updates: steps.slice(at - first), version })
      const before = version
      for (const changes of updates) {
        step(clientId, changes)
        const from = mending === undefined ? -1 : text.indexOf(mending.character)
        if (mending !== undefined && from >= 0) step(null, [{ from, to: from + 1, insert: mending.into }])
      }
      if (version > before) announce(version - before)
      return ok({ kind: 'accepted', version })
    },
    write(changes, clientId = null) {
      step(clientId, changes)
      announce(1)
    },
    mend(character, into) {
      mending = { character, into }
    },
    restart() {
      version += 1_000
      first = version
      steps = []
    },
    refuse(problem) {
      refusal = problem
    },
    listen: (listener) => void listeners.push(listener),
  }
}

/** For tests: an editor without a screen, connected to a fake main process. */
export interface FakeEditor {
  readonly channel: TextChannel
  readonly text: string
  readonly reports: ChannelState[]
  readonly state: EditorState
  type(at: number, insert: string, deleted?: number): void
  /** Makes all changes in one step. */
  typeAll(changes: readonly TextChange[]): void
  undo(): void
  /** The next change from elsewhere is not taken: the editor throws. */
  breakOnce(): void
  /** Begins or ends a composition. */
  compose(on: boolean): void
}

export function fakeEditor(
  main: FakeMain,
  options: {
    readonly clientId: string
    readonly timers: Timers
    /** Runs when an answer arrives; by default a microtask later. */
    readonly deliver?: (arrive: () => void) => void
    readonly hears?: boolean
    readonly insertedMax?: number
  },
): FakeEditor {
  const deliver = options.deliver ?? ((arrive) => void Promise.resolve().then(arrive))
  const arriving = <T>(make: () => T): Promise<T> => new Promise((resolve) => deliver(() => resolve(make())))
  const answering = <T>(value: T): Promise<T> => new Promise((resolve) => deliver(() => resolve(value)))
  let composing = false
  let breaks = false
  let state = EditorState.create({
    doc: Text.of(main.text.split('\n')),
    extensions: [
      EditorState.lineSeparator.of('\n'),
      history(),
      collab({ startVersion: main.version, clientID: options.clientId }),
    ],
  })
  const reports: ChannelState[] = []
  const channel = createTextChannel({
    host: {
      get state() {
        return state
      },
      dispatch(transaction: Transaction) {
        if (breaks) {
          breaks = false
          throw new RangeError('An extension has failed.')
        }
        state = transaction.state
      },
      get composing() {
        return composing
      },
    },
    version: main.version,
    ...(options.insertedMax !== undefined && { insertedMax: options.insertedMax }),
    timers: options.timers,
    report: (report) => void reports.push(report),
    change: (version, updates) => answering(main.change(options.clientId, version, updates)),
    reopen: () => arriving(() => ok({ text: main.text, version: main.version })),
  })
  if (options.hears !== false)
    main.listen((updates, version) => deliver(() => channel.receive(updates, version)))
  return {
    channel,
    reports,
    get text() {
      return state.doc.toString()
    },
    get state() {
      return state
    },
    type(at, insert, deleted = 0) {
      state = state.update({ changes: { from: at, to: at + deleted, insert } }).state
      channel.changed()
    },
    typeAll(changes) {
      state = state.update({ changes }).state
      channel.changed()
    },
    undo() {
      undo({ state, dispatch: (transaction) => void (state = transaction.state) })
      channel.changed()
    },
    breakOnce: () => void (breaks = true),
    compose(on) {
      composing = on
      if (!on) channel.compositionEnded()
    },
  }
}

/** Waits for everything that is due as microtasks. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 60; round++) await Promise.resolve()
}
