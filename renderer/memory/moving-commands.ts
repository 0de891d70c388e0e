import type { MOVING_COMMANDS } from '../../shared/ipc/ipc-moving'
import { refused, type HandlersOf, type MemoryCore } from './core'

/** Moves of the library in memory: its connections share one library, so a move is told and changes nothing. */
export function movingCommands(core: MemoryCore): HandlersOf<keyof typeof MOVING_COMMANDS> {
  const { records, emit } = core
  const live = () => [...records.documents.values()].filter(({ deleted }) => !deleted)
  const target = (to: string) => {
    const found = records.otherConnections.find(({ id, kind }) => id === to && kind === 'service')
    if (found === undefined) throw refused('not-allowed', 'This library cannot be moved there now.')
    return found
  }
  const forget = () => {
    const { movedFrom: _moved, ...rest } = records.connection
    records.connection = rest
    emit('connection.changed', rest)
  }
  return {
    'move.plan': ({ to }) => ({
      from: records.connection.name,
      to: target(to).name,
      documents: live().length,
      duplicates: 1,
      published: live().filter(({ status }) => status === 'published').length,
      folders: records.folders.size,
      tags: records.tags.size,
      files: records.files.size,
      left: [],
      leftCount: 0,
      abilities: target(to).abilities,
    }),
    'move.start': ({ to }) => {
      const next = { ...target(to), movedFrom: records.connection.name, waiting: live().length - 1 }
      records.otherConnections = records.otherConnections.map((one) => (one.id === to ? next : one))
      return {
        documents: live().length - 1,
        duplicates: 1,
        files: records.files.size,
        failed: [],
        failedCount: 0,
        isComplete: true,
      }
    },
    'move.look': () =>
      records.connection.movedFrom === undefined
        ? null
        : {
            from: records.connection.movedFrom,
            isComplete: true,
            documents: live().length - 1,
            changed: 1,
            folders: records.folders.size,
            tags: records.tags.size,
            files: records.files.size,
          },
    'move.keep': forget,
    'move.take-back': () => {
      forget()
      return { ids: [], documents: live().length - 2, folders: 2, tags: 1, files: 0, changed: 1 }
    },
  }
}
