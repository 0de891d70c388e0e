import type { MOVING_COMMANDS, TRANSFER_COMMANDS } from '../../shared/ipc/ipc-moving'
import { refused, type HandlersOf, type MemoryCore } from './core'

/** Moves of the library in memory: its connections share one library, so a move is told and changes nothing. */
export function movingCommands(
  core: MemoryCore,
): HandlersOf<keyof typeof MOVING_COMMANDS | keyof typeof TRANSFER_COMMANDS> {
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
    'transfer.pack': ({ libraries }) => ({
      file: '/home/ann/Stet transfer 2026-11-26.zip',
      megabytes: 12,
      libraries: libraries?.length ?? records.otherConnections.length + 1,
      missing: 0,
    }),
    'transfer.plan': () => ({
      plan: 1,
      computer: 'ann-laptop',
      writtenAt: '2026-11-26T09:00:00.000Z',
      libraries: [
        { name: 'My library', kind: 'embedded', address: '', documents: 214, unsent: 0, recovered: 3 },
        {
          name: 'Magazine',
          kind: 'service',
          address: 'https://content.example.com/api/v1',
          documents: 1_204,
          unsent: 2,
          recovered: 0,
          sameService: 'Magazine',
        },
        {
          name: 'Old notes',
          kind: 'service',
          address: 'https://notes.example.com/api/v1',
          documents: 8,
          unsent: 0,
          recovered: 0,
          cameBefore: 'Old notes',
        },
      ],
      settings: 6,
      words: 31,
    }),
    'transfer.bring-in': ({ libraries }) => ({
      libraries: libraries.map((index) => ({
        id: `c-${index}`,
        name: index === 0 ? 'My library' : 'Magazine',
      })),
    }),
    'move.keep': forget,
    'move.take-back': () => {
      forget()
      return { ids: [], documents: live().length - 2, folders: 2, tags: 1, files: 0, changed: 1 }
    },
  }
}
