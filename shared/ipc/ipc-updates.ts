import { z } from 'zod'
import { appCommand, appEvent } from './ipc-scope'

const nothing = z.void()

/** What is known of a newer version. Its notes are plain text, whatever the feed sends. */
const newer = { version: z.string().max(100), notes: z.string().max(20_000) }

export const updateState = z.discriminatedUnion('kind', [
  /** No feed, none asked yet, nothing newer, or the writer wants no updates. */
  z.object({ kind: z.literal('none') }),
  /** `bySystem`: a package manager installed this app and updates it. */
  z.object({ kind: z.literal('available'), bySystem: z.boolean(), ...newer }),
  /** `share`: how much of it is here, from 0 to 1. */
  z.object({ kind: z.literal('downloading'), share: z.number().min(0).max(1), ...newer }),
  /** Whole, and as announced; it is installed when the app ends. */
  z.object({ kind: z.literal('ready'), ...newer }),
  /** `reason` is a sentence for the writer. Nothing of it is installed. */
  z.object({ kind: z.literal('failed'), reason: z.string().max(1_000), ...newer }),
])
export type UpdateState = Readonly<z.infer<typeof updateState>>

export const UPDATE_COMMANDS = {
  /** `hasFeed`: this app was published with a place to look for newer versions. */
  'update.get': appCommand(nothing, z.object({ state: updateState, hasFeed: z.boolean() })),
  'update.download': appCommand(nothing, nothing),
  /** The app ends in its one way of leaving, then the newer one starts. */
  'update.install': appCommand(nothing, nothing),
} as const

export const UPDATE_EVENTS = { 'update.changed': appEvent(updateState) } as const
