import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createFileDisk } from './disk'
import { useWriters } from './writers'

const { withDocument } = useWriters()

const KEYED = (key: string) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(`Bearer ${key}`).toString('base64'),
  Buffer.from(key).toString('hex'),
]

/** An answer that contains the key in each field and in each form. */
function echo(status: number, key: string): Response {
  const words = `The token ${KEYED(key).join(' ')} is not right. ${'x'.repeat(790)} ${key}`
  const body = {
    message: words,
    code: key,
    errors: { content: [words, key], [key]: words },
    data: { id: key, message: words },
  }
  const headers = {
    'Content-Type': `application/json; token=${key}`,
    ETag: `"${key}"`,
    Location: `https://${key}.example/${key}`,
    'X-RateLimit-Limit': key,
    'Retry-After': '1',
  }
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers })
}

/** A correct record with headers that contain the key. */
async function echoInHeaders(answer: Response, key: string): Promise<Response> {
  const { headers } = echo(answer.status, key)
  headers.set('Content-Type', 'application/json')
  return new Response(answer.status === 204 ? null : await answer.text(), { status: answer.status, headers })
}

test.each([400, 401, 403, 404, 409, 412, 413, 422, 429, 500, 503, 302, 307, 200, 'its record'] as const)(
  '[M1] a service that answers a save with %s and names the key everywhere: nothing that leaves main holds it',
  async (status) => {
    let isEchoing = false
    let key = ''
    const disk = createFileDisk()
    const { writer, id, window } = await withDocument('One.\n', {
      disk: () => disk,
      variant: (app) => async (request) => {
        key = (request.headers.get('Authorization') ?? '').replace('Bearer ', '') || key
        if (!isEchoing) return app(request)
        return status === 'its record' ? echoInHeaders(await app(request), key) : echo(status, key)
      },
    })
    isEchoing = true
    await window.append('Two.\n')
    await writer.pass(30_000)
    writer.workspace.retry()
    await writer.pass(30_000)
    expect(key.length).toBeGreaterThan(20)

    const left = JSON.stringify([
      writer.told,
      writer.notices,
      writer.workspace.record(),
      writer.workspace.outbox.list(),
      writer.workspace.readLog({ query: '', limit: 1_000 }),
      writer.workspace.documents.read(id),
      await writer.workspace.documents.conflict({ id }),
    ])
    const onDisk = readdirSync(disk.folder(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)).toString('latin1'))
    // The padding of Base64 is not part of the key.
    const forms = KEYED(key).map((form) => form.replace(/.{0,2}=*$/, ''))
    for (const text of [left, ...onDisk])
      for (const form of forms) expect(text.toLowerCase().includes(form.toLowerCase())).toBe(false)
    expect(writer.workspace.documents.read(id)?.text).toContain('Two.')
  },
)
