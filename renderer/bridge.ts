import type { Bridge, CommandInput, CommandName, CommandOutput, EventName, EventPayload } from '../shared/ipc'
import type { Problem, Result } from '../shared/problem'

declare global {
  interface Window {
    /** Exposed by the preload; nothing else reads it. */
    readonly app: Bridge
  }
}

/** The bridge of the desktop app. */
export const windowBridge = (): Bridge => window.app

/** A command that main refused. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
    this.name = 'Refusal'
  }
}

/** The bridge as the window uses it: `ask` throws a `Refusal`, `call` answers with a Result and never throws. */
export interface Client {
  ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>>
  listen<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void
}

export function createClient(bridge: Bridge): Client {
  const call: Client['call'] = async (name, input) => {
    try {
      return await bridge.call(name, input)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
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
    listen: (name, listener) => bridge.listen(name, listener),
  }
}
