import { z } from 'zod'
import type { Facts } from '../store/facts'

/** What a move has made in the library that it went to, so that it can be taken back until the writer keeps it. */
interface Moved {
  readonly from: { readonly id: string; readonly name: string }
  /** `false`: it was cancelled or broke off; the same move goes on from there. */
  readonly isComplete: boolean
  readonly documents: readonly { readonly id: string; readonly key: string }[]
  readonly folders: readonly string[]
  readonly tags: readonly string[]
  readonly files: readonly string[]
}

/** What an import made, by ids of this device. */
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
  /** The move that is not kept yet, if there is one. */
  read(): Moved | undefined
  /** Its source, which is cheap to ask for. */
  from(): Moved['from'] | undefined
  /** What the same source brought before counts on; what another brought is kept from here on. */
  begin(from: Moved['from']): void
  /** Durable together with what it tells of, in the transaction around it. */
  add(made: Made): void
  complete(): void
  /** Nothing can be taken back from here on. */
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

/** Kept among the facts of the library, in parts, so that a long move does not write all of it again and again. */
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
