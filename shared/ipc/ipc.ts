import type { z } from 'zod'
import type { Result } from '../problem'
import type { LibraryEpoch } from '../terms'
import { BACKUP_COMMANDS, BACKUP_EVENTS } from './ipc-backups'
import { CONNECTION_COMMANDS, CONNECTION_EVENTS } from './ipc-connections'
import { DOCUMENT_COMMANDS, DOCUMENT_EVENTS } from './ipc-documents'
import { EXPORT_COMMANDS } from './ipc-export'
import { FILE_COMMANDS, FILE_EVENTS } from './ipc-files'
import { HISTORY_COMMANDS, HISTORY_EVENTS } from './ipc-history'
import { MOVING_COMMANDS, TRANSFER_COMMANDS } from './ipc-moving'
import { PORTING_COMMANDS, PORTING_EVENTS } from './ipc-porting'
import { REPLACE_COMMANDS, REPLACE_EVENTS } from './ipc-replace'
import { SAVED_SEARCH_COMMANDS, SAVED_SEARCH_EVENTS } from './ipc-saved-searches'
import type { Scope } from './ipc-scope'
import { SEARCH_COMMANDS } from './ipc-search'
import { SETTINGS_COMMANDS, SETTINGS_EVENTS } from './ipc-settings'
import { SPELLING_COMMANDS, SPELLING_EVENTS } from './ipc-spelling'
import { SYNC_COMMANDS, SYNC_EVENTS } from './ipc-sync'
import { WINDOW_COMMANDS, WINDOW_EVENTS } from './ipc-window'

/**
 * THE IPC CONTRACT. Two tables: commands (the renderer asks: `noun.verb`) and events (main tells: `noun.happened`), put
 * together from those of each area. All types are derived from them; both run over the two Electron channels of
 * `channels.ts`.
 */
export const IPC_COMMANDS = {
  ...DOCUMENT_COMMANDS,
  ...SYNC_COMMANDS,
  ...HISTORY_COMMANDS,
  ...FILE_COMMANDS,
  ...PORTING_COMMANDS,
  ...EXPORT_COMMANDS,
  ...MOVING_COMMANDS,
  ...TRANSFER_COMMANDS,
  ...SEARCH_COMMANDS,
  ...SAVED_SEARCH_COMMANDS,
  ...REPLACE_COMMANDS,
  ...SPELLING_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...SETTINGS_COMMANDS,
  ...BACKUP_COMMANDS,
  ...WINDOW_COMMANDS,
} as const

export const EVENTS = {
  ...DOCUMENT_EVENTS,
  ...SYNC_EVENTS,
  ...HISTORY_EVENTS,
  ...FILE_EVENTS,
  ...PORTING_EVENTS,
  ...SAVED_SEARCH_EVENTS,
  ...REPLACE_EVENTS,
  ...SPELLING_EVENTS,
  ...CONNECTION_EVENTS,
  ...SETTINGS_EVENTS,
  ...BACKUP_EVENTS,
  ...WINDOW_EVENTS,
} as const

export type CommandName = keyof typeof IPC_COMMANDS
export type CommandInput<N extends CommandName> = z.infer<(typeof IPC_COMMANDS)[N]['input']>
export type CommandOutput<N extends CommandName> = z.infer<(typeof IPC_COMMANDS)[N]['output']>
export type EventName = keyof typeof EVENTS
export type EventPayload<N extends EventName> = z.infer<(typeof EVENTS)[N]['payload']>

type Scoped<Table extends Record<string, { readonly scope: Scope }>, S extends Scope> = {
  [N in keyof Table]: Table[N]['scope'] extends S ? N : never
}[keyof Table]
export type AppCommandName = Scoped<typeof IPC_COMMANDS, 'app'>
export type LibraryCommandName = Scoped<typeof IPC_COMMANDS, 'library'>
export type AppEventName = Scoped<typeof EVENTS, 'app'>

/** The access of the renderer to main: `window.app`. */
export interface Bridge {
  /** A command about a library needs the epoch of that library; main refuses it without one. */
  call<N extends CommandName>(
    name: N,
    input: CommandInput<N>,
    library?: LibraryEpoch,
  ): Promise<Result<CommandOutput<N>>>
  /** Returns a function that stops listening. An event about a library comes with the epoch of that library. */
  listen<N extends EventName>(
    name: N,
    listener: (payload: EventPayload<N>, library: LibraryEpoch | undefined) => void,
  ): () => void
}

type Answer<N extends CommandName> = Promise<CommandOutput<N>> | CommandOutput<N>

/** The implementation of a command; `More` are further arguments beside the command's input. */
export type Command<N extends CommandName, More extends readonly unknown[] = []> = (
  input: CommandInput<N>,
  ...more: More
) => Answer<N>
/** An implementation that always returns a promise. */
export type AsyncCommand<N extends CommandName, More extends readonly unknown[] = []> = (
  input: CommandInput<N>,
  ...more: More
) => Promise<CommandOutput<N>>

/**
 * One function for each command; a missing one does not compile. A command about a library gets that library (rule
 * W22).
 */
export type Handlers<Sender = unknown, Library = unknown> = {
  readonly [N in AppCommandName]: (input: CommandInput<N>, sender: Sender) => Answer<N>
} & {
  readonly [N in LibraryCommandName]: (input: CommandInput<N>, library: Library, sender: Sender) => Answer<N>
}
