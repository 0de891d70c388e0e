import type { Toast } from '../state/store'
import type { CommandId } from './command-list'

/** What a command does now, or why it cannot. */
export interface CommandState {
  readonly run: () => void
  /** Why it cannot be done now, in the words after "because". */
  readonly disabled?: string | undefined
  /** Why it cannot be done where the cursor is, in such words; asked for when the command is offered. */
  readonly notHere?: () => string | undefined
  /** What it would be done to, where that is not the document in front. */
  readonly about?: string | undefined
  /** Of a command that also ends what it begins. */
  readonly isOn?: boolean | undefined
  /** What can be done in place of it while it is disabled. */
  readonly possible?: Toast['actions']
}

/** The commands of one field. */
export type SomeCommands = Readonly<Partial<Record<CommandId, CommandState>>>
