import fs from 'node:fs'
import path from 'node:path'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { openDatabase } from '../../main/store/database'
import { createStore } from '../../main/store/store'
import type { RunningService } from '../service'

/** Every text of every library in the profile of an app that has ended: working copies, and recovered texts. */
export function textsInProfile(profile: string): string[] {
  const connections = path.join(profile, 'connections')
  return fs.readdirSync(connections).flatMap((id) => {
    const file = path.join(connections, id, 'library.db')
    if (!fs.existsSync(file)) return []
    const database = openDatabase(file)
    const { journal, snapshots } = createStore(database, createVirtualClock())
    const ids = database.prepare('SELECT id FROM documents').all() as { readonly id: string }[]
    const working = ids.flatMap(({ id: document }) => {
      const entry = journal.read(document)
      if (entry?.kind !== 'kept') return []
      const { base, mine } = entry.copy
      return [entry.typed ?? mine.text, base?.text].filter((text) => text !== undefined)
    })
    const kept = snapshots.list().map(({ id: snapshot }) => snapshots.read(snapshot)?.text ?? '')
    database.close()
    return [...working, ...kept]
  })
}

/** Every text of a service: the documents, and the versions of those documents that contain none of `words`. */
export async function textsOfService(service: RunningService, words: readonly string[]): Promise<string[]> {
  const documents = await service.documents()
  const texts = documents.map(({ content }) => content)
  if (words.every((word) => texts.some((text) => text.includes(word)))) return texts
  for (const { id } of documents) texts.push(...(await service.versions(id)).map(({ content }) => content))
  return texts
}
