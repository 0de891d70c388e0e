import type { OutboxItem } from '../../shared/ipc/ipc-sync'
import { hasGoals, withWrote } from '../../shared/goals'
import { bothChanges } from '../../shared/merge/both-changes'
import { appended } from '../../shared/text/append'
import { excerptOf } from '../../shared/text/excerpt'
import { refused, type HandlersOf, type MemoryCore } from './core'
import { newDocument, type MemoryRecords } from './records'

/** What waits and was kept, versions, settings. */
export function otherCommands(
  core: MemoryCore,
): HandlersOf<
  | 'day.join'
  | 'goals.get'
  | 'goals.set'
  | 'goals.wrote'
  | 'capture.read'
  | 'capture.keep'
  | 'capture.add'
  | 'outbox.list'
  | 'outbox.retry'
  | 'outbox.pause'
  | 'outbox.cancel-many'
  | 'outbox.discard'
  | 'outbox.undo-discard'
  | 'log.read'
  | 'snapshots.list'
  | 'snapshot.read'
  | 'snapshot.restore'
  | 'settings.get'
  | 'settings.set'
  | 'update.get'
  | 'update.download'
  | 'update.install'
  | 'window.open'
  | 'window.remember'
  | 'window.set-title'
  | 'window.toggle-full-screen'
  | 'window.zoom'
  | 'app.show-about'
  | 'app.quit'
  | 'window.painted'
  | 'link.open'
  | 'window.edit'
  | 'report.make'
  | 'report.broken-part'
  | 'notice.dismiss'
  | 'flush.done'
