import { z } from 'zod'
import { idText, writtenText, writtenTitle } from './ipc-bounds'
import { connection, testReport } from './ipc-sync'
import { appCommand, appEvent, libraryCommand, nothing } from './ipc-scope'

/** Connections: a service's address and an account on it. The key goes to main and never comes back (requirement D5). */
const id = z.string().min(1).max(64)
const address = z.string().max(2_000)
const key = z.string().max(2_000)
const name = z.string().max(100)
const passphrase = z.string().max(1_000)

/** How the key is written into a request (requirement D1); left out: its prefix decides, the other form is tried too. */
export const keyForm = z.enum(['bearer', 'header'])
export type KeyForm = z.infer<typeof keyForm>

/** Where a key is kept: by the system, or one of the three choices where the system has no keychain. */
const keeping = z.enum(['keychain', 'session', 'passphrase', 'unprotected'])
export type Keeping = z.infer<typeof keeping>

/** A text of which the service does not have every word yet. */
const unsentText = z.object({
  documentId: z.string(),
  title: z.string(),
  /** What it waits for, in one of the eight words. */
  state: z.string(),
})

/** What only this device has of a connection's library. */
const unsent = z.object({
  texts: z.array(unsentText),
  /** Uploads, and changes of folders, tags and files, in the outbox's words: "Upload “map.png” · 2.1 MB". */
  changes: z.array(z.string()),
  /** How many recovered texts there are. */
  recovered: z.number().int(),
  /** Words that are captured and in no document yet. */
  captured: writtenText,
})
export type Unsent = Readonly<z.infer<typeof unsent>>

/** A library that the writer removed and that is still on this device. Times are milliseconds since the epoch. */
const removedConnection = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** When it is deleted from this device; left out while it holds what no service has. */
  deletedAt: z.number().int().optional(),
})
export type RemovedConnection = Readonly<z.infer<typeof removedConnection>>

/** The library on screen: its connection, and the epoch that messages about it carry. */
export const onScreen = z.object({ connectionId: z.string(), library: z.string() })

export const connectionList = z.object({
  connections: z.array(connection),
  activeId: z.string(),
  /** The latest first. */
  removed: z.array(removedConnection),
  /** The system can keep a key. */
  keychain: z.boolean(),
  /** Why services on other machines are not asked, where that is so: a sentence for the writer. */
  restriction: z.string().optional(),
})

export const CONNECTION_COMMANDS = {
  'connections.list': appCommand(nothing, connectionList),
  /** Asks by GETs alone; nothing is changed to find out. */
  'connection.test': appCommand(z.object({ address, key, form: keyForm.optional() }), testReport),
  /** Ends the test that this window asked for; nothing more is asked of the service. */
  'connection.cancel-test': appCommand(nothing, nothing),
  /**
   * A known address gets the new key, unless it opens another account: that becomes a connection of its own, and the
   * drafts stay with the old one (requirement C7).
   */
  'connection.connect': appCommand(
    z.object({
      name: name.optional(),
      address,
      key,
      form: keyForm.optional(),
      keep: keeping,
      /** With `keep: 'passphrase'`. */
      passphrase: passphrase.optional(),
      /**
       * The library that the key is for. Where only the writer can tell whether it opens the account of that one, the
       * library gets the key and asks her, before anything is sent (C7).
       */
      of: id.optional(),
    }),
    connection,
  ),
  'connection.activate': appCommand(z.object({ id }), nothing),
  /** The window has handed over all that it had of this library, and asks for nothing of it any more. */
  'library.left': libraryCommand(nothing, nothing),
  /** Words that a window could not hand over while their library was open: kept there among the recovered texts. */
  'library.recover-text': appCommand(
    z.object({
      library: idText,
      documentId: idText,
      title: writtenTitle,
      text: writtenText,
    }),
    nothing,
  ),
  'connection.rename': appCommand(z.object({ id, name: name.min(1) }), nothing),
  /** The answer to `asksAccount`: whether the key opens the account whose library is here; a no can be taken back (C7). */
  'connection.confirm-account': libraryCommand(z.object({ isSame: z.boolean() }), nothing),
  /** Opens a key that is kept under a passphrase, for this session. */
  'connection.unlock': appCommand(z.object({ id, passphrase }), nothing),
  /** What was refused once is asked for again at its next use. */
  'connection.ask-again': libraryCommand(nothing, nothing),
  /** What the service of a connection does not have yet; its own library is looked into, active or not. */
  'connection.unsent': appCommand(z.object({ id }), unsent),
  'connection.read-unsent': appCommand(z.object({ id, documentId: idText }), z.object({ text: z.string() })),
  /** Asks for a folder and writes all of that there, recovered texts and files too; `undefined` where the writer chose none. */
  'connection.export-unsent': appCommand(
    z.object({ id }),
    z.object({ folder: z.string().optional(), files: z.number().int() }),
  ),
  /** Deletes the key and takes the library off the list. It stays on this device for 90 days, or until it is deleted. */
  'connection.remove': appCommand(z.object({ id }), nothing),
  /** Puts a removed library back into the list; it asks for its key again. */
  'connection.restore': appCommand(z.object({ id }), nothing),
  /** Deletes a removed library from this device, for good. */
  'connection.delete': appCommand(z.object({ id }), nothing),
  /** Tries now what waits, and reads what has changed on the service; answers when that is over. */
  'connection.retry': libraryCommand(
    nothing,
    z.object({ outcome: z.enum(['nothing-new', 'up-to-date', 'not-read']) }),
  ),
  /** Ends the first pull; what it brought stays, the rest comes with `connection.retry`. */
  'connection.stop-reading': libraryCommand(nothing, nothing),
  /** The writer has turned to a list, or the system says that the network has gone: the service is asked soon. */
  'connection.glance': libraryCommand(nothing, nothing),
} as const

export const CONNECTION_EVENTS = {
  /**
   * Another library is on screen from now on. The one before stays open until every window that had it has said
   * `library.left`, so that a window hands over what it still has to the library that it was typed in.
   */
  'connection.switched': appEvent(onScreen),
} as const
