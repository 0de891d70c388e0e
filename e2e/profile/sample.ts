import { DatabaseSync } from '@photostructure/sqlite'
import { pulledDocument } from '../../main/documents/core/initial'
import { openDatabase } from '../../main/store/database'
import { createStore } from '../../main/store/store'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { API_PREFIX } from '../../shared/api/api-prefix'
import { ABILITIES } from '../../shared/terms'
import { openMemoryService } from '../../server/testing/app.memory'
import { dumpOf } from './dump'

export const SAVED = 'Low water, early.\n\nBoats lie on the mud.\n'
/** Words that no service has yet. */
export const UNSENT = '雪の朝 — it *stands*, “so” 😀\n'

/** A library of this device with a saved and an unsent text, as written by today's app. */
export function sampleLibrary(): string {
  const database = openDatabase(':memory:')
  const { journal, facts } = createStore(database, createVirtualClock())
  const saved = pulledDocument('tides', '7', {
    text: SAVED,
    fields: { title: 'Tides', folderId: null, tagIds: ['sea'], status: 'draft' },
    etag: '"doc-7-3"',
  })
  journal.write(saved)
  journal.write({ ...saved, id: 'unsent', phase: 'dirty', mine: { ...saved.mine, text: UNSENT } })
  facts.write('kept', { words: 'as they were' })
  const dump = dumpOf(database)
  database.close()
  return dump
}

/** The database of the embedded service with one document of two versions. */
export async function sampleContent(): Promise<string> {
  const service = openMemoryService()
  const key = service.addKey(ABILITIES)
  const ask = (method: string, route: string, body: object, headers: Record<string, string> = {}) =>
    service.app(
      new Request(`http://service${API_PREFIX}${route}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
  const made = await ask('POST', '/documents', { title: 'Tides', content: SAVED })
  const { data } = (await made.json()) as { data: { id: number } }
  const etag = made.headers.get('ETag') ?? ''
  const written = await ask('PUT', `/documents/${data.id}`, { content: UNSENT }, { 'If-Match': etag })
  if (!written.ok) throw new Error(`the service answered ${written.status}`)
  const database = new DatabaseSync(':memory:')
  database.deserialize(service.backUp())
  const dump = dumpOf(database)
  database.close()
  await service.close()
  return dump
}
