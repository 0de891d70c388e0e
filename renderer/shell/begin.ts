import type { Bridge, EventName } from '../../shared/ipc/ipc'
import type { Bootstrap } from '../../shared/ipc/ipc-window'
import type { Result } from '../../shared/problem'

/** The first answer of the main process, and the events that have arrived since it was requested. */
export interface Startup {
  readonly bridge: Bridge
  readonly answer: Promise<Result<Bootstrap>>
  /** Delivers the events that arrived meanwhile, in order, to the listeners of the window. */
  release(): void
}

type Listener = Parameters<Bridge['listen']>[1]

/**
 * Requests the initial state from the main process while the window's script is still loading. Events are kept until
 * the window listens. Some of them may be older than the answer; since every event describes the current state, and
 * events arrive in order, the window ends with the current state.
 */
export function begin(bridge: Bridge): Startup {
  const listeners = new Map<EventName, Set<Listener>>()
  let kept: (() => void)[] | undefined = []
  for (const name of EVENT_NAMES)
    bridge.listen(name, (payload, library) => {
      const tell = () => listeners.get(name)?.forEach((listener) => listener(payload, library))
      if (kept === undefined) tell()
      else kept.push(tell)
    })
  return {
    answer: bridge.call('window.bootstrap', undefined),
    bridge: {
      call: (name, input, library) => bridge.call(name, input, library),
      listen(name, listener) {
        const all = listeners.get(name) ?? new Set()
        listeners.set(name, all.add(listener as Listener))
        return () => void all.delete(listener as Listener)
      },
    },
    release() {
      const meanwhile = kept ?? []
      kept = undefined
      for (const tell of meanwhile) tell()
    },
  }
}

const EVENT_NAMES = Object.keys({
  'library.changed': true,
  'document.changed': true,
  'document.fields-changed': true,
  'document.status-changed': true,
  'document.merged': true,
  'document.conflict-changed': true,
  'goals.changed': true,
  'day.made-twice': true,
  'day.joined': true,
  'capture.changed': true,
  'files.changed': true,
  'drafts.opened': true,
  'porting.progressed': true,
  'replace.progressed': true,
  'saved-searches.changed': true,
  'update.changed': true,
  'backups.changed': true,
  'spelling.changed': true,
  'spelling.ignored-changed': true,
  'outbox.changed': true,
  'connection.changed': true,
  'connection.switched': true,
  'settings.changed': true,
  'notice.raised': true,
  'notice.withdrawn': true,
  'history.fetched': true,
  'command.requested': true,
  'flush.requested': true,
  'leaving.cancelled': true,
} satisfies Record<EventName, true>) as EventName[]
