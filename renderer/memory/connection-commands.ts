import { ABILITIES } from '../../shared/terms'
import type { Connection } from '../../shared/ipc/ipc-sync'
import type { CONNECTION_COMMANDS } from '../../shared/ipc/ipc-connections'
import type { LibraryEpoch } from '../../shared/terms'
import { excerptOf } from '../../shared/text/excerpt'
import { refused, type HandlersOf, type MemoryCore } from './core'
import { DAY_MS } from '../../shared/day'

const REMOVED_AT = Date.UTC(2026, 10, 1)

/** Connections of the library in memory: they share its documents, and a key beginning with mk_ is a good one. */
export function connectionCommands(core: MemoryCore): HandlersOf<keyof typeof CONNECTION_COMMANDS> {
  const { records, emit } = core
  const find = (id: string): Connection => {
    const found = [records.connection, ...records.otherConnections].find((one) => one.id === id)
    if (found === undefined) throw refused('not-found-here', 'This connection is not known any more.')
    return found
  }
  const removed = (id: string): Connection => {
    const found = records.removedConnections.find((one) => one.id === id)
    if (found === undefined) throw refused('not-found-here', 'This library is not on this device any more.')
    return found
  }
  const change = (next: Connection) => {
    if (records.connection.id === next.id) records.connection = next
    else records.otherConnections = records.otherConnections.map((one) => (one.id === next.id ? next : one))
    emit('connection.changed', next)
  }
  const activate = (id: string) => {
    if (records.connection.id === id) return
    const next = find(id)
    const others = records.otherConnections.filter((one) => one.id !== id)
    records.otherConnections = [...others, records.connection]
    records.connection = next
    records.settings = { ...records.settings, connectionId: id }
    core.switchLibrary()
  }
  const unsent = () =>
    [...records.documents.values()]
      .filter(({ deleted, phase }) => !deleted && phase !== 'clean')
      .map(({ id, title, text }) => ({
        documentId: id,
        title,
        excerpt: excerptOf(text),
        state: 'On this device',
      }))

  return {
    'connections.list': () => ({
      connections: [records.connection, ...records.otherConnections].sort((a, b) => (a.id < b.id ? -1 : 1)),
      activeId: records.connection.id,
      removed: records.removedConnections.map(({ id, name, address }) => ({
        id,
        name,
        address,
        deletedAt: REMOVED_AT + 90 * DAY_MS,
      })),
      keychain: records.keychain,
    }),
    'connection.test': ({ address, key, form }) => {
      const ok = key.startsWith('mk_')
      return {
        ok,
        form: form ?? 'bearer',
        lines: ok
          ? [
              `Connected to ${address}. The key works.`,
              'The key may read documents, folders and tags.',
              'It may not read files.',
              'It may not search by meaning.',
              'Write access can’t be tested without changing something; you’ll be told the first time it’s refused.',
              'It does not sort lists: news are found by walking the whole list.',
            ]
          : ['The service does not accept this key.'],
        abilities: {
          ...records.connection.abilities,
          ...Object.fromEntries(
            ABILITIES.filter((name) => name.endsWith(':write')).map((name) => [name, 'unknown' as const]),
          ),
          'files:read': 'no',
          'rag:read': 'no',
        },
      }
    },
    'connection.cancel-test': () => undefined,
    'connection.connect': ({ address, name, key, keep, passphrase }) => {
      if (!key.startsWith('mk_')) throw refused('unauthorized', 'The service does not accept this key.')
      if (keep === 'keychain' && !records.keychain)
        throw refused('no-keychain', 'No system keychain found. Choose how the key should be stored.')
      if (keep === 'passphrase' && (passphrase ?? '').length < 8)
        throw refused('invalid-input', 'Use at least 8 characters.')
      const known = [records.connection, ...records.otherConnections].find((one) => one.address === address)
      const next: Connection = {
        ...records.connection,
        ...known,
        id: known?.id ?? `c-${records.otherConnections.length + 2}`,
        kind: 'service',
        address,
        name: name ?? known?.name ?? address.replace(/^https?:\/\//, ''),
        state: 'online',
        locked: false,
      }
      if (known === undefined) records.otherConnections = [...records.otherConnections, next]
      else change(next)
      activate(next.id)
      return records.connection
    },
    'connection.activate': ({ id }) => activate(id),
    'library.left': (_nothing, library) => core.leave(library as LibraryEpoch),
    'library.recover-text': () => undefined,
    'connection.rename': ({ id, name }) => change({ ...find(id), name }),
    'connection.confirm-account': ({ isSame }) => {
      const { asksAccount: _asks, ...answered } = records.connection
      change({ ...answered, otherAccount: !isSame })
    },
    'connection.unlock': ({ id, passphrase }) => {
      if (passphrase !== 'low water, early') throw refused('not-allowed', 'Wrong passphrase.')
      change({ ...find(id), locked: false, configured: true, state: 'online' })
    },
    'connection.ask-again': () => {
      const { abilities } = records.connection
      const asked = Object.entries(abilities).map(([name, known]) => [
        name,
        known === 'no' ? 'unknown' : known,
      ])
      change({
        ...records.connection,
        abilities: Object.fromEntries(asked) as typeof abilities,
        ignoredFields: [],
      })
    },
    'connection.unsent': ({ id }) => ({
      texts: id === records.connection.id ? unsent() : [],
      changes: [],
      recovered: records.snapshots.length,
      captured: id === records.connection.id ? records.captured : '',
    }),
    'connection.read-unsent': ({ documentId }) => ({ text: core.find(documentId).text }),
    'connection.export-unsent': () => ({ folder: 'Drafts', files: unsent().length }),
    'connection.remove': ({ id }) => {
      const found = find(id)
      if (found.kind === 'embedded') throw refused('not-allowed', 'The library on this machine stays.')
      const rest = records.otherConnections[0]
      if (id === records.connection.id && rest !== undefined) activate(rest.id)
      records.otherConnections = records.otherConnections.filter((one) => one.id !== id)
      records.removedConnections = [found, ...records.removedConnections]
      emit('connection.changed', records.connection)
    },
    'connection.restore': ({ id }) => {
      const found = removed(id)
      records.removedConnections = records.removedConnections.filter((one) => one !== found)
      records.otherConnections = [...records.otherConnections, found]
      emit('connection.changed', records.connection)
    },
    'connection.delete': ({ id }) => {
      const found = removed(id)
      records.removedConnections = records.removedConnections.filter((one) => one !== found)
      emit('connection.changed', records.connection)
    },
    'connection.retry': () => {
      const { readingStopped: _stopped, ...rest } = records.connection
      if (records.connection.readingStopped === true) change(rest)
      return { outcome: records.connection.state === 'online' ? 'nothing-new' : 'not-read' }
    },
    'connection.glance': () => {},
    'connection.stop-reading': () => {
      const { progress: _progress, ...rest } = records.connection
      change({ ...rest, readingStopped: true })
    },
  }
}
