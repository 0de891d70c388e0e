import { z } from 'zod'

/**
 * The subject of a command or an event (rule W22). `app`: settings, windows, the list of connections, notices.
 * `library`: everything that names, lists or changes something of one library; its message carries the epoch of that
 * library, and main refuses a message for a library that is not open before anything else is checked.
 */
export type Scope = 'app' | 'library'

export const appCommand = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ scope: 'app', input, output }) as const

export const libraryCommand = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ scope: 'library', input, output }) as const

export const appEvent = <P extends z.ZodType>(payload: P) => ({ scope: 'app', payload }) as const

export const libraryEvent = <P extends z.ZodType>(payload: P) => ({ scope: 'library', payload }) as const

/** The schema of an empty input or output. */
export const nothing = z.void()
