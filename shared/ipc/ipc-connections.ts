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

/**
 * The form in which the key is put into a request (requirement D1); absent: its prefix decides, and the other form is
 * tried too.
 */
export const keyForm = z.enum(['bearer', 'header'])
export type KeyForm = z.infer<typeof keyForm>

/** Where a key is kept: in the system's keychain, or in one of three other ways where the system has none. */
const keeping = z.enum(['keychain', 'session', 'passphrase', 'unprotected'])
export type Keeping = z.infer<typeof keeping>

/** A text of which the service does not have every word yet. */
const unsentText = z.object({
  documentId: z.string(),
  title: z.string(),
  /** Its state in one of the eight words of the status line. */
  state: z.string(),
})

/** The parts of a connection's library that exist only on this device. */
const unsent = z.object({
  texts: z.array(unsentText),
  /** Uploads, and changes of folders, tags and files, in the outbox's words, such as "Upload “map.png” · 2.1 MB". */
  changes: z.array(z.string()),
  /** How many recovered texts there are. */
  recovered: z.number().int(),
  /** Words that were captured and that no document contains yet. */
  captured: writtenText,
})
export type Unsent = Readonly<z.infer<typeof unsent>>

/** A library that the writer removed and that is still on this device. Times are milliseconds since the epoch. */
const removedConnection = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** When it will be deleted from this device; absent while it has changes that no service has. */
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
  /** Whether the system can keep a key. */
  keychain: z.boolean(),
  /** Why services on other machines are not contacted, as a sentence for the writer; absent where they are. */
  restriction: z.string().optional(),
})

export const CONNECTION_COMMANDS = {
  'connections.list': appCommand(nothing, connectionList),
  /** Tests with GET requests only, which change nothing. */
  'connection.test': appCommand(z.object({ address, key, form: keyForm.optional() }), testReport),
  /** Cancels the test of this window; no further request is sent. */
  'connection.cancel-test': appCommand(nothing, nothing),
  /**
   * Connects. A known address gets the new key, unless that opens another account: this becomes a connection of its
   * own, and the drafts stay with the old one (requirement C7).
   */
  'connection.connect': appCommand(
    z.object({
      name: name.optional(),
      address,
      key,
      form: keyForm.optional(),
      keep: keeping,
      /** For `keep: 'passphrase'`. */
      passphrase: passphrase.optional(),
      /**
       * The library for which the key is meant. Where only the writer can tell whether it opens that library's account,
       * the library gets the key and asks her before anything is sent (C7).
       */
      of: id.optional(),
    }),
    connection,
  ),
  'connection.activate': appCommand(z.object({ id }), nothing),
  /** The window has handed over all its words of this library, and sends no more commands about it. */
  'library.left': libraryCommand(nothing, nothing),
  /** Keeps words that a window could not hand over while their library was open, among its recovered texts. */
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
  /** The answer to `asksAccount`: whether the key opens the account whose library is here; a no can be undone (C7). */
  'connection.confirm-account': libraryCommand(z.object({ isSame: z.boolean() }), nothing),
  /** Opens a key that is stored under a passphrase, for this session. */
  'connection.unlock': appCommand(z.object({ id, passphrase }), nothing),
  /** Abilities that were refused are tried again at their next use. */
  'connection.ask-again': libraryCommand(nothing, nothing),
  /** The changes of a connection that its service does not have yet, whether or not its library is on screen. */
  'connection.unsent': appCommand(z.object({ id }), unsent),
  'connection.read-unsent': appCommand(z.object({ id, documentId: idText }), z.object({ text: z.string() })),
  /**
   * Asks for a folder and writes all of these there, including recovered texts and files; `undefined` where the writer
   * chose none.
   */
  'connection.export-unsent': appCommand(
    z.object({ id }),
    z.object({ folder: z.string().optional(), files: z.number().int() }),
  ),
  /**
   * Deletes the key and removes the library from the list. It stays on this device for 90 days, or until it is deleted.
   */
  'connection.remove': appCommand(z.object({ id }), nothing),
  /** Puts a removed library back into the list; it asks for its key again. */
  'connection.restore': appCommand(z.object({ id }), nothing),
  /** Deletes a removed library permanently from this device. */
  'connection.delete': appCommand(z.object({ id }), nothing),
  /** Sends waiting changes now, and reads the service's changes; resolves when both are done. */
  'connection.retry': libraryCommand(
    nothing,
    z.object({ outcome: z.enum(['nothing-new', 'up-to-date', 'not-read']) }),
  ),
  /** Ends the first pull; documents that it brought stay, the rest comes with `connection.retry`. */
  'connection.stop-reading': libraryCommand(nothing, nothing),
  /** The writer has opened a list, or the system reports that the network is gone: the service is polled soon. */
  'connection.glance': libraryCommand(nothing, nothing),
} as const

export const CONNECTION_EVENTS = {
  /**
   * Another library is on screen from now on. The one before stays open until every window that showed it has sent
   * `library.left`, so that a window hands its remaining words over to the library in which they were typed.
   */
  'connection.switched': appEvent(onScreen),
} as const
