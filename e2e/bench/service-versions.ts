import { openDatabase } from '../../server/store/database'
import { createStore } from '../../server/store/store'
import { paragraphs } from './prose'
import type { Figure } from './row'

const VERSIONS = 500
const TEXT_BYTES = 1_800_000

/** The disk space of 500 versions of a text of 1.8 MB, each with two changed lines far apart. */
export function versionsFigure(): Figure {
  const database = openDatabase(':memory:')
  const store = createStore(database)
  const accountId = store.accounts.ensureAccount('bench', 0)
  const prose = paragraphs(2 * TEXT_BYTES).join('\n\n')
  let text = Buffer.from(prose).subarray(0, TEXT_BYTES)
  const lines = Buffer.from(prose).subarray(TEXT_BYTES)
  const values = { title: 'Long', status: 'draft', createdAt: 0 }
  const more = { folderId: null, updatedAt: 0, publishedAt: null }
  const documentId = store.documents.add(accountId, { ...values, ...more, content: text })
  let before: Buffer | undefined
  let changed = 0
  for (let revision = 1; revision <= VERSIONS; revision++) {
    store.transaction(() => store.versions.add({ ...values, documentId, revision }, text, before))
    before = text
    for (const at of [(revision * 104_729) % text.length, (revision * 15_485_863) % text.length]) {
      const line = lines.subarray((revision * 2_003 + at) % (lines.length - 80)).subarray(0, 80)
      changed += line.length
      text = Buffer.concat([text.subarray(0, at), line, text.subarray(at + 60)])
    }
  }
  const { bytes } = database.prepare('SELECT sum(length(body)) AS bytes FROM versions').get() as {
    bytes: number
  }
  store.close()
  const times = (TEXT_BYTES + bytes - changed) / TEXT_BYTES
  return {
    what: `service: ${VERSIONS} versions of a 1.8 MB text and the text, less what changed, in texts`,
    ours: times,
    unit: '',
    goal: 3,
    met: times <= 3,
  }
}
