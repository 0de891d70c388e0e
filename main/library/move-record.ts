import { z } from 'zod'
import type { Facts } from '../store/facts'

/** The items that a move has made in its target library, so that it can be undone until the writer keeps it. */
interface Moved {
  readonly from: { readonly id: string; readonly name: string }
  /** `false`: the move was cancelled or interrupted; repeating it continues from there. */
  readonly isComplete: boolean
  readonly documents: readonly { readonly id: string; readonly key: string }[]
  readonly folders: readonly string[]
  readonly tags: readonly string[]
  readonly files: readonly string[]
}

/** The items that an import made, by ids of this device. */
export interface Made {
  readonly documents?: readonly { readonly id: string; readonly key: string }[]
  readonly folders?: readonly string[]
  readonly tags?: readonly string[]
  readonly files?: readonly string[]
}

export const NOTHING_MADE: Required<Made> = { documents: [], folders: [], tags: [], files: [] }

export const withMade = (
  before: Required<Made>,
  { documents = [], folders = [], tags = [], files = [] }: Made,
): Required<Made> => ({
  documents: [...before.documents, ...documents],
  folders: [...before.folders, ...folders],
  tags: [...before.tags, ...tags],
  files: [...before.files, ...files],
})

export interface MoveRecord {
  /** The last move, if it was not kept yet. */
  read(): Moved | undefined
  /** The source of that move, which is cheap to read. */
  from(): Moved['from'] | undefined
  /**
   * Begins a move. Earlier items from the same source stay undoable; those from another source are kept from now on.
   */
  begin(from: Moved['from']): void
  /** Notes items, in the transaction that makes them. */
  add(made: Made): void
  complete(): void
  /** Forgets the move: it can no longer be undone. */
  forget(): void
}

const head = z.object({
  from: z.object({ id: z.string(), name: z.string() }),
  parts: z.number().int(),
  isComplete: z.boolean(),
})
const ids = z.array(z.string())
const part = z.object({
  documents: z.array(z.object({ id: z.string(), key: z.string() })),
  folders: ids,
  tags: ids,
  files: ids,
})

/**
 * The record is stored among the facts of the library, in parts, so that a long move does not rewrite all of it again
 * and again.
 */
export function createMoveRecord(facts: Facts): MoveRecord {
  const begun = () => head.safeParse(facts.read('move')).data
  const partName = (number: number) => `move/${number}`
  const forget = () => {
    const { parts = 0 } = begun() ?? {}
    facts.write('move', null)
    for (let number = 0; number < parts; number++) facts.write(partName(number), null)
  }
  return {
    read() {
      const now = begun()
      if (!now) return undefined
      const parts = Array.from({ length: now.parts }, (_, number) =>
        part.safeParse(facts.read(partName(number))),
      ).flatMap(({ data }) => data ?? [])
      return {
        from: now.from,
        isComplete: now.isComplete,
        documents: parts.flatMap(({ documents }) => documents),
        folders: parts.flatMap(({ folders }) => folders),
        tags: parts.flatMap(({ tags }) => tags),
        files: parts.flatMap(({ files }) => files),
      }
    },
    from: () => begun()?.from,
    begin(from) {
      const now = begun()
      if (now && now.from.id !== from.id) forget()
      const { parts } = begun() ?? { parts: 0 }
      facts.write('move', { from, parts, isComplete: false })
    },
    add({ documents = [], folders = [], tags = [], files = [] }) {
      const now = begun()
      if (!now || documents.length + folders.length + tags.length + files.length === 0) return
      facts.write(partName(now.parts), { documents, folders, tags, files })
      facts.write('move', { ...now, parts: now.parts + 1 })
    },
    complete() {
      const now = begun()
      if (now) facts.write('move', { ...now, isComplete: true })
    },
    forget,
  }
}
