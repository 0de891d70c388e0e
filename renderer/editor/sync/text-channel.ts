import { getSyncedVersion, sendableUpdates, type Update } from '@codemirror/collab'
import type { ChangeSet, EditorState, StateEffect, Text, Transaction } from '@codemirror/state'
import type { ChangeAnswer, TextUpdate } from '../../../shared/ipc/ipc-records'
import type { Problem, Result } from '../../../shared/problem'
import { INSERTED_MAX, type TextChange } from '../../../shared/text/text-change'
import { receiveInto } from './received'
import { difference, fromOutside, textChangesOf, toText, updatesOf } from './text-steps'
import { messageOf } from '../../../shared/thrown'

/** What the channel needs of an editor: an EditorView, or a bare state in tests. */
export interface ChannelHost {
  readonly state: EditorState
  dispatch(transaction: Transaction): void
  /** Whether an input method is composing: text from elsewhere waits meanwhile (W14). */
  readonly composing: boolean
}

export interface Timers {
  after(delayMs: number, run: () => void): () => void
}

export interface ChannelState {
  /** Whether typed text has not reached the main process yet. */
  readonly unsent: boolean
  /** Why the main process did not accept it; the text stays here and is sent again. */
  readonly problem?: Problem
}

interface ChannelOptions {
  readonly host: ChannelHost
  /** The version of the text that the host started from. */
  readonly version: number
  readonly change: (
    version: number,
    updates: readonly (readonly TextChange[])[],
  ) => Promise<Result<ChangeAnswer>>
  readonly reopen: () => Promise<Result<{ readonly text: string; readonly version: number }>>
  readonly timers: Timers
  readonly report: (state: ChannelState) => void
  /** Effects added to changes that nobody typed in a window. */
  readonly elsewhere?: readonly StateEffect<unknown>[]
  /** The maximum number of UTF-16 units that one message inserts, unless a single step has more. */
  readonly insertedMax?: number
}

/** Carries typed text to the main process, and text from others to the editor (W14). */
export interface TextChannel {
  /** Tells the channel that typing has changed the host's text. */
  changed(): void
  /**
   * Sends at once; resolves to true when the main process has everything, and to false if it refused, in which case the
   * text is sent again later.
   */
  flush(): Promise<boolean>
  /** Takes steps announced by the main process; `version` is the one after them. */
  receive(updates: readonly TextUpdate[], version: number): void
  compositionEnded(): void
  /** The version of the main process, if nothing is unsent. */
  settledVersion(): number | undefined
  stop(): void
}

/** A key is sent to the main process right after the frame that shows it. */
const FIRST_MS = 20
/** During continuous typing, text is sent only this long after the last answer, to write less often to a slow disk. */
const REST_MS = 100
const RETRY_FIRST_MS = 500
const RETRY_MS_MAX = 10_000
const UPDATES_A_CALL = 500

