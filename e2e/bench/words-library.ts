import { createVirtualClock } from '../../main/system/clock.virtual'
import { pulledDocument } from '../../main/documents/core/initial'
import { PLAIN_ROW } from '../../main/search/texts.memory'
import { openDatabase } from '../../main/store/database'
import { createStore } from '../../main/store/store'
import { dice, paragraphs } from './prose'

const CHARACTERS = 2_000

/** Fills the database of a library with these texts, as after a pull. */
export function fill(file: string, texts: readonly string[]): void {
  const database = openDatabase(file)
  database.exec('PRAGMA synchronous = OFF')
  const store = createStore(database, createVirtualClock())
  for (let from = 0; from < texts.length; from += 1_000)
    store.transaction(() => {
      texts.slice(from, from + 1_000).forEach((text, at) => {
        const number = from + at
        const fields = { title: titleOf(number), folderId: null, tagIds: [], status: 'draft' }
        const copy = pulledDocument(`d${number}`, String(number), { text, fields, etag: `"${number}"` })
        store.journal.write(copy)
        store.table.put({ ...PLAIN_ROW, id: copy.id, remoteId: String(number), title: titleOf(number) }, true)
      })
    })
  database.close()
}

export const titleOf = (number: number) => `Document ${number}`

/** Prose of 2 KB. */
export function textOf(seed: number): string {
  const roll = dice(seed + 7)
  // Rare names are added, as in real texts.
  return `${paragraphs(CHARACTERS, seed + 1).join('\n\n')}\n\nharbour${roll(5_000)} quay${roll(200_000)}\n`
}