> {
  const { records, emit, libraryChanged, newId } = core
  const log: string[] = []
  let discarded: readonly OutboxItem[] = []
  const notYet = (what: string) => () => {
    throw refused('not-allowed', `${what} has no place in a library in memory.`)
  }

  return {
    'day.join': () => undefined,
    'goals.get': () => ({ goals: records.goals, written: records.written }),
    'goals.set': (goals) => {
      records.goals = goals
      emit('goals.changed', {})
    },
    'goals.wrote': (words) => {
      if (!hasGoals(records.goals)) return
      records.written = withWrote(records.written, words)
      emit('goals.changed', {})
    },
    'capture.read': () => ({ text: records.captured }),
    'capture.keep': ({ was, text }) => {
      const before = records.captured
      records.captured = bothChanges(was, text, before)
      if (records.captured !== before) emit('capture.changed', {})
      return { text: records.captured }
    },
    'capture.add': ({ id, was }) => {
      const document = core.find(id)
      if (records.withoutText.has(id) && records.connection.state !== 'online')
        throw refused(
          'unreachable',
          'This text is not on this device, and the service cannot be reached now.',
        )
      if (document.readOnly !== undefined) throw refused('missing-ability', document.readOnly)
      const from = document.text.length
      const insert = appended(document.text, was.trim())
      core.replaceText(document, document.text + insert)
      records.captured = bothChanges(was, '', records.captured).trimStart()
      emit('capture.changed', {})
      return { text: records.captured, from, insert }
    },
    'outbox.list': () => ({ more: 0, ...records.outbox }),
    'outbox.retry': () => undefined,
    'outbox.pause': ({ paused }) => {
      records.outbox = { ...records.outbox, paused }
      emit('outbox.changed', { waiting: records.outbox.waiting.length })
    },
    'outbox.cancel-many': () => {
      const waiting = records.outbox.waiting.filter(({ kind }) => !['move', 'tags', 'delete'].includes(kind))
      const count = records.outbox.waiting.length - waiting.length
      const { progress: _over, ...rest } = records.outbox
      records.outbox = { ...rest, waiting }
      emit('outbox.changed', { waiting: waiting.length })
      return { count }
    },
    'outbox.discard': ({ id }) => {
      const waiting = records.outbox.waiting.filter((item) => item.id !== id)
      discarded = records.outbox.waiting
      records.outbox = { ...records.outbox, waiting }
      emit('outbox.changed', { waiting: waiting.length })
      return { undoable: true }
    },
    'outbox.undo-discard': ({ id }) => {
      const item = discarded.find((candidate) => candidate.id === id)
      if (item === undefined) return { undone: false }
      const waiting = [...records.outbox.waiting, item]
      records.outbox = { ...records.outbox, waiting }
      emit('outbox.changed', { waiting: waiting.length })
      return { undone: true }
    },
    'log.read': ({ query, kind, limit }) =>
      records.log
        .filter((entry) => kind === undefined || entry.kind === kind)
        .filter(({ what, detail }) => `${what} ${detail}`.toLowerCase().includes(query.toLowerCase()))
        .slice(0, limit),
    'snapshots.list': () =>
      records.snapshots.map((snapshot) => ({ ...snapshot, excerpt: excerptOf(snapshot.excerpt) })),
    'snapshot.read': ({ id }) => {
      const found = records.snapshots.find((snapshot) => snapshot.id === id)
      if (found === undefined) throw refused('not-found-here', 'This text is not kept any more.')
      return { title: found.title, text: found.excerpt }
    },
    'snapshot.restore': ({ id }) => {
      const found = records.snapshots.find((snapshot) => snapshot.id === id)
      if (found === undefined) throw refused('not-found-here', 'This text is not kept any more.')
      const documentId = newId('d')
      const fields = { id: documentId, title: found.title, text: found.excerpt, folderId: null, tagIds: [] }
      records.documents.set(
        documentId,
        newDocument({ ...fields, status: 'draft', phase: 'clean', updatedAt: core.nowMs() }),
      )
      libraryChanged()
      return { documentId }
    },
    'settings.get': () => records.settings,
    'settings.set': (change) => {
      records.settings = { ...records.settings, ...change } as MemoryRecords['settings']
      emit('settings.changed', records.settings)
      if (change.spellingLanguages !== undefined)
        emit('spelling.changed', {
          dictionaries: [...records.spelling.dictionaries],
          languages:
            records.settings.spellingLanguages === null ? ['en-US'] : [...records.settings.spellingLanguages],
          words: [...records.spelling.words],
        })
      return records.settings
    },
    'update.get': () => ({ state: records.update, hasFeed: true }),
    'update.download': () => {
      if (records.update.kind === 'none') return
      records.update = { kind: 'ready', version: records.update.version, notes: records.update.notes }
      emit('update.changed', records.update)
    },
    'update.install': () => undefined,
    'window.remember': (memory) => {
      records.settings = { ...records.settings, ...memory } as MemoryRecords['settings']
    },
    'window.open': notYet('A second window'),
    'window.toggle-full-screen': notYet('A full screen'),
    'window.zoom': notYet('Zoom'),
    'app.show-about': notYet('Its version'),
    'app.quit': notYet('An end'),
    'window.painted': () => {},
    'window.set-title': ({ title }) => {
      document.title = title
    },
    'link.open': () => undefined,
    'window.edit': ({ action }) => editInPage(action),
    'report.make': () => ({
      text: `Stet on the memory bridge\n\n${log.length === 0 ? 'The log is empty.' : log.join('\n')}\n`,
    }),
    'report.broken-part': ({ part, error }) => void log.push(`${part} cannot be shown: ${error}`),
    'notice.dismiss': () => undefined,
    'flush.done': () => undefined,
  }
}

/** What the app's main process has the page do with the clipboard, in the words of a page. */
async function editInPage(action: 'cut' | 'copy' | 'paste' | 'paste-plain'): Promise<void> {
  if (action === 'cut' || action === 'copy') {
    document.execCommand(action)
    return
  }
  const clipboardData = new DataTransfer()
  for (const item of await navigator.clipboard.read())
    for (const type of item.types)
      if (action === 'paste' || type === 'text/plain')
        clipboardData.setData(type, await (await item.getType(type)).text())
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(paste)
}
