import { check, decision, must, same, statusIs, type Check, type Trial } from './check'
import type { Answer, Body } from './target'

const FRESH_WITHIN_MS = 2_000
const ASK_EVERY_MS = 50

const ask = (trial: Trial, json: Record<string, unknown>): Promise<Answer> =>
  trial.send('POST', '/search/semantic', { json })

const documentsOf = (answer: Answer): number[] => [
  ...new Set<number>((answer.body?.data ?? []).map((hit: Body) => Number(hit.document_id))),
]

/** Searches until the documents are found; that must take at most two seconds after their write (G4). */
async function findable(trial: Trial, query: string, ids: readonly number[], more = {}): Promise<Answer> {
  const until = Date.now() + FRESH_WITHIN_MS
  for (;;) {
    const answer = await ask(trial, { query, limit: 50, ...more })
    if (answer.status === 404) return trial.cannotTest('the server has no search')
    statusIs(answer, 200)
    const found = documentsOf(answer)
    if (ids.every((id) => found.includes(id))) return answer
    must(
      Date.now() < until,
      `"${query}" finds ${found.join(', ') || 'nothing'} and not ${ids.join(', ')} after two seconds`,
    )
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

/** A word that occurs nowhere else on the server. */
const word = (trial: Trial): string => `quillon${trial.name('').replace(/[^a-z0-9]/g, '')}`

/**
 * Creates two documents in a folder, one of them published, one in its child folder, and one outside, all containing
 * the word.
 */
async function shelf(trial: Trial) {
  const marker = word(trial)
  const outer = await trial.folder()
  const inner = await trial.folder({ parent_id: outer.record.id })
  const add = async (fields: object) =>
    (await trial.document({ content: `# Harbour\n\nThe ${marker} lay on the slip.`, ...fields })).record
      .id as number
  const ids = {
    draft: await add({ folder_id: outer.record.id }),
    published: await add({ folder_id: outer.record.id, status: 'published' }),
    child: await add({ folder_id: inner.record.id, status: 'published' }),
    outside: await add({}),
  }
  await findable(trial, marker, Object.values(ids))
  return { marker, folderId: outer.record.id as number, ids }
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

/** Those of these documents that were found; a server with other content may find further ones by meaning. */
const foundOf = (ids: Record<string, number>, answer: Answer): number[] => {
  statusIs(answer, 200)
  return sorted(documentsOf(answer).filter((id) => Object.values(ids).includes(id)))
}

export const SEARCH_CHECKS: readonly Check[] = [
  check('A16 B1', 'a search finds a document by a word in it, and by its sense', async (trial) => {
    const marker = word(trial)
    const { record } = await trial.document({
      title: trial.name('Found'),
      content: `# The ferry\n\nThe boat crosses at high water. The ${marker} is tied to the ring.`,
    })
    const answer = await findable(trial, marker, [record.id])
    must(answer.body.data[0].text.includes(marker), 'the first hit does not hold the word')
    await findable(trial, `boat ${marker} ring`, [record.id])
  }),

  check('A11 B7', 'a chunk is read by the pair that a search returned, and by no other', async (trial) => {
    const { marker, ids } = await shelf(trial)
    const answer = await ask(trial, { query: marker, limit: 50, status: 'published' })
    const hit = answer.body.data.find((found: Body) => found.document_id === ids.published)
    must(hit !== undefined, 'the published document is not found')
    const chunkId = hit.chunk_id ?? hit.id
    const chunk = await trial.send('GET', `/documents/${ids.published}/chunks/${chunkId}`)
    statusIs(chunk, 200)
    must(
      (chunk.body.data.text ?? chunk.body.data.content).includes(marker),
      'the chunk lacks the text of the hit',
    )
    statusIs(await trial.send('GET', `/documents/${ids.outside}/chunks/${chunkId}`), 404)
    statusIs(await trial.send('GET', `/documents/${ids.published}/chunks/999999999`), 404)
  }),

  check(
    'B2 B3',
    'folder and status filter together; a folder filter never reaches into children',
    async (trial) => {
      const { marker, folderId, ids } = await shelf(trial)
      const find = (filter: object) => ask(trial, { query: marker, limit: 50, ...filter })
      const folder_id = String(folderId)
      const inFolder = async (filter: object) => sorted(documentsOf(await find({ folder_id, ...filter })))
      same(await inFolder({}), sorted([ids.draft, ids.published]), 'in the folder')
      same(await inFolder({ status: 'published' }), [ids.published], 'both')
      const published = await find({ status: 'published' })
      same(foundOf(ids, published), sorted([ids.published, ids.child]), 'published')
      for (const hit of published.body.data as Body[])
        must((hit.status ?? 'published') === 'published', `${hit.document_id} is ${hit.status}`)
      same(documentsOf(await find({ status: 'bogus' })), [], 'a status that nothing has')
    },
  ),

  check('B4 B6', 'folder_id omitted, null or blank: the whole account', async (trial) => {
    const { marker, ids } = await shelf(trial)
    for (const filter of [{}, { folder_id: null }, { folder_id: '' }, { folder_id: '  \t' }])
      same(
        foundOf(ids, await ask(trial, { query: marker, limit: 50, ...filter })),
        sorted(Object.values(ids)),
        JSON.stringify(filter),
      )
  }),

  decision('B4', 'folder_id is taken as a number too', async (trial) => {
    const { marker, folderId, ids } = await shelf(trial)
    const answer = await ask(trial, { query: marker, limit: 50, folder_id: folderId })
    same(sorted(documentsOf(answer)), sorted([ids.draft, ids.published]), 'documents')
  }),

  check('B5', 'a folder that is not there: no hits, no error', async (trial) => {
    const { marker } = await shelf(trial)
    for (const folder_id of ['999999999', 'no such folder', '-1']) {
      const answer = await ask(trial, { query: marker, folder_id })
      same([answer.status, answer.body?.data], [200, []], folder_id)
    }
  }),

  check('B8 G4', 'what was changed or deleted is searched as it is now', async (trial) => {
    const [before, after] = [word(trial), word(trial)]
    const { record } = await trial.document({ content: `A ${before} here.` })
    await findable(trial, before, [record.id])
    await trial.guarded('PUT', `/documents/${record.id}`, { content: `A ${after} here.` })
    await findable(trial, after, [record.id])
    await trial.guarded('DELETE', `/documents/${record.id}`)
    const until = Date.now() + FRESH_WITHIN_MS
    while (documentsOf(await ask(trial, { query: after })).includes(record.id))
      must(Date.now() < until, 'a deleted document is still found after two seconds')
  }),

  decision('F', 'fields of a hit and of a chunk; limit 10, at most 50', async (trial) => {
    const { marker, folderId, ids } = await shelf(trial)
    const answer = await ask(trial, {
      query: marker,
      limit: 50,
      status: 'published',
      folder_id: String(folderId),
    })
    const hit = answer.body.data[0]
    same([hit.document_id, hit.folder_id, hit.status], [ids.published, folderId, 'published'], 'where it is')
    for (const field of ['id', 'index', 'start', 'end'])
      must(Number.isInteger(hit[field]), `${field} is not an integer`)
    must(typeof hit.score === 'number' && typeof hit.title === 'string', 'score or title')
    must(
      Array.isArray(hit.heading_path) && hit.heading_path.includes('Harbour'),
      `heading_path: ${hit.heading_path}`,
    )
    const { content } = (await trial.send('GET', `/documents/${ids.published}`)).body.data
    same(content.slice(hit.start, hit.end), hit.text, 'the text between the offsets')
    for (let n = 0; n < 9; n++) await trial.document({ content: `${marker} number ${n}` })
    const until = Date.now() + FRESH_WITHIN_MS
    let count = 0
    while (count < 10) {
      count = (await ask(trial, { query: marker })).body.data.length
      must(count >= 10 || Date.now() < until, `${count} hits of 13 without a limit`)
    }
    same(count, 10, 'hits without a limit')
    same((await ask(trial, { query: marker, limit: 2 })).body.data.length, 2, 'hits with limit 2')
    for (const limit of [0, 51, 1.5, 'x']) statusIs(await ask(trial, { query: marker, limit }), 422)
  }),

  check('A16', 'a search without a query is 422, and no query is an error by its syntax', async (trial) => {
    if ((await ask(trial, { query: 'x' })).status === 404) trial.cannotTest('the server has no search')
    for (const json of [{}, { query: '' }, { query: 7 }]) statusIs(await ask(trial, json), 422)
    for (const query of [
      '"',
      '"unclosed',
      'a AND',
      'NEAR(',
      '*',
      '-',
      '^x',
      'title:x',
      '(((',
      "'; DROP TABLE documents; --",
      'é'.repeat(500),
      '潮',
    ])
      statusIs(await ask(trial, { query }), 200)
    for (const query of ['x'.repeat(5_000), 'a\0b', '   ']) {
      const { status } = await ask(trial, { query })
      must(status >= 400 && status < 500, `a query that is too long, blank or holds NUL answered ${status}`)
    }
  }),
]
