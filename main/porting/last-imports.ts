import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { OpenLibrary } from '../connections/open-libraries'
import { NOTHING_MADE, withMade, type Made } from '../library/move-record'
import { takeBackMade } from './move'
import type { Asker, Mutex } from './mutex'

/** What the last import of each library has made, as long as the library is open, so that it can be taken back. */
export type LastImports = ReturnType<typeof createLastImports>

interface Batch {
  readonly number: number
  /** Of the folder or files that it came from. */
  readonly name: string
  made: Required<Made>
  isComplete: boolean
}

export function createLastImports(mutex: Mutex) {
  const batches = new WeakMap<OpenLibrary, Batch>()
  let imports = 0
  return {
    /** Notes what this import makes; the same source again goes on with an import that stopped. */
    async during<T extends { readonly isComplete: boolean }>(
      library: OpenLibrary,
      name: string,
      work: (onMade: (made: Made) => void) => Promise<T>,
    ): Promise<T> {
      const before = batches.get(library)
      const goesOn = before?.isComplete === false && before.name === name
      const batch: Batch = goesOn
        ? before
        : { number: ++imports, name, made: NOTHING_MADE, isComplete: false }
      const done = await work((made) => {
        batch.made = withMade(batch.made, made)
        if (batch.made.documents.length > 0) batches.set(library, batch)
      })
      batch.isComplete = done.isComplete
      return done
    },
    lastImport(library: OpenLibrary): CommandOutput<'import.last'> {
      const batch = batches.get(library)
      if (batch === undefined) return null
      return { import: batch.number, name: batch.name, documents: batch.made.documents.length }
    },
    /** Deletes what the last import made and nobody has changed or used since. Where it breaks off it goes on with the next call. */
    undoImport: (
      { import: number }: CommandInput<'import.undo'>,
      library: OpenLibrary,
      by?: Asker,
    ): Promise<CommandOutput<'import.undo'>> =>
      mutex.runExclusive(async () => {
        const batch = batches.get(library)
        if (batch?.number !== number) throw appError('not-found-here', 'This import can no longer be undone.')
        const taken = await takeBackMade(library, batch.made)
        batches.delete(library)
        return { ...taken, ids: [...taken.ids] }
      }, by),
  }
}