export function createTextChannel(options: ChannelOptions): TextChannel {
  const { host, timers, insertedMax = INSERTED_MAX } = options
  let synced = host.state.doc
  /** The version of the main process minus the editor's own count; a reopened text starts another count. */
  let offset = options.version - getSyncedVersion(host.state)
  let incoming: { readonly updates: readonly TextUpdate[]; readonly version: number }[] = []
  let sending = false
  let behind = false
  let mustReopen = false
  let stopped = false
  let failures = 0
  let lastProblem: Problem | undefined
  let waiters: ((taken: boolean) => void)[] = []
  let cancelNext: (() => void) | undefined
  let cancelRetry: (() => void) | undefined

  const version = () => getSyncedVersion(host.state) + offset
  const unsent = () => sendableUpdates(host.state).length > 0
  const report = () =>
    options.report({ unsent: unsent(), ...(lastProblem === undefined ? {} : { problem: lastProblem }) })

  function release(taken: boolean): void {
    const released = waiters
    waiters = []
    for (const resolve of released) resolve(taken)
  }

  function cancelTimers(): void {
    cancelNext?.()
    cancelRetry?.()
    cancelNext = cancelRetry = undefined
  }

  /**
   * Schedules a send. A send that is already scheduled keeps its time, and none is scheduled during a send or before a
   * retry.
   */
  function schedule(delayMs: number): void {
    if (stopped || sending || cancelRetry !== undefined) return
    cancelNext ??= timers.after(delayMs, () => {
      cancelNext = undefined
      if (unsent()) void send()
    })
  }

  async function send(): Promise<void> {
    if (stopped || sending) return
    cancelTimers()
    if (!drain()) return
    const batch = sendableUpdates(host.state).slice(0, UPDATES_A_CALL)
    if (batch.length === 0 && !behind && !mustReopen) {
      report()
      return release(true)
    }
    sending = true
    try {
      const settled = mustReopen ? await openAgain() : await offer(batch)
      sending = false
      if (stopped) return release(false)
      if (!settled) return
    } catch (error) {
      sending = false
      return fail({ code: 'unexpected', message: messageOf(error) })
    }
    failures = 0
    lastProblem = undefined
    // The main process has announced these very steps before its answer; text typed since is scheduled separately.
    drain()
    report()
    if (behind || mustReopen || waiters.length > 0) return send()
    schedule(REST_MS)
  }

  /** Sends a batch; resolves to false if the main process refused it. */
  async function offer(batch: readonly Update[]): Promise<boolean> {
    const lists = withinOneMessage(batch)
    const result = await options.change(version(), lists)
    if (stopped) return true
    if (!result.ok) {
      fail(result.problem)
      return false
    }
    const answer = result.value
    behind = false
    switch (answer.kind) {
      case 'accepted':
        // If steps of the main process itself (a torn surrogate pair made visible) are among ours, their order matters,
        // so they are requested.
        if (answer.version === version() + lists.length) take(batch.slice(0, lists.length))
        else behind = true
        return true
      case 'behind':
        incoming.push(answer)
        // An answer that leads nowhere would be repeated endlessly.
        if (drain() && version() < answer.version) mustReopen = true
        return true
      case 'reopen':
        mustReopen = true
        return true
    }
  }

  /**
   * The steps of a batch in the form that the main process takes; those that would make the message too large wait for
   * the next one.
   */
  function withinOneMessage(batch: readonly Update[]): readonly (readonly TextChange[])[] {
    const lists: (readonly TextChange[])[] = []
    let inserted = 0
    for (const { changes } of batch) {
      const list = textChangesOf(changes, () => beforeOf(changes))
      inserted += list.reduce((sum, { insert }) => sum + insert.length, 0)
      if (lists.length > 0 && inserted > insertedMax) break
      lists.push(list)
    }
    return lists
  }

  function fail(problem: Problem): void {
    lastProblem = problem
    const delay = Math.min(RETRY_MS_MAX, RETRY_FIRST_MS * 2 ** failures)
    failures += 1
    report()
    release(false)
    if (!stopped) {
      cancelTimers()
      cancelRetry = timers.after(delay, () => {
        cancelRetry = undefined
        void send()
      })
    }
  }

  /** Applies what has arrived; returns false while a composition is active and something waits for its end. */
  function drain(): boolean {
    if (incoming.length === 0 && !mustReopen) return true
    if (host.composing) return false
    const taken = incoming
    incoming = []
    for (const { updates, version: after } of taken) {
      const known = version() - (after - updates.length)
      if (known < 0) behind = true
      else if (known < updates.length) {
        try {
          take(updatesOf(updates.slice(known), synced.length, options.elsewhere))
        } catch {
          mustReopen = true
        }
      }
    }
    return true
  }

  function take(updates: readonly Update[]): void {
    const next = updates.reduce((text, { changes }) => changes.apply(text), synced)
    receiveInto(host, updates)
    // Set last, because an editor that has thrown does not have the steps and needs them again.
    synced = next
  }

  /**
   * Reads the text of the main process again after the versions have diverged, and applies what was typed here on top
   * of it.
   */
  async function openAgain(): Promise<boolean> {
    const result = await options.reopen()
    if (stopped) return true
    if (!result.ok) {
      fail(result.problem)
      return false
    }
    if (host.composing) return true
    mustReopen = false
    behind = false
    incoming = []
    const fresh = toText(result.value.text)
    if (fresh.eq(host.state.doc)) take(sendableUpdates(host.state))
    else if (!fresh.eq(synced)) take([fromOutside(difference(synced, fresh), options.elsewhere)])
    offset = result.value.version - getSyncedVersion(host.state)
    return true
  }

  return {
    changed() {
      report()
      schedule(FIRST_MS)
    },
    flush() {
      if (stopped) return Promise.resolve(!unsent())
      if (!unsent() && !sending && !mustReopen) return Promise.resolve(true)
      return new Promise((resolve) => {
        waiters.push(resolve)
        void send()
      })
    },
    receive(updates, after) {
      if (stopped) return
      incoming.push({ updates, version: after })
      // Held until the pending answer, so that steps are confirmed before later ones are applied.
      if (sending || !drain()) return
      report()
      if (behind || mustReopen) void send()
    },
    compositionEnded() {
      if (incoming.length > 0 || mustReopen) void send()
    },
    settledVersion: () => (unsent() || sending || incoming.length > 0 ? undefined : version()),
    stop() {
      stopped = true
      cancelTimers()
      release(!unsent())
    },
  }

  /** The text to which an unsent step applies: the confirmed text with the earlier unsent steps. */
  function beforeOf(changes: ChangeSet): Text {
    let text = synced
    for (const update of sendableUpdates(host.state)) {
      if (update.changes === changes) break
      text = update.changes.apply(text)
    }
    return text
  }
}
