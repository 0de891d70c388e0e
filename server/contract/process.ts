import { join } from 'node:path'
import { ABILITIES } from '../../shared/terms'
import { check, must, same, statusIs, type Check, type Trial } from './check'
import { sender, type ServerProcess, type Answer, type Send } from './target'

const WHY =
  'it concerns the process and its files, which cannot be seen over HTTP: "npm run conformance -- --own" tries it'

const onProcess = (ids: string, title: string, run: (server: ServerProcess) => Promise<void>): Check =>
  check(ids, title, async (trial: Trial) => run(trial.target.process ?? trial.cannotTest(WHY)))

/** Sends to the server's present address, with its first key. */
const sendTo = (server: ServerProcess, key = server.key): Send =>
  sender({ baseUrl: server.url, key, fetch: (request) => fetch(request) })

const KILLS = 4
const WRITERS = 4

interface Sent {
  id: number
  /** The text of the last acknowledged write, and of the one in flight. */
  acknowledged: string
  last: string
}

/** Writes one document repeatedly until the server is gone. */
async function writeOn(send: Send, label: string, onAnswer: () => void): Promise<Sent | undefined> {
  let sent: Sent | undefined
  try {
    let answer = await send('POST', '/documents', {
      json: { title: label, content: `${label} 0`, status: 'draft' },
    })
    statusIs(answer, 201)
    sent = { id: answer.body.data.id, acknowledged: `${label} 0`, last: '' }
    for (let n = 1; ; n++) {
      onAnswer()
      sent.last = `${label} ${n}`
      answer = await send('PUT', `/documents/${sent.id}`, {
        json: { content: sent.last },
        headers: { 'If-Match': answer.etag },
      })
      statusIs(answer, 200)
      sent.acknowledged = sent.last
    }
  } catch (error) {
    // The connection broke when the server was killed.
    if (error instanceof TypeError) return sent
    throw error
  }
}

const etagsOf = (...answers: readonly Answer[]) => answers.map((answer) => answer.etag)

export const PROCESS_CHECKS: readonly Check[] = [
  onProcess('G1', 'nothing acknowledged is lost by SIGKILL, and it starts every time', async (server) => {
    const kept: Sent[] = []
    for (let round = 0; round < KILLS; round++) {
      let answers = 0
      const onAnswer = () => {
        if (++answers === 5 + round * 7) void server.end('SIGKILL')
      }
      const send = sendTo(server)
      const writers = Array.from({ length: WRITERS }, (_, n) => writeOn(send, `${round}-${n}`, onAnswer))
      for (const sent of await Promise.all(writers)) if (sent) kept.push(sent)
      await server.end('SIGKILL')
      await server.start()
    }
    must(kept.length >= KILLS, `${kept.length} documents were written in ${KILLS} rounds`)
    for (const { id, acknowledged, last } of kept) {
      const { body } = await sendTo(server)('GET', `/documents/${id}`)
      const found = body?.data?.content
      must(found === acknowledged || found === last, `"${acknowledged}" was acknowledged, found "${found}"`)
    }
  }),

  onProcess('G1', 'a restored backup never issues an ETag or an id again', async (server) => {
    const send = sendTo(server)
    const make = async (title: string) => ({
      document: await send('POST', '/documents', {
        json: { title, content: `${title} lantern`, status: 'draft' },
      }),
      folder: await send('POST', '/folders', { json: { name: title } }),
    })
    const early = await make('early')
    const file = join(server.folder, '..', 'library.backup')
    const backup = await server.run('backup', '--to', file)
    must(backup.code === 0, `backup: ${backup.stderr}`)
    const path = `/documents/${early.document.body.data.id}`
    const changed = await send('PUT', path, {
      json: { content: 'changed after the backup' },
      headers: { 'If-Match': early.document.etag },
    })
    const late = await make('late')
    const issued = etagsOf(early.document, early.folder, late.document, late.folder, changed)
    await server.end('SIGTERM')
    const restored = await server.run('restore', '--from', file)
    must(restored.code === 0, `restore: ${restored.stderr}`)
    await server.start()

    const again = sendTo(server)
    const read = await again('GET', path)
    same(read.body?.data?.content, 'early lantern', 'the text of the backup')
    const folder = await again('GET', `/folders/${early.folder.body.data.id}`)
    const fresh = await again('POST', '/documents', { json: { title: 'new', content: 'x', status: 'draft' } })
    for (const etag of etagsOf(read, folder, fresh))
      must(etag !== '' && !issued.includes(etag), `${etag} was issued before`)
    must(fresh.body.data.id > late.document.body.data.id, `id ${fresh.body.data.id} was given before`)
    statusIs(await again('PUT', path, { json: { content: 'y' }, headers: { 'If-Match': changed.etag } }), 412)
  }),

  onProcess(
    'G1 G4',
    'search finds what a restored library holds: its index is made again',
    async (server) => {
      const send = sendTo(server)
      const until = Date.now() + 10_000
      for (;;) {
        const { body } = await send('POST', '/search/semantic', { json: { query: 'lantern' } })
        if (body?.data?.some((hit: { text: string }) => hit.text === 'early lantern')) return
        must(Date.now() < until, 'the restored document is not found after ten seconds')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  ),

  onProcess('G2 D6', 'keys and accounts on the command line, while the server runs', async (server) => {
    const made = await server.run('keys', 'create', '--abilities', 'documents:read', '--name', 'reader')
    const key = made.stdout.trim()
    must(made.code === 0 && key.startsWith('mk_'), `keys create: ${made.stderr}`)
    const reader = () => sendTo(server, key)
    statusIs(await reader()('GET', '/documents'), 200)
    statusIs(await reader()('GET', '/tags'), 403)
    const list = (await server.run('keys', 'list')).stdout
    must(!list.includes(key), 'keys list shows a key')
    const entry = list
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; name: string })
      .find(({ name }) => name === 'reader')
    const revoked = await server.run('keys', 'revoke', String(entry?.id))
    must(revoked.code === 0, `keys revoke: ${revoked.stderr}`)
    statusIs(await reader()('GET', '/documents'), 401)

    const leaving = (await server.run('keys', 'create', '--account', 'to-be-deleted')).stdout.trim()
    statusIs(await sendTo(server, leaving)('GET', '/documents'), 200)
    const deleted = await server.run('accounts', 'delete', 'to-be-deleted')
    must(deleted.code === 0, `accounts delete: ${deleted.stderr}`)
    statusIs(await sendTo(server, leaving)('GET', '/documents'), 401)
  }),

  onProcess(
    'G2',
    'the first line gives a key with every ability once; later starts give none',
    async (server) => {
      const created = await server.run('keys', 'list')
      const first = JSON.parse(created.stdout.split('\n')[0] ?? '{}') as { abilities?: string[] }
      same([...(first.abilities ?? [])].sort(), [...ABILITIES].sort(), 'abilities of the first key')
      same(await server.end('SIGTERM'), 0, 'exit status after SIGTERM')
      same(await server.start(), null, 'key of a later start')
      statusIs(await sendTo(server)('GET', '/documents'), 200)
    },
  ),

  onProcess('G2', 'what cannot be served is refused in one sentence, with exit status 1', async (server) => {
    for (const args of [
      ['--host', '0.0.0.0'],
      ['--port', '99999'],
      ['--rate-limit', 'x'],
    ]) {
      const { code, stdout, stderr } = await server.run(...args)
      same([code, stdout, stderr.trim().split('\n').length], [1, '', 1], args.join(' '))
    }
  }),
]
