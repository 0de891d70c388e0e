import type { BACKUP_COMMANDS, RestoreListed } from '../../shared/ipc/ipc-backups'
import { excerptOf } from '../../shared/text/excerpt'
import { refused, type HandlersOf, type MemoryCore } from './core'

/** Backups, and a restore from them: two documents of the library have other words there, and two are gone. */
export function backupCommands(core: MemoryCore): HandlersOf<keyof typeof BACKUP_COMMANDS> {
  const { records, emit } = core
  const begunMs = core.nowMs()
  const hoursAgo = (hours: number) => new Date(begunMs - hours * 3_600_000).toISOString()
  let planned: readonly RestoreListed[] | undefined
  let restored = 0
  const plannedNow = () => {
    if (planned === undefined)
      throw refused('not-found-here', 'Look at the backups of this library once more.')
    return planned
  }
  return {
    'backups.get': () => records.backups,
    'backups.run': () => {
      records.backups = { ...records.backups, lastAt: new Date(core.nowMs()).toISOString(), trouble: null }
      emit('backups.changed', records.backups)
    },
    'backups.choose-folder': () => {
      records.backups = { ...records.backups, folder: '/media/archive/texts', lastAt: null }
      emit('backups.changed', records.backups)
    },
    'backups.show-folder': () => undefined,
    'restore.moments': () => [
      { at: hoursAgo(1), isBeforeRestore: false },
      { at: hoursAgo(2), isBeforeRestore: true },
      { at: hoursAgo(26), isBeforeRestore: false },
      { at: hoursAgo(49), isBeforeRestore: false },
      { at: new Date(Date.parse(hoursAgo(49)) - 1_000).toISOString(), isBeforeRestore: false },
    ],
    'restore.plan': ({ at }) => {
      const live = [...records.documents.values()].filter(({ deleted }) => !deleted)
      const here = live.slice(0, 2).map(({ id, title, text }, index) => ({
        id: index + 1,
        documentId: id,
        title,
        folder: '',
        at,
        state: 'changed' as const,
        excerpt: excerptOf(text),
      }))
      const gone = ['A chapter that was thrown away', 'Another one'].map((title, index) => ({
        id: index + 100,
        documentId: `gone-${index}`,
        title,
        folder: 'Novel / Part one',
        at: hoursAgo(300),
        state: index === 0 ? ('new' as const) : ('missing' as const),
        excerpt: index === 0 ? 'It was a dark and stormy night; the rain fell in torrents.' : '',
      }))
      planned = [...here, ...gone]
      return { at, new: 1, changed: here.length, same: live.length - here.length, missing: 1, damaged: 0 }
    },
    'restore.list': ({ offset, limit, find }) => {
      const found = plannedNow().filter(({ title }) => title.toLowerCase().includes(find.toLowerCase()))
      return { total: found.length, items: found.slice(offset, offset + limit) }
    },
    'restore.start': (chosen) => {
      const texts = plannedNow().filter(
        ({ id, state }) =>
          state !== 'missing' &&
          (chosen.kind === 'all' ? !chosen.except.includes(id) : chosen.ids.includes(id)),
      )
      planned = undefined
      restored = texts.length
      const created = texts.filter(({ state }) => state === 'new').length
      return { changed: restored - created, created, failed: [], failedCount: 0, isComplete: true }
    },
    'restore.undo': () => ({ documents: restored, skipped: 0 }),
  }
}
