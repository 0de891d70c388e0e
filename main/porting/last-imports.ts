import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { OpenLibrary } from '../connections/open-libraries'
import { NOTHING_MADE, withMade, type Made } from '../library/move-record'
import { takeBackMade } from './move'
import type { Asker, Mutex } from './mutex'

/** The items that the last import of each open library has made, so that it can be undone. */
export type LastImports = ReturnType<typeof createLastImports>

interface Batch {
  readonly number: number
  /** The name of the folder or files that were imported. */
  readonly name: string
  made: Required<Made>
  isComplete: boolean
}

export function createLastImports(mutex: Mutex) {
  const batches = new WeakMap<OpenLibrary, Batch>()
  let imports = 0
  return {
    /** Notes the items that this import makes; importing the same source again continues an import that stopped. */
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
    /**
     * Deletes the items that the last import made and nobody has changed or used since. After a failure the next call
     * continues.
     */
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
