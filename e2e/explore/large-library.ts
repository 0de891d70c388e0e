import { dice, paragraphs } from '../bench/prose'
import type { RunningService } from '../service'

export interface LibrarySize {
  readonly documents: number
  readonly folders: number
  readonly tags: number
}

/** The size of a working writer's library, with which each screen has to cope. */
export const WORKING_LIBRARY: LibrarySize = { documents: 3_000, folders: 300, tags: 80 }

const LEVELS = 4
const AT_ONCE = 8

/**
 * Fills an empty service with a library of this size: folders four levels deep, every tenth document published, two
 * tags on most documents, and titles of all lengths, some of them repeated. Folders, tags and documents have
 * overlapping ids, as on real services. The same seed gives the same library.
 *
 * @throws if the service refuses a record
 */
export async function fillLibrary(service: RunningService, size: LibrarySize, seed = 1): Promise<void> {
  const roll = dice(seed)
  const create = async (route: string, body: unknown): Promise<number> => {
    const answer = await service.request('POST', route, body)
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: { id: number } }).data.id
  }

  const levels: number[][] = []
  for (let number = 1; number <= size.folders; number++) {
    const level = Math.min(LEVELS - 1, Math.floor((number * LEVELS) / (size.folders + 1)))
    const parents = levels[level - 1]
    const parent_id = parents === undefined ? null : parents[roll(parents.length)]
    ;(levels[level] ??= []).push(await create('/folders', { name: `Part ${padded(number, 3)}`, parent_id }))
  }
  const folders = levels.flat()
  const tags: number[] = []
  for (let number = 1; number <= size.tags; number++)
    tags.push(await create('/tags', { name: `tag-${padded(number, 2)}` }))

  const bodies = Array.from({ length: size.documents }, (_, at) => ({
    title: titleOf(at + 1, roll),
    content: `${paragraphs(200 + roll(4_000), seed + at).join('\n\n')}\n`,
    status: roll(10) === 0 ? 'published' : 'draft',
    folder_id: folders.length === 0 || roll(8) === 0 ? null : folders[roll(folders.length)],
    tag_ids: tags.length === 0 ? [] : [...new Set([tags[roll(tags.length)], tags[roll(tags.length)]])],
  }))
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let body = bodies[next++]; body !== undefined; body = bodies[next++])
        await create('/documents', body)
    }),
  )
}

const WORDS = 'glade tide lamp ferry harbour letter winter orchard ledger stone river salt'.split(' ')

/**
 * A numbered title, so that each document can be found by typing. Every fiftieth title is repeated, and every fortieth
 * is very long.
 */
function titleOf(number: number, roll: (limit: number) => number): string {
  const word = WORDS[roll(WORDS.length)] ?? 'glade'
  if (number % 50 === 0) return 'Untitled notes'
  const title = `Entry ${padded(number, 5)} ${word}`
  return number % 40 === 0 ? `${title} ${WORDS.join(' ')} ${WORDS.join(' ')}` : title
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0')
