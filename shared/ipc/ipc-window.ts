import { BROKEN_ERROR_MAX } from '../terms'
import { z } from 'zod'
import { idText } from './ipc-bounds'
import { connectionList, onScreen } from './ipc-connections'
import { documentId, documentPage, libraryContents, notice, openDocument } from './ipc-records'
import { appCommand, appEvent, libraryCommand, nothing } from './ipc-scope'
import { settings, windowMemory } from './ipc-settings'
import { outboxContents } from './ipc-sync'

/** The data with which a window begins: the library on screen, with the window's last state in it. */
const bootstrap = z.object({
  onScreen,
  settings,
  connections: connectionList,
  notices: z.array(notice),
  library: libraryContents,
  outbox: outboxContents,
  /** The first page of the list; absent where it cannot be read, or its filter contains words. */
  page: documentPage.optional(),
  /** The documents on screen whose texts are on this device, opened for this window. */
  documents: z.array(openDocument).max(2),
})
export type Bootstrap = Readonly<z.infer<typeof bootstrap>>

/** A newer version. Its notes are plain text, whatever the feed sends. */
const newer = { version: z.string().max(100), notes: z.string().max(20_000) }

const updateState = z.discriminatedUnion('kind', [
  /** There is no feed, it was not checked yet, it has nothing newer, or the writer wants no updates. */
  z.object({ kind: z.literal('none') }),
  /** `bySystem`: a package manager installed this app and updates it. */
  z.object({ kind: z.literal('available'), bySystem: z.boolean(), ...newer }),
  /** `share`: the downloaded share, from 0 to 1. */
  z.object({ kind: z.literal('downloading'), share: z.number().min(0).max(1), ...newer }),
  /** Downloaded and verified; it is installed when the app ends. */
  z.object({ kind: z.literal('ready'), ...newer }),
  /** `reason` is a sentence for the writer. Nothing is installed. */
  z.object({ kind: z.literal('failed'), reason: z.string().max(1_000), ...newer }),
])
export type UpdateState = Readonly<z.infer<typeof updateState>>

const flushReason = z.enum(['leave', 'read', 'suspend'])
export type FlushReason = z.infer<typeof flushReason>

/** Commands about the window, the app, and its newer versions. */
export const WINDOW_COMMANDS = {
  /**
   * Sent first by every page, once: returns everything that the page begins with. Documents that an earlier page of
   * this window had open are closed by it.
   */
  'window.bootstrap': appCommand(nothing, bootstrap),
  /** Stores the window's state in this library, so that it can be restored. */
  'window.remember': libraryCommand(windowMemory.partial(), nothing),
  'window.open': libraryCommand(z.object({ documentId: documentId.optional() }), nothing),
  'window.toggle-full-screen': appCommand(nothing, nothing),
  /** Zooms by a step, or back to the usual size. */
  'window.zoom': appCommand(z.object({ step: z.enum(['in', 'out', 'usual']) }), nothing),
  'window.set-title': appCommand(z.object({ title: z.string().max(300) }), nothing),
  /** Shows the app's name and version in the system's panel. */
  'app.show-about': appCommand(nothing, nothing),
  /** Quits the app in its one way of leaving. */
  'app.quit': appCommand(nothing, nothing),
  /** The window has painted its first content: work that main had postponed starts. */
  'window.painted': appCommand(nothing, nothing),
  /** Opens a link in the system's browser; main checks it again: http, https and mailto only. */
  'link.open': libraryCommand(z.object({ url: z.string().max(8_000) }), nothing),
  /** A clipboard action at the focus, as its keys would do it; only after a press of the writer. */
  'window.edit': appCommand(z.object({ action: z.enum(['cut', 'copy', 'paste', 'paste-plain']) }), nothing),
  /** Makes a report for somebody who helps: versions, the system, the end of the log. Nothing is sent. */
  'report.make': appCommand(nothing, z.object({ text: z.string().max(100_000) })),
  /** Reports that a part of the window could not be drawn: which one, and where in the code. For the log. */
  'report.broken-part': appCommand(
    z.object({ part: z.string().max(100), error: z.string().max(BROKEN_ERROR_MAX) }),
    nothing,
  ),
  'notice.dismiss': appCommand(z.object({ id: idText }), nothing),
  /** The renderer's answer to `flush.requested`: this window has nothing unsent left. */
  'flush.done': appCommand(z.object({ round: z.number().int() }), nothing),
  /** `hasFeed`: whether this app was published with a feed of newer versions. */
  'update.get': appCommand(nothing, z.object({ state: updateState, hasFeed: z.boolean() })),
  'update.download': appCommand(nothing, nothing),
  /** Quits the app in its one way of leaving, then starts the newer version. */
  'update.install': appCommand(nothing, nothing),
} as const

export const WINDOW_EVENTS = {
  'notice.raised': appEvent(notice),
  /** The notice is no longer true. */
  'notice.withdrawn': appEvent(z.object({ id: idText })),
  /** A menu item or an accelerator of the system's menu; the renderer runs the palette's command of that name. */
  'command.requested': appEvent(z.object({ name: z.string() })),
  /**
   * Main asks a window to hand over its unsent words. `leave`: the window accepts no more keys until
   * `leaving.cancelled`; `read`: main is about to read the texts. Both are answered by `flush.done` with the same
   * round; `suspend` is not: the machine goes to sleep.
   */
  'flush.requested': appEvent(z.object({ reason: flushReason, round: z.number().int() })),
  /** The writer stays after all: the window accepts keys again. */
  'leaving.cancelled': appEvent(z.object({})),
  'update.changed': appEvent(updateState),
} as const
