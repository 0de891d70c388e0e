import type {
  AppCommandName,
  AppEventName,
  Bridge,
  CommandInput,
  CommandName,
  CommandOutput,
  EventName,
  EventPayload,
} from '../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../shared/terms'
import type { Problem, Result } from '../../shared/problem'
import { messageOf } from '../../shared/thrown'

declare global {
  interface Window {
    /** Exposed by the preload script and used only in this file. */
    readonly app: Bridge
  }
}

/** The bridge of the desktop app. */
export const windowBridge = (): Bridge => window.app

/** The error for a command that main refused. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
    this.name = 'Refusal'
  }
}

/** `ask` throws a `Refusal`; `call` returns a Result and never throws. */
interface Calls<Commands extends CommandName, Events extends EventName> {
  ask<N extends Commands>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  call<N extends Commands>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>>
  listen<N extends Events>(name: N, listener: (payload: EventPayload<N>) => void): () => void
}

/** Commands and events that belong to no library: settings, connections, notices and the window itself. */
export interface AppClient extends Calls<AppCommandName, AppEventName> {
  /** Creates the client of one library. */
  of(library: LibraryEpoch): Client
}

/**
 * The bridge bound to one library (rule W22): every command addresses that library, even if another one is on screen by
 * now, and events of other libraries are ignored.
 */
export interface Client extends Calls<CommandName, EventName> {
  readonly library: LibraryEpoch
}

export function createClient(bridge: Bridge): AppClient {
  return { ...callsOn(bridge, undefined), of: (library) => ({ ...callsOn(bridge, library), library }) }
}

function callsOn(bridge: Bridge, library: LibraryEpoch | undefined): Calls<CommandName, EventName> {
  const call: Calls<CommandName, EventName>['call'] = async (name, input) => {
    try {
      return await bridge.call(name, input, library)
    } catch (error) {
      const message = messageOf(error)
      return { ok: false, problem: { code: 'unexpected', message } }
    }
  }
  return {
    call,
    async ask(name, input) {
      const result = await call(name, input)
      if (!result.ok) throw new Refusal(result.problem)
      return result.value
    },
    listen: (name, listener) =>
      bridge.listen(name, (payload, eventLibrary) => {
        if (eventLibrary === undefined || eventLibrary === library) listener(payload)
      }),
  }
}
