import { getSyncedVersion, sendableUpdates, type Update } from '@codemirror/collab'
import type { ChangeSet, EditorState, StateEffect, Text, Transaction } from '@codemirror/state'
import type { ChangeAnswer, TextUpdate } from '../../../shared/ipc/ipc-records'
import type { Problem, Result } from '../../../shared/problem'
import { INSERTED_MAX, type TextChange } from '../../../shared/text/text-change'
import { receiveInto } from './received'
import { difference, fromOutside, textChangesOf, toText, updatesOf } from './text-steps'
import { messageOf } from '../../../shared/thrown'

/** What the channel needs of an editor; an EditorView, or a bare state in tests. */
export interface ChannelHost {
  readonly state: EditorState
  dispatch(transaction: Transaction): void
  /** An input method is composing: text from elsewhere waits (W14). */
  readonly composing: boolean
}

export interface Timers {
  after(delayMs: number, run: () => void): () => void
}

export interface ChannelState {
  /** Something typed is not yet in main's hands. */
  readonly unsent: boolean
  /** Why main did not take it; the words stay here and are tried again. */
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
  /** Goes with changes that nobody typed in a window. */
  readonly elsewhere?: readonly StateEffect<unknown>[]
  /** UTF-16 units that one message inserts at most, unless a single step has more. */
  readonly insertedMax?: number
}

/** Carries what is typed to main, and what others wrote to the editor (W14). */
export interface TextChannel {
  /** The host's text has changed by typing. */
  changed(): void
  /** Sends at once; true when main has everything, false when it refused (tried again later). */
  flush(): Promise<boolean>
  /** Steps that main announced; `version` is the one after them. */
  receive(updates: readonly TextUpdate[], version: number): void
  compositionEnded(): void
  /** The version that main has, where nothing is unsent. */
  settledVersion(): number | undefined
  stop(): void
}

/** A key goes to main right after the frame that shows it. */
const FIRST_MS = 20
/** While typing goes on, main gets what was typed since so long after its last answer: a slow disk is asked less often. */
const REST_MS = 100
const RETRY_FIRST_MS = 500
const RETRY_MS_MAX = 10_000
const UPDATES_A_CALL = 500

export function createTextChannel(options: ChannelOptions): TextChannel {
  const { host, timers, insertedMax = INSERTED_MAX } = options
  let synced = host.state.doc
  /** Main's version less the editor's own count; a reopened text starts another count. */
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

  /** What is unsent then goes; earlier keys are not waited for, and while main rests nothing else is scheduled. */
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
    // Main has told of these very steps before it answered; what is typed since has its own time.
    drain()
    report()
    if (behind || mustReopen || waiters.length > 0) return send()
    schedule(REST_MS)
  }

  /** Sends a batch; false where main refused it. */
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
        // With steps of main's own among ours (a torn pair made visible) the order counts: they are asked for.
        if (answer.version === version() + lists.length) take(batch.slice(0, lists.length))
        else behind = true
        return true
      case 'behind':
        incoming.push(answer)
        // An answer that leads nowhere would be given again and again.
        if (drain() && version() < answer.version) mustReopen = true
        return true
      case 'reopen':
        mustReopen = true
        return true
    }
  }

  /** The steps of a batch as main takes them; those that would make the message too large wait for the next one. */
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

  /** Takes what has come in; false while an input method is composing and something waits for its end. */
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
    // Only then: an editor that has thrown does not have them, and they are to come once more.
    synced = next
  }

  /** Main lost count: reads its text again and puts what was typed here on top of it. */
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
      // Held until the answer under way, so that steps are confirmed before anything comes after them.
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

  /** The text that an unsent step applies to: what both know, and the unsent steps before it. */
  function beforeOf(changes: ChangeSet): Text {
    let text = synced
    for (const update of sendableUpdates(host.state)) {
      if (update.changes === changes) break
      text = update.changes.apply(text)
    }
    return text
  }
}
