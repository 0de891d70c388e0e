import {
  IPC_COMMANDS,
  EVENTS,
  type CommandName,
  type EventName,
  type EventPayload,
  type Handlers,
} from '../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../shared/terms'
import { AppError, failed, ok, problem, type Problem, type Result } from '../../shared/problem'

/** The facts that the boundary needs about a call: its sender, and whether that is one of our own pages. */
interface Caller<Sender> {
  readonly sender: Sender
  readonly known: boolean
}

export type CommandGate<Sender> = (
  caller: Caller<Sender>,
  name: unknown,
  input: unknown,
  epoch?: unknown,
) => Promise<Result<unknown>>

/** The open libraries, by the epochs that main gave them. */
interface OpenLibraries<Library> {
  of(epoch: LibraryEpoch): Library | undefined
}

/**
 * The boundary in five steps: a known sender, an own property of the table of commands, an open library where the
 * command concerns one (rule W22), the schema, the handler. Everything that is thrown becomes a Problem; the returned
 * function never rejects.
 */
export function createCommandGate<Sender, Library>(
  handlers: Handlers<Sender, Library>,
  libraries: OpenLibraries<Library>,
  report: (name: string, error: unknown) => void,
): CommandGate<Sender> {
  return async (caller, name, input, epoch) => {
    if (!caller.known) return failed(problem('unknown-sender', 'This page may not ask for anything.'))
    if (typeof name !== 'string' || !Object.hasOwn(IPC_COMMANDS, name))
      return failed(problem('unknown-command', 'There is no such command.'))
    const command = name as CommandName
    const { scope, input: schema } = IPC_COMMANDS[command]
    const library = typeof epoch === 'string' ? libraries.of(epoch as LibraryEpoch) : undefined
    if (scope === 'library' && library === undefined)
      return failed(
        problem('other-library', 'This belongs to a library that is not open. Nothing was changed.'),
      )
    const parsed = schema.safeParse(input)
    if (!parsed.success) {
      const first = parsed.error.issues[0]
      const where = first?.path.join('.') ?? ''
      return failed(
        problem('invalid-input', `${command}: ${where ? `${where}: ` : ''}${first?.message ?? 'invalid'}`),
      )
    }
    try {
      const handler = handlers[command] as (...given: readonly unknown[]) => unknown
      const given = scope === 'library' ? [library, caller.sender] : [caller.sender]
      return ok(await handler(parsed.data, ...given))
    } catch (error) {
      return failed(problemOf(error, () => report(command, error)))
    }
  }
}

/** A thrown value as a Problem; `unexpected` is called for errors that were not thrown on purpose. */
function problemOf(error: unknown, unexpected: () => void): Problem {
  if (error instanceof AppError) return error.problem
  unexpected()
  return problem('unexpected', 'Something went wrong inside Stet. Your text is kept.')
}

/** Checks events of main too: one that does not match the contract is a fault of the program and is thrown. */
export function checkEvent<N extends EventName>(
  name: N,
  payload: EventPayload<N>,
  library: LibraryEpoch | undefined,
): EventPayload<N> {
  const { scope, payload: schema } = EVENTS[name]
  if ((scope === 'library') !== (library !== undefined))
    throw new Error(`${name} is told ${library === undefined ? 'without' : 'with'} a library`)
  return schema.parse(payload) as EventPayload<N>
}
