import { BROKEN_ERROR_MAX } from '../terms'
import { z } from 'zod'
import { idText } from './ipc-bounds'
import { connectionList, onScreen } from './ipc-connections'
import { documentId, documentPage, libraryContents, notice, openDocument } from './ipc-records'
import { appCommand, appEvent, libraryCommand, nothing } from './ipc-scope'
import { settings, windowMemory } from './ipc-settings'
import { outboxContents } from './ipc-sync'

/** What a window begins with: the library on screen as the window was left on it. */
const bootstrap = z.object({
  onScreen,
  settings,
  connections: connectionList,
  notices: z.array(notice),
  library: libraryContents,
  outbox: outboxContents,
  /** The first page of the list; absent where it cannot be read, or its filter has words to look for. */
  page: documentPage.optional(),
  /** The documents on screen whose texts are on this device, opened for this window. */
  documents: z.array(openDocument).max(2),
})
export type Bootstrap = Readonly<z.infer<typeof bootstrap>>

/** What is known of a newer version. Its notes are plain text, whatever the feed sends. */
const newer = { version: z.string().max(100), notes: z.string().max(20_000) }

const updateState = z.discriminatedUnion('kind', [
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

const flushReason = z.enum(['leave', 'read', 'suspend'])
export type FlushReason = z.infer<typeof flushReason>

/** The window, the app around it, and newer versions of that. */
export const WINDOW_COMMANDS = {
  /**
   * Asked first by every page, and once: all that it begins with. Whatever the page before in this window had open, it
   * has left by asking.
   */
  'window.bootstrap': appCommand(nothing, bootstrap),
  /** What the window shows of this library, so that it comes back as it was left. */
  'window.remember': libraryCommand(windowMemory.partial(), nothing),
  'window.open': libraryCommand(z.object({ documentId: documentId.optional() }), nothing),
  'window.toggle-full-screen': appCommand(nothing, nothing),
  /** By a step, or back to the usual size. */
  'window.zoom': appCommand(z.object({ step: z.enum(['in', 'out', 'usual']) }), nothing),
  'window.set-title': appCommand(z.object({ title: z.string().max(300) }), nothing),
  /** The app's name and version, as the system shows them. */
  'app.show-about': appCommand(nothing, nothing),
  /** The app ends in its one way of leaving. */
  'app.quit': appCommand(nothing, nothing),
  /** The window shows what it was asked for: what main put off until then starts. */
  'window.painted': appCommand(nothing, nothing),
  /** Checked again in main: http, https and mailto only; opened in the system's browser. */
  'link.open': libraryCommand(z.object({ url: z.string().max(8_000) }), nothing),
  /** An action of the system's clipboard where the focus is, as its keys do it; only after a press of the writer. */
  'window.edit': appCommand(z.object({ action: z.enum(['cut', 'copy', 'paste', 'paste-plain']) }), nothing),
  /** A text for somebody who helps: versions, the system, the end of the log. Nothing is sent. */
  'report.make': appCommand(nothing, z.object({ text: z.string().max(100_000) })),
  /** A part of the window could not be drawn: which, and where in the code. It is for the log. */
  'report.broken-part': appCommand(
    z.object({ part: z.string().max(100), error: z.string().max(BROKEN_ERROR_MAX) }),
    nothing,
  ),
  'notice.dismiss': appCommand(z.object({ id: idText }), nothing),
  /** The renderer's last word after `flush.requested`: nothing unsent is left in this window, which shows this document. */
  'flush.done': appCommand(
    z.object({
      round: z.number().int(),
      shown: z.object({ library: idText, documentId: idText }).optional(),
    }),
    nothing,
  ),
  /** `hasFeed`: this app was published with a place to look for newer versions. */
  'update.get': appCommand(nothing, z.object({ state: updateState, hasFeed: z.boolean() })),
  'update.download': appCommand(nothing, nothing),
  /** The app ends in its one way of leaving, then the newer one starts. */
  'update.install': appCommand(nothing, nothing),
} as const

export const WINDOW_EVENTS = {
  'notice.raised': appEvent(notice),
  /** A menu item or an accelerator of the system's menu; the renderer runs the command of that name in its palette. */
  'command.requested': appEvent(z.object({ name: z.string() })),
  /**
   * Main asks a window to hand over what it has not sent yet. `leave`: the window takes no more keys, until
   * `leaving.cancelled`; `read`: main is about to read the texts. Both are answered by `flush.done` with the same round,
   * `suspend` is not: the machine falls asleep.
   */
  'flush.requested': appEvent(z.object({ reason: flushReason, round: z.number().int() })),
  /** The writer stays after all: the window takes keys again. */
  'leaving.cancelled': appEvent(z.object({})),
  'update.changed': appEvent(updateState),
} as const
