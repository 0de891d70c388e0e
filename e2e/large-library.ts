import type { RunningService } from './service'

export interface LargeLibrary {
  readonly documents: number
  readonly folders: number
  readonly tags: number
}

const AT_ONCE = 8

/**
 * Fills a service with documents titled “Entry 00001” and so on, in folders “Folder 001” and so on (each tenth at the
 * top level, with the following nine inside it), and with tags “tag-01” and so on, each in turn. Folders, tags and
 * documents have overlapping ids.
 */
export async function fillService(service: RunningService, size: LargeLibrary): Promise<void> {
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await service.request('POST', path, body)
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: { id: number } }).data.id
  }
  const folders: number[] = []
  for (let n = 0; n < size.folders; n++) {
    const parent = n % 10 === 0 ? null : folders[n - (n % 10)]
    folders.push(await made('/folders', { name: `Folder ${padded(n + 1, 3)}`, parent_id: parent }))
  }
  const tags: number[] = []
  for (let n = 0; n < size.tags; n++) tags.push(await made('/tags', { name: `tag-${padded(n + 1, 2)}` }))
  const at = (ids: readonly number[], n: number) => ids[n % ids.length] ?? null
  for (let n = 0; n < size.documents; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, size.documents - n) }, (_, more) =>
        made('/documents', {
          title: `Entry ${padded(n + more + 1, 5)}`,
          content: `The words of entry ${n + more + 1}, of the sea and of the salt.`,
          status: 'draft',
          folder_id: at(folders, n + more),
          tag_ids: [at(tags, n + more)].filter((id) => id !== null),
        }),
      ),
    )
}

const padded = (n: number, length: number): string => String(n).padStart(length, '0')
