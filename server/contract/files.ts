import { check, decision, must, same, statusIs, type Check } from './check'

const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

export const FILE_CHECKS: readonly Check[] = [
  check('A15', 'several files are uploaded at once, listed, read and deleted', async (trial) => {
    const { records } = await trial.files([
      { name: 'map.png', type: 'image/png', content: PIXEL },
      { name: 'tides.csv', type: 'text/csv', content: 'hour,height\n1,3.4\n' },
    ])
    same(records.length, 2, 'files')
    const list = await trial.send('GET', '/files')
    must(Array.isArray(list.body?.data) && list.body.meta.total >= 2, 'the list lacks them')
    for (const record of records) {
      const read = await trial.send('GET', `/files/${record.id}`)
      statusIs(read, 200)
      same(read.body.data.id, record.id, 'id')
      must((await trial.guarded('DELETE', `/files/${record.id}`)).status < 300, 'DELETE is refused')
      statusIs(await trial.send('GET', `/files/${record.id}`), 404)
      statusIs(await trial.send('GET', `/files/${record.id}/download`), 404)
    }
  }),

  check('A15', 'content is downloaded and served byte for byte', async (trial) => {
    const { records } = await trial.files([{ name: 'map.png', type: 'image/png', content: PIXEL }])
    for (const way of ['download', 'serve']) {
      const answer = await trial.send('GET', `/files/${records[0].id}/${way}`)
      statusIs(answer, 200)
      same([...answer.bytes], [...PIXEL], way)
    }
  }),

  check('A15', 'metadata is updated', async (trial) => {
    const { records } = await trial.files([{ name: 'a.txt', type: 'text/plain', content: 'a' }])
    statusIs(await trial.guarded('PUT', `/files/${records[0].id}`, { name: 'b.txt' }), 200)
    same((await trial.send('GET', `/files/${records[0].id}`)).body.data.name, 'b.txt', 'name')
  }),

  decision('F', 'file fields, and the fields files[] and file', async (trial) => {
    const { records, answer } = await trial.files([{ name: 'map.png', type: 'image/png', content: PIXEL }])
    statusIs(answer, 201)
    const { created_at, updated_at, id, ...rest } = records[0]
    const digest = await crypto.subtle.digest('SHA-256', PIXEL)
    const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    same(rest, { name: 'map.png', mime_type: 'image/png', size: PIXEL.length, sha256, alt: '' }, 'fields')
    must(
      Number.isInteger(id) && !Number.isNaN(Date.parse(created_at)) && created_at === updated_at,
      'id or times',
    )
    const put = await trial.guarded('PUT', `/files/${id}`, { alt: 'The sea at dusk' })
    same([put.body?.data?.alt, put.body?.data?.name], ['The sea at dusk', 'map.png'], 'alt')
    const single = await trial.files([{ name: 'b.txt', type: 'text/plain', content: 'b', field: 'file' }])
    same(single.records.length, 1, 'files sent as file')
    statusIs(await trial.send('POST', '/files', { raw: new FormData() }), 400, 422)
  }),

  decision('F', 'download is an attachment; serve is inline, sandboxed, without sniffing', async (trial) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const { records } = await trial.files([{ name: 'Ünïcode "x".svg', type: 'image/svg+xml', content: svg }])
    const path = `/files/${records[0].id}`
    const download = await trial.send('GET', `${path}/download`)
    must(/^attachment\b/.test(download.headers.get('content-disposition') ?? ''), 'download is no attachment')
    const serve = await trial.send('GET', `${path}/serve`)
    must(/^inline\b/.test(serve.headers.get('content-disposition') ?? ''), 'serve is not inline')
    for (const { headers } of [download, serve]) {
      same(headers.get('x-content-type-options'), 'nosniff', 'X-Content-Type-Options')
      same(headers.get('content-type')?.split(';')[0], 'image/svg+xml', 'Content-Type')
    }
    const policy = serve.headers.get('content-security-policy') ?? ''
    must(/\bsandbox\b(?![^;]*allow-scripts)/.test(policy), `the CSP does not sandbox: ${policy}`)
    must(/default-src 'none'/.test(policy), `the CSP lets it make requests: ${policy}`)
  }),

  decision('F', 'serve answers a Range with that part, and 416 past the end', async (trial) => {
    const content = '0123456789'.repeat(10)
    const { records } = await trial.files([{ name: 'digits.txt', type: 'text/plain', content }])
    const get = (range: string) =>
      trial.send('GET', `/files/${records[0].id}/serve`, { headers: { Range: range } })
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=5-14', 5, 14],
      ['bytes=95-', 95, 99],
      ['bytes=-3', 97, 99],
      ['bytes=90-1000', 90, 99],
    ] as const) {
      const part = await get(range)
      same(
        [part.status, part.text, part.headers.get('content-range')],
        [206, content.slice(start, end + 1), `bytes ${start}-${end}/100`],
        range,
      )
    }
    statusIs(await get('bytes=100-'), 416)
    statusIs(await get('lines=1-2'), 200)
  }),

  decision('F', 'names of files are names: no path, no control characters', async (trial) => {
    const names = ['../../etc/passwd', '..\\..\\boot.ini', 'a\u202egnp.exe', '.', ' ']
    const { records } = await trial.files(names.map((name) => ({ name, type: 'text/plain', content: name })))
    same(
      records.map((record) => record.name),
      ['passwd', 'boot.ini', 'agnp.exe', 'file', 'file'],
      'names',
    )
    statusIs(await trial.guarded('PUT', `/files/${records[0].id}`, { name: '../x' }), 422)
  }),

  decision('F', 'two files of one content live and die apart', async (trial) => {
    const part = { name: 'twin.txt', type: 'text/plain', content: trial.name('twins') }
    const { records } = await trial.files([part, part])
    must(records[0].id !== records[1].id, 'one id for two files')
    await trial.guarded('DELETE', `/files/${records[0].id}`)
    same((await trial.send('GET', `/files/${records[1].id}/download`)).text, part.content, 'the other')
  }),
]
