import { OPERATIONS, type Operation } from '../../shared/api/api'
import { check, decision, must, same, statusIs, type Check } from './check'

/** The most requests that are sent to reach a limit. */
const REQUESTS_MAX = 500

export const ERROR_CHECKS: readonly Check[] = [
  check(
    'E1 A3',
    'what does not exist is 404, with a message, on every route that names one',
    async (trial) => {
      const paths = Object.values(OPERATIONS as Record<string, Operation>)
        .filter(
          ({ method, path }) => method === 'GET' && path.includes('{id}') && !path.includes('{chunkId}'),
        )
        .map(({ path }) => path.replaceAll(/\{\w+\}/g, '999999999'))
      for (const path of [...paths, '/bogus', '/documents/1/bogus']) {
        const answer = await trial.send('GET', path)
        must(answer.status === 404, `${path} answered ${answer.status}`)
        must(typeof answer.body?.message === 'string', `${path}: no message`)
      }
    },
  ),

  check('E1', 'ids that are none are 4xx with a message', async (trial) => {
    for (const id of [
      '0',
      '-1',
      '1.5',
      'x',
      '99999999999999999999',
      '%00',
      '1%2f..',
      'null',
      "1'--",
      '%F0%9F',
    ]) {
      const answer = await trial.send('GET', `/documents/${id}`)
      must(answer.status >= 400 && answer.status < 500, `id ${id} answered ${answer.status}`)
      must(typeof answer.body?.message === 'string', `id ${id}: no message`)
    }
  }),

  check('E1', 'a body that is wrong is 4xx with a message', async (trial) => {
    const json = { 'Content-Type': 'application/json' }
    const bodies: readonly (readonly [string, Record<string, string>])[] = [
      ['{', json],
      ['', json],
      ['[]', json],
      ['"text"', json],
      ['null', json],
      ['{"title":"a","content":"b"} extra', json],
      ['{"title":"\ud800"}', json],
      ['title=a&content=b', { 'Content-Type': 'application/x-www-form-urlencoded' }],
      ['['.repeat(100_000), json],
      [`{"title":"x","content":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, json],
      [`{"tag_ids":[${'"a",'.repeat(200_000)}1]}`, json],
    ]
    for (const [raw, headers] of bodies) {
      const answer = await trial.send('POST', '/documents', { raw, headers })
      must(answer.status >= 400 && answer.status < 500, `${raw.slice(0, 40)} answered ${answer.status}`)
      must(typeof answer.body?.message === 'string', `${raw.slice(0, 40)}: no message`)
    }
    const latin1 = Buffer.from('{"title":"caf\xe9","content":""}', 'latin1')
    const answer = await trial.send('POST', '/documents', { raw: latin1, headers: json })
    must(answer.status >= 400 && answer.status < 500, `a body that is not UTF-8 answered ${answer.status}`)
  }),

  decision('E1', 'half of a surrogate pair is refused, never replaced', async (trial) => {
    for (const field of ['title', 'content']) {
      const raw = JSON.stringify({ title: 'x', content: '', status: 'draft', [field]: 'MARK' }).replace(
        'MARK',
        '\\ud83d',
      )
      const answer = await trial.send('POST', '/documents', {
        raw,
        headers: { 'Content-Type': 'application/json' },
      })
      statusIs(answer, 422)
      must(Array.isArray(answer.body?.errors?.[field]), `no message for ${field}`)
    }
  }),

  check('E1', 'a body that is not valid is 422 and makes nothing', async (trial) => {
    const before = (await trial.send('GET', '/documents')).body.meta.total
    for (const json of [
      {},
      { title: 'x' },
      { title: 7, content: 'x', status: 'draft' },
      { title: 'x', content: 7, status: 'draft' },
      { title: 'x', content: null, status: 'draft' },
    ]) {
      const answer = await trial.send('POST', '/documents', { json })
      must(answer.status === 422, `${JSON.stringify(json)} answered ${answer.status}`)
      must(typeof answer.body?.message === 'string', 'no message')
    }
    same((await trial.send('GET', '/documents')).body.meta.total, before, 'documents')
  }),

  decision('F', '422 has a message per field', async (trial) => {
    const { body } = await trial.send('POST', '/documents', {
      json: { title: '', content: 7, status: 'bogus' },
    })
    same(Object.keys(body.errors).sort(), ['content', 'status', 'title'], 'fields')
    for (const messages of Object.values(body.errors as Record<string, unknown[]>))
      must(messages.length > 0 && messages.every((message) => typeof message === 'string'), 'messages')
    const folder = await trial.send('POST', '/documents', {
      json: { title: 'x', content: '', status: 'draft', folder_id: 999999999 },
    })
    same([folder.status, Object.keys(folder.body?.errors ?? {})], [422, ['folder_id']], 'an unknown folder')
  }),

  check('E4 A3', 'walking the pages meets every record once', async (trial) => {
    const folder = await trial.folder()
    const made: number[] = []
    for (let n = 0; n < 12; n++) made.push((await trial.document({ folder_id: folder.record.id })).record.id)
    const met: number[] = []
    let last = 1
    for (let page = 1; page <= last && page < 100; page++) {
      const { body } = await trial.send(
        'GET',
        `/folders/${folder.record.id}/documents?per_page=5&page=${page}`,
      )
      met.push(...body.data.map((record: { id: number }) => record.id))
      same(body.meta.current_page, page, 'current_page')
      last = body.meta.last_page
    }
    same(
      [...met].sort((a, b) => a - b),
      made,
      'records',
    )
  }),

  check(
    'E2',
    'above the rate limit: 429 with Retry-After, counted per account and not per key',
    async (open) => {
      const trial = open.variant('rateLimited', 'no server with a rate limit was given')
      const keys = [trial.target.key, trial.target.limitedKey ?? trial.target.key]
      let refused
      for (let n = 0; n < REQUESTS_MAX && refused === undefined; n++) {
        const answer = await trial.send('GET', '/documents', { key: keys[n % 2] ?? null })
        if (answer.status === 429) refused = answer
        else {
          must(/^\d+$/.test(answer.headers.get('x-ratelimit-limit') ?? ''), 'no X-RateLimit-Limit')
          const left = Number(answer.headers.get('x-ratelimit-limit')) - n - 1
          same(answer.headers.get('x-ratelimit-remaining'), String(left), 'X-RateLimit-Remaining')
        }
      }
      if (refused === undefined)
        return trial.cannotTest(`the limit was not reached in ${REQUESTS_MAX} requests`)
      must(/^[1-9]\d*$/.test(refused.headers.get('retry-after') ?? ''), 'no Retry-After in seconds')
      must(typeof refused.body?.message === 'string', 'no message')
      same(refused.headers.get('x-ratelimit-remaining'), '0', 'X-RateLimit-Remaining')
      for (const key of keys) statusIs(await trial.send('GET', '/documents', { key }), 429)
      if (trial.target.otherAccountKey !== undefined)
        statusIs(await trial.send('GET', '/documents', { key: trial.target.otherAccountKey }), 200)
    },
  ),

  check('E3', 'above the search quota: 403, while everything else goes on', async (open) => {
    const trial = open.variant('quotaLimited', 'no server with a search quota was given')
    const search = () => trial.send('POST', '/search/semantic', { json: { query: 'tide' } })
    let refused
    for (let n = 0; n < REQUESTS_MAX && refused === undefined; n++) {
      const answer = await search()
      if (answer.status === 404) return trial.cannotTest('the server has no search')
      if (answer.status !== 200) refused = answer
    }
    if (refused === undefined)
      return trial.cannotTest(`the quota was not reached in ${REQUESTS_MAX} searches`)
    same([refused.status, refused.body?.code], [403, 'search_quota_exceeded'], 'answer')
    statusIs(await trial.send('GET', '/documents'), 200)
  }),
]
