import type { Bridge, CommandInput, CommandName, CommandOutput, EventName } from '../../shared/ipc/ipc'
import type { Result } from '../../shared/problem'
import type { LibraryEpoch } from '../../shared/terms'
import { asLeft } from '../state/as-left'
import { pageInput } from '../state/list-page'

/** After this the window is drawn with what has come; the rest follows in it. */
const WAIT_MOST_MS = 250

export const waitMost = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WAIT_MOST_MS))

/** What is asked while the window's script is still being read. */
export interface Ahead {
  /** Answers each of it once with what has come, and is the given bridge for all else. */
  readonly bridge: Bridge
  /** All has come, or what of it may be late is. */
  readonly begun: Promise<void>
  readonly late: Promise<void>
}

const EVERYTHING = [
  'library.current',
  'settings.get',
  'library.get',
  'connections.list',
  'outbox.list',
  'notices.list',
  'documents.list',
  'document.open',
] as const satisfies readonly CommandName[]

/** Which answers may not be true any more once main has told this. */
const OVERTAKES: Readonly<Record<EventName, readonly (typeof EVERYTHING)[number][]>> = {
  'library.changed': ['library.get', 'documents.list'],
  'document.changed': ['document.open'],
  'document.fields-changed': ['document.open', 'documents.list'],
  'document.status-changed': ['document.open', 'documents.list'],
  'document.merged': ['document.open', 'documents.list'],
  'document.conflict-changed': ['document.open', 'documents.list'],
  'files.changed': [],
  'drafts.opened': [],
  'porting.progressed': [],
  'replace.progressed': [],
  'saved-searches.changed': [],
  'update.changed': [],
  'backups.changed': [],
  'spelling.changed': [],
  'spelling.ignored-changed': [],
  'outbox.changed': ['outbox.list'],
  'connection.changed': ['connections.list'],
  'connection.switched': EVERYTHING,
  'settings.changed': ['settings.get'],
  'notice.raised': ['notices.list'],
  'history.fetched': [],
  'command.requested': [],
  'flush.requested': [],
  'leaving.cancelled': [],
}

const EVENT_NAMES = Object.keys(OVERTAKES) as readonly EventName[]

const keyOf = (name: CommandName, input: unknown, library: LibraryEpoch | undefined): string =>
  `${name} ${JSON.stringify(input)} ${library ?? ''}`

/**
 * Asks main for all that the window begins with, at once. An answer that is not true any more, since main has told
 * something before the window could hear it, is forgotten and asked for again by the window itself.
 */
export function askAhead(bridge: Bridge): Ahead {
  const kept = new Map<string, Promise<Result<unknown>>>()
  const overtaken = new Set<string>()
  const stops = EVENT_NAMES.filter((name) => OVERTAKES[name].length > 0).map((name) =>
    bridge.listen(name, () => OVERTAKES[name].forEach((command) => overtaken.add(command))),
  )
  const ask = <N extends CommandName>(
    name: N,
    input: CommandInput<N>,
    library?: LibraryEpoch,
  ): Promise<Result<CommandOutput<N>> | undefined> => {
    const answer = bridge.call(name, input, library)
    kept.set(keyOf(name, input, library), answer)
    // Who uses it hears of the failure.
    return answer.catch(() => undefined)
  }

  const late = waitMost()
  let opened: LibraryEpoch | undefined
  async function askAll(): Promise<void> {
    const [current, settings] = await Promise.all([
      ask('library.current', undefined),
      ask('settings.get', undefined),
      ask('connections.list', undefined),
      ask('notices.list', undefined),
    ])
    if (current?.ok !== true || settings?.ok !== true) return
    const library = (opened = current.value.library as LibraryEpoch)
    const { filter, sort, descending, active, sideDocument } = asLeft(settings.value)
    const onScreen = [sideDocument, active].filter((id) => id !== null)
    const contents = [
      ask('library.get', undefined, library),
      ask('outbox.list', undefined, library),
      ask('documents.list', pageInput({ filter, sort, descending }, 0), library),
      ...onScreen.map((id) => ask('document.open', { id }, library)),
    ]
    await Promise.race([Promise.all(contents), late])
  }

  /** The window listens for itself from now on. */
  function handOver(): void {
    stops.splice(0).forEach((stop) => stop())
    for (const [key, answer] of kept) {
      const [command = ''] = key.split(' ', 1)
      if (!overtaken.has(command)) continue
      kept.delete(key)
      if (command === 'document.open') void answer.then(giveUp, () => {})
    }
  }
  function giveUp(result: Result<unknown>): void {
    if (!result.ok) return
    void bridge.call('document.close', { id: (result.value as { readonly id: string }).id }, opened)
  }

  return {
    begun: askAll(),
    late,
    bridge: {
      call<N extends CommandName>(name: N, input: CommandInput<N>, library?: LibraryEpoch) {
        handOver()
        const key = keyOf(name, input, library)
        const answer = kept.get(key) as Promise<Result<CommandOutput<N>>> | undefined
        kept.delete(key)
        return answer ?? bridge.call(name, input, library)
      },
      listen: (name, listener) => bridge.listen(name, listener),
    },
  }
}
