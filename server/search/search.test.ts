import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HEADER, SEARCH_QUERY_MAX } from '../../shared/api/api'
import { API_PREFIX } from '../../shared/api/api-prefix'
import type { ChunkRecord, HitRecord } from '../../shared/api/api-records'
import type { App } from '../app'
import { openMemoryService, type MemoryParts, type MemoryService } from '../testing/app.memory'

let service: MemoryService
const failures: Error[] = []
const open = (parts: MemoryParts = {}) =>
  openMemoryService({ withSearch: true, onError: (error) => failures.push(error as Error), ...parts })
beforeEach(() => {
  service = open()
})
afterEach(async () => {
  await service.close()
  const [unexpected] = failures.splice(0)
  if (unexpected !== undefined) throw unexpected
})

async function send(method: string, path: string, json?: object, key = service.key) {
  const response = await service.app(
    new Request(`http://service${API_PREFIX}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'If-Match': etag },
      ...(json && { body: JSON.stringify(json) }),
    }),
  )
  etag = response.headers.get('ETag') ?? etag
  const body =
    response.status === 204
      ? undefined
      : ((await response.json()) as { data: never; message: string; code?: string })
  return { status: response.status, headers: response.headers, body }
}
let etag = ''
const add = async (content: string, more: object = {}, key = service.key): Promise<number> => {
  const { status, body } = await send('POST', '/documents', { title: 'Untitled', content, ...more }, key)
  expect(status).toBe(201)
  return (body!.data as { id: number }).id
}
const addFolder = async (name: string, parent_id: number | null = null): Promise<number> =>
  ((await send('POST', '/folders', { name, parent_id })).body!.data as { id: number }).id
const search = async (query: string, more: object = {}, key = service.key): Promise<HitRecord[]> => {
  await service.searchSettled()
  return searchNow(query, more, key)
}
/** Searches without waiting for background work. */
const searchNow = async (query: string, more: object = {}, key = service.key): Promise<HitRecord[]> => {
  const { status, body } = await send('POST', '/search/semantic', { query, ...more }, key)
  expect(status).toBe(200)
  return body!.data
}
const found = async (query: string, more: object = {}): Promise<number[]> => [
  ...new Set((await search(query, more)).map((hit) => hit.document_id)),
]
/** Ids grow in the order in which documents were added. */
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
/** The results without waiting. */
const foundNow = async (query: string): Promise<number[]> =>
  (await searchNow(query)).map((hit) => hit.document_id)
const change = async (id: number, json: object) => {
  await send('GET', `/documents/${id}`)
  expect((await send('PUT', `/documents/${id}`, json)).status).toBe(200)
}
const remove = async (id: number) => {
  await send('GET', `/documents/${id}`)
  expect((await send('DELETE', `/documents/${id}`)).status).toBe(204)
}

/** Enough text to learn from, about subjects that no test searches for. */
const FILLER = ['bread dough oven loaf', 'choir voice breath song', 'ledger budget rent salary'].flatMap(
  (words) => Array.from({ length: 8 }, (_, i) => `# ${words}\n\nToday the ${words} number ${i} went well.`),
)

describe('[B1] hybrid search', () => {
  test('hits are chunks: id, place, offsets, heading path, and what document they are of', async () => {
    const folder = await addFolder('Sea')
    const content =
      '# Tides\n\nThe moon pulls the water.\n\n## Springs\n\nAt new moon the range is greatest.\n'
    const id = await add(content, { title: 'Tide tables', folder_id: folder, status: 'published' })
    const [hit] = await search('range at new moon')
    expect(hit).toMatchObject({
      document_id: id,
      index: 1,
      text: '## Springs\n\nAt new moon the range is greatest.',
      heading_path: ['Tides', 'Springs'],
      title: 'Tide tables',
      folder_id: folder,
      status: 'published',
    })
    expect(content.slice(hit!.start, hit!.end)).toBe(hit!.text)
    expect(new Date(hit!.updated_at).toISOString()).toBe(hit!.updated_at)
  })

  test('offsets are UTF-16, after a byte order mark, emoji and CRLF too', async () => {
    const content = '\ufeffFirst 🙂 line.\r\n\r\n# 第二章\r\n\r\nThe zebra 🦓 runs.\r\n'
    await add(content)
    const [hit] = await search('zebra')
    expect(content.slice(hit!.start, hit!.end)).toBe(hit!.text)
    expect(hit!.text).toContain('🦓')
  })

  test('what only the meaning finds, and what only the word finds', async () => {
    for (const text of FILLER) await add(text)
    const boat = await add('A boat crosses to the island and comes back.')
    const code = await add('The setting is called XK9QZT7.')
    await service.searchSettled()
    expect(await found('ship')).toContain(boat)
    expect((await found('xk9qzt7'))[0]).toBe(code)
  })

  test('a word that nobody wrote is taken for the two that it is made of, not for others that look like it', async () => {
    for (const text of FILLER) await add(text)
    const bees = await add('Behind the wall somebody had bees and honey.')
    for (const what of ['drawers', 'string', 'drafts', 'rules'])
      await add(`The ${what} that she is keeping upstairs were never any use to her.`)
    await service.searchSettled()
    expect((await found('beekeeping'))[0]).toBe(bees)
    expect((await foundNow('beehoney'))[0]).toBe(bees)
  })

  test('found by title and by heading', async () => {
    const id = await add('# About\n\nNothing of it here.', { title: 'Zeppelins' })
    expect(await found('zeppelins')).toEqual([id])
    const other = await add('# Dirigibles\n\nNothing of it here either.')
    expect(await found('dirigibles')).toContain(other)
  })

  test('scores are 0 to 1, best first, equal ones by chunk id; twice the same', async () => {
    for (const text of FILLER) await add(text)
    for (let i = 0; i < 6; i++) await add('The same sentence about a lighthouse.')
    await service.searchSettled()
    const hits = await search('lighthouse sentence', { limit: 50 })
    hits.forEach((hit, i) => {
      expect(hit.score).toBeGreaterThan(0)
      expect(hit.score).toBeLessThanOrEqual(1)
      const before = hits[i - 1]
      if (before)
        expect(before.score > hit.score || (before.score === hit.score && before.id < hit.id)).toBe(true)
    })
    expect(await search('lighthouse sentence', { limit: 50 })).toEqual(hits)
  })

  test('ten hits unless asked for more, at most fifty', async () => {
    for (let i = 0; i < 60; i++) await add(`Lantern number ${i} on the pier.`)
    expect(await search('lantern')).toHaveLength(10)
    expect(await search('lantern', { limit: 50 })).toHaveLength(50)
    expect(await search('lantern', { limit: 1 })).toHaveLength(1)
    for (const limit of [0, 51, -1, 1.5, '10', null])
      expect((await send('POST', '/search/semantic', { query: 'lantern', limit })).status).toBe(422)
  })
})

describe('[B2] filters', () => {
  test('apply within both retrievals: hundreds of better hits outside do not starve the folder', async () => {
    const inside = await addFolder('Inside')
    const outside = await addFolder('Outside')
    for (let i = 0; i < 250; i++)
      await add('# Lighthouse\n\nLighthouse keeper, lighthouse lamp, lighthouse.', {
        folder_id: outside,
        status: 'published',
      })
    const poor = await add(
      'A long text about many other things, with a lamp and one lighthouse far away in it.',
      {
        folder_id: inside,
      },
    )
    const meant = await add('A beacon.', { folder_id: inside })
    await service.searchSettled()
    expect(await found('lighthouse keeper', { folder_id: String(inside), limit: 1 })).toEqual([poor])
    const both = await found('lighthouse beacon', { folder_id: String(inside) })
    expect(sorted(both)).toEqual([poor, meant])
    expect((await found('lighthouse', { status: 'draft' }))[0]).toBe(poor)
  })

  test('folder and status together; any status is a filter', async () => {
    const folder = await addFolder('Folder')
    const draft = await add('anchor one', { folder_id: folder })
    const published = await add('anchor two', { folder_id: folder, status: 'published' })
    const elsewhere = await add('anchor three', { status: 'published' })
    expect(sorted(await found('anchor', { folder_id: `${folder}` }))).toEqual([draft, published])
    expect(sorted(await found('anchor', { status: 'published' }))).toEqual([published, elsewhere])
    expect(await found('anchor', { folder_id: `${folder}`, status: 'published' })).toEqual([published])
    for (const status of ['archived', '', 'PUBLISHED', '"'])
      expect(await found('anchor', { status })).toEqual([])
  })

  test('[B3] a folder filter never reaches into child folders', async () => {
    const parent = await addFolder('Parent')
    const child = await addFolder('Child', parent)
    const direct = await add('anchor in the parent', { folder_id: parent })
    await add('anchor in the child', { folder_id: child })
    expect(await found('anchor', { folder_id: String(parent) })).toEqual([direct])
  })

  test('[B3] only one folder can be given', async () => {
    for (const folder_id of [[1], [1, 2], { id: 1 }, true])
      expect((await send('POST', '/search/semantic', { query: 'x', folder_id })).status).toBe(422)
  })

  test('[B4] omitted, null or blank: the whole account; a number is taken too', async () => {
    const folder = await addFolder('Folder')
    const one = await add('anchor one', { folder_id: folder })
    const two = await add('anchor two')
    for (const filter of [{}, { folder_id: null }, { folder_id: '' }, { folder_id: ' \t\n\u3000' }])
      expect(sorted(await found('anchor', filter))).toEqual([one, two])
    expect(await found('anchor', { folder_id: folder })).toEqual([one])
  })

  test('[B5] a folder that is not there: no hits and no error', async () => {
    await add('anchor')
    const other = service.addKey(['folders:write'], 'other')
    const theirs = ((await send('POST', '/folders', { name: 'Theirs' }, other)).body!.data as { id: number })
      .id
    for (const folder_id of [
      '99999',
      '0',
      '-1',
      '1.5',
      'null',
      'nowhere',
      '1e3',
      0,
      -1,
      1.5,
      String(theirs),
      '9'.repeat(30),
    ])
      expect(await search('anchor', { folder_id })).toEqual([])
  })

  test('a document that moves or is published is found there at once', async () => {
    const folder = await addFolder('Folder')
    const id = await add('anchor')
    await service.searchSettled()
    await change(id, { content: 'anchor', folder_id: folder, status: 'published' })
    expect(await found('anchor', { folder_id: String(folder), status: 'published' })).toEqual([id])
    expect(await found('anchor', { status: 'draft' })).toEqual([])
  })
})

describe('[A11][B7] a chunk', () => {
  test('is read by its pair, whatever filter a search had', async () => {
    const id = await add('# One\n\nanchor\n\n# Two\n\nrope', { status: 'draft' })
    const hits = await search('rope')
    const hit = hits.find((one) => one.text.includes('rope'))
    const chunk = (await send('GET', `/documents/${id}/chunks/${hit!.id}`)).body!.data as ChunkRecord
    expect(chunk).toEqual({
      id: hit!.id,
      document_id: id,
      index: 1,
      text: '# Two\n\nrope',
      heading_path: ['Two'],
      start: hit!.start,
      end: hit!.end,
    })
  })

  test('of another document, of another account, of nobody: 404', async () => {
    const id = await add('anchor')
    const second = await add('rope')
    const [hit] = await search('anchor')
    const stranger = service.addKey(['rag:read'], 'other')
    for (const [document, chunk, key] of [
      [second, hit!.id, service.key],
      [id, hit!.id + 1_000, service.key],
      [999, hit!.id, service.key],
      [id, hit!.id, stranger],
    ] as const)
      expect((await send('GET', `/documents/${document}/chunks/${chunk}`, undefined, key)).status).toBe(404)
  })

  test('keeps its id while its text stays; an id is never used again', async () => {
    const id = await add('# One\n\nanchor\n\n# Two\n\nrope\n')
    const idsOf = async () =>
      new Map((await search('anchor rope sail')).map((hit) => [hit.text.slice(-4), hit.id]))
    const before = await idsOf()
    await change(id, { content: '# Zero\n\nsail\n\n# One\n\nanchor\n\n# Two\n\nropes\n' })
    const after = await idsOf()
    expect(after.get('chor')).toBe(before.get('chor'))
    expect([...before.values()]).not.toContain(after.get('opes'))
    expect([...before.values()]).not.toContain(after.get('sail'))
    await change(id, { content: '# One\n\nanchor\n\n# Two\n\nrope\n' })
    const again = await idsOf()
    expect(again.get('chor')).toBe(before.get('chor'))
    expect([...before.values(), ...after.values()]).not.toContain(again.get('rope'))
    expect((await send('GET', `/documents/${id}/chunks/${before.get('rope')}`)).status).toBe(404)
  })
})

describe('[G4] freshness', () => {
  test('what was just written, changed or deleted is searched as it is now', async () => {
    const id = await add('anchor')
    expect(await foundNow('anchor')).toEqual([id])
    await change(id, { content: 'rope' })
    expect(await foundNow('rope')).toEqual([id])
    expect(await foundNow('anchor')).toEqual([])
    await remove(id)
    expect(await foundNow('rope')).toEqual([])
  })

  test('a deleted document is gone at once, however much there is to index', async () => {
    const id = await add('anchor')
    await service.searchSettled()
    for (let i = 0; i < 300; i++) await add(`${'Some text of a sail. '.repeat(60)}${i}`)
    await remove(id)
    expect(await foundNow('anchor')).toEqual([])
  })

  test('a long document is found at its end, changed and forgotten like a short one', async () => {
    const sections = Array.from(
      { length: 900 },
      (_, i) => `# Part ${i}\n\n${'The long way round the bay. '.repeat(16)}`,
    )
    const long = await add(`${sections.join('\n\n')}\n\nwindlass`)
    expect(await found('windlass')).toEqual([long])
    await change(long, { content: sections.slice(1).join('\n\n') })
    expect(await found('windlass')).toEqual([])
    await remove(long)
    expect(await found('bay')).not.toContain(long)
  })

  test('an empty document, and one of white space, is no hit and no trouble', async () => {
    await add('')
    await add(' \n\t\n', { title: 'Blank' })
    await service.searchSettled()
    expect(await search('blank')).toEqual([])
  })
})

test('accounts never mix: no hits, and no effect on the order or the scores of another', async () => {
  const stranger = service.addKey(['documents:write', 'rag:read'], 'other')
  for (const text of FILLER) await add(text)
  await add('A lighthouse on the cliff.')
  await add('A lamp in the window, a lamp on the stairs.')
  await service.searchSettled()
  const before = await search('lamp of the lighthouse', { limit: 50 })
  for (let i = 0; i < 60; i++) await add(`lighthouse ${i} secret of the other account`, {}, stranger)
  await service.searchSettled()
  expect(await search('lamp of the lighthouse', { limit: 50 })).toEqual(before)
  expect(await found('secret of the other account')).toEqual([])
  expect((await search('secret lighthouse', { limit: 50 }, stranger)).length).toBe(50)
})

describe('queries of any kind', () => {
  const HOSTILE = [
    ...[
      'AND',
      'OR',
      'NOT',
      'NEAR',
      'NEAR(a b, 2)',
      'a AND',
      'OR b',
      'a NOT',
      '*',
      'a*',
      '^',
      '^a',
      '+',
      '-',
      '-a',
      ':',
    ],
    ...[
      'body:a',
      'title : a',
      '{title body} : a',
      '(',
      ')',
      '((',
      '"',
      '""',
      '"a',
      'a"',
      "'",
      "a' OR 1=1 --",
      '\\',
      '%',
      '_',
    ],
    ...['\ufffe', '!!! ??? …', '。、「」', '🙂', '👩‍👩‍👧', '\u0301\u0301', '\u202e abc', '+-*/<>=|&~`$#@'],
    ...[
      'x'.repeat(SEARCH_QUERY_MAX),
      'a b '.repeat(500),
      '東'.repeat(SEARCH_QUERY_MAX),
      '"'.repeat(SEARCH_QUERY_MAX),
    ],
    ...['to be or not to be', 'the', 'a', 'ß', 'İ', 'ﬁ', '½', '①', 'Ⅷ', 'a\r\nb', '\t.\t'],
  ]
  test.each(HOSTILE.map((query) => [JSON.stringify(query).slice(0, 40), query]))('%s', async (_, query) => {
    const id = await add('To be or not to be: a body and a title. 東京')
    const { status, body } = await send('POST', '/search/semantic', { query })
    expect(status).toBe(200)
    for (const hit of body!.data as HitRecord[]) expect(hit.document_id).toBe(id)
  })

  test('too long, blank, missing or no text: 422', async () => {
    for (const query of [
      'x'.repeat(SEARCH_QUERY_MAX + 1),
      'x'.repeat(5_000),
      '',
      ' \n',
      7,
      null,
      undefined,
      ['a'],
    ])
      expect((await send('POST', '/search/semantic', { query })).status).toBe(422)
  })

  test('NUL and lone surrogates are no text: 422', async () => {
    for (const query of ['a\0b', '\ud800', 'x\udc00y'])
      expect((await send('POST', '/search/semantic', { query })).status).toBe(422)
  })

  test('words of operators are words', async () => {
    const id = await add('He stood near the not-so-old oak AND smiled.')
    await add('Something else entirely.')
    expect(await found('oak AND')).toEqual([id])
    expect(await found('"near the" oak*')).toEqual([id])
  })

  test('function words alone are looked for as they stand', async () => {
    const id = await add('The question is to be or not to be.')
    await add('Or be not to, to be.')
    expect(await found('to be or not to be')).toEqual([id])
  })
})

describe('scripts and parts of words', () => {
  test('CJK: words of one, two and more characters inside a sentence', async () => {
    const tokyo = await add('東京の地下鉄はとても混んでいる。')
    const kyoto = await add('京都の庭に雨が降る。')
    const tea = await add('绿茶用八十度左右的水。')
    const seoul = await add('서울에서 한 달을 살았다.')
    const bangkok = await add('ฉันรักภาษาไทยมาก')
    expect((await found('地下鉄'))[0]).toBe(tokyo)
    expect((await found('雨'))[0]).toBe(kyoto)
    expect((await found('京都'))[0]).toBe(kyoto)
    expect((await found('绿茶'))[0]).toBe(tea)
    expect((await found('서울'))[0]).toBe(seoul)
    expect((await found('ภาษา'))[0]).toBe(bangkok)
    expect(await found('大阪')).toEqual([])
  })

  test('parts of words, below whole words', async () => {
    const part = await add('Notes on typography.')
    const whole = await add('A graph of the year.')
    expect(await found('graph')).toEqual([whole, part])
    expect(await found('ograph')).toEqual([part])
    expect(await found('typo')).toEqual([part])
  })

  test('accents, case and width do not matter; forms of a word meet', async () => {
    const id = await add('Die Bäume im CAFÉ, walking home.')
    for (const query of ['baume', 'BÄUME', 'cafe', 'ｃａｆé', 'walks', 'walked'])
      expect(await found(query)).toEqual([id])
  })
})

describe('[E3] the search quota', () => {
  const quota = { searchQuota: { count: 2, seconds: 60 } }

  test('is counted per account, not per key; used up it is a 403 of its own, and it comes back', async () => {
    await service.close()
    let time = 1_000_000
    service = open({ settings: quota, clock: () => time })
    await add('anchor')
    const second = service.addKey(['rag:read'])
    const stranger = service.addKey(['rag:read'], 'other')
    const ask = async (key: string) => send('POST', '/search/semantic', { query: 'anchor' }, key)
    const first = await ask(service.key)
    expect([first.headers.get(HEADER.searchQuota), first.headers.get(HEADER.searchQuotaRemaining)]).toEqual([
      '2',
      '1',
    ])
    expect((await ask(second)).headers.get(HEADER.searchQuotaRemaining)).toBe('0')
    const refused = await ask(service.key)
    expect([refused.status, refused.body!.code]).toEqual([403, 'search_quota_exceeded'])
    expect(refused.headers.get(HEADER.searchQuotaRemaining)).toBe('0')
    expect((await ask(stranger)).status).toBe(200)
    expect((await send('GET', '/documents')).status).toBe(200)
    time += 60_000
    expect((await ask(second)).status).toBe(200)
  })

  test('a restart gives no new one, and a clock that stood still takes none away', async () => {
    await service.close()
    let time = 1_000_000
    service = open({ settings: quota, clock: () => time })
    const ask = async (app: App) => {
      const response = await app(
        new Request('http://service/api/v1/search/semantic', {
          method: 'POST',
          headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
          body: '{"query": "anchor"}',
        }),
      )
      return [response.status, response.headers.get(HEADER.searchQuotaRemaining)]
    }
    expect(await ask(service.app)).toEqual([200, '1'])
    // The service is built anew on the same library, as at a start.
    expect(await ask(service.withSettings({}))).toEqual([200, '0'])
    expect(await ask(service.withSettings({}))).toEqual([403, '0'])
    expect(await ask(service.withSettings({ searchQuota: { count: 9, seconds: 60 } }))).toEqual([200, '5'])
    time += 60_000
    expect(await ask(service.withSettings({}))).toEqual([200, '1'])
  })

  test('a full disk stops no search', async () => {
    await service.close()
    service = open({ settings: quota, onError: () => undefined })
    await add('anchor')
    await service.searchSettled()
    const makeRoom = service.fillDisk()
    expect((await send('POST', '/search/semantic', { query: 'anchor' })).status).toBe(200)
    expect((await send('POST', '/search/semantic', { query: 'anchor' })).status).toBe(200)
    expect((await send('POST', '/search/semantic', { query: 'anchor' })).status).toBe(403)
    makeRoom()
  })

  test('a request that is refused for its form costs nothing', async () => {
    await service.close()
    service = open({ settings: quota })
    for (let i = 0; i < 5; i++) await send('POST', '/search/semantic', { query: '' })
    expect(
      (await send('POST', '/search/semantic', { query: 'x' })).headers.get(HEADER.searchQuotaRemaining),
    ).toBe('1')
  })
})

test('[D2] search and chunks need rag:read', async () => {
  const key = service.addKey(['documents:read', 'documents:write', 'folders:read'])
  expect((await send('POST', '/search/semantic', { query: 'x' }, key)).body!.code).toBe('missing_ability')
  expect((await send('GET', '/documents/1/chunks/1', undefined, key)).body!.code).toBe('missing_ability')
})

test('says by which retrieval it searched', async () => {
  const { headers } = await send('POST', '/search/semantic', { query: 'x' })
  expect(headers.get(HEADER.searchRetrieval)).toBe('hybrid')
})
