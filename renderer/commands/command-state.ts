import type { Toast } from '../state/store'
import type { CommandId } from './command-list'

/** The current effect of a command, or the reason why it is not available. */
export interface CommandState {
  readonly run: () => void
  /** The reason why it is not available, worded to follow "because". */
  readonly disabled?: string | undefined
  /**
   * Returns the reason why it is not available at the cursor, in the same wording; called when the command is offered.
   */
  readonly notHere?: () => string | undefined
  /** The target of the command, if it is not the document in front. */
  readonly about?: string | undefined
  /** Whether it is on, for a command that also switches off. */
  readonly isOn?: boolean | undefined
  /** The actions offered in its place while it is disabled. */
  readonly possible?: Toast['actions']
}

/** The commands of one area. */
export type SomeCommands = Readonly<Partial<Record<CommandId, CommandState>>>
