import {
  COMMANDS,
  EVENTS,
  type CommandName,
  type EventName,
  type EventPayload,
  type Handlers,
} from '../shared/ipc'
import { AppError, failed, ok, problem, type Problem, type Result } from '../shared/problem'

/** What the boundary needs to know of a call: who sends it, and whether that is one of our own pages. */
export interface Caller<Sender> {
  readonly sender: Sender
  readonly known: boolean
}

export type CommandGate<Sender> = (
  caller: Caller<Sender>,
  name: unknown,
  input: unknown,
) => Promise<Result<unknown>>

/**
 * The boundary in four steps: known sender, own property of COMMANDS, schema, handler. Whatever is thrown becomes a
 * Problem; nothing of this rejects.
 */
export function createCommandGate<Sender>(
  handlers: Handlers<Sender>,
  report: (name: string, error: unknown) => void,
): CommandGate<Sender> {
  return async (caller, name, input) => {
    if (!caller.known) return failed(problem('unknown-sender', 'This page may not ask for anything.'))
    if (typeof name !== 'string' || !Object.hasOwn(COMMANDS, name))
      return failed(problem('unknown-command', 'There is no such command.'))
    const command = name as CommandName
    const parsed = COMMANDS[command].input.safeParse(input)
    if (!parsed.success) {
      const first = parsed.error.issues[0]
      const where = first?.path.join('.') ?? ''
      return failed(
        problem('invalid-input', `${command}: ${where ? `${where}: ` : ''}${first?.message ?? 'invalid'}`),
      )
    }
    try {
      const handler = handlers[command] as (input: unknown, sender: Sender) => unknown
      return ok(await handler(parsed.data, caller.sender))
    } catch (error) {
      return failed(problemOf(error, () => report(command, error)))
    }
  }
}

/** A thrown value as a Problem; only what was not thrown on purpose is worth a look. */
export function problemOf(error: unknown, unexpected: () => void): Problem {
  if (error instanceof AppError) return error.problem
  unexpected()
  return problem('unexpected', 'Something went wrong inside Stet. Your text is kept.')
}

/** Checks what main tells as well: an event that does not fit its schema is our own mistake and is thrown. */
export function checkEvent<N extends EventName>(name: N, payload: EventPayload<N>): EventPayload<N> {
  return EVENTS[name].parse(payload) as EventPayload<N>
}
