import { OPERATIONS, type Operation, type OperationName } from '../../shared/api/api'
import { check, decision, must, same, statusIs, type Check } from './check'
import type { Body } from './target'

const ROUTES = Object.entries(OPERATIONS) as [OperationName, Operation][]
const pathFor = (operation: Operation) => operation.path.replaceAll(/\{\w+\}/g, '999999999')

export const KEY_CHECKS: readonly Check[] = [
  check('D1', 'a key is taken as Authorization: Bearer and as X-API-Key', async (trial) => {
    const { key } = trial.target
    for (const headers of [{ Authorization: `Bearer ${key}` }, { 'X-API-Key': key }])
      statusIs(await trial.send('GET', '/documents', { key: null, headers }), 200)
  }),

  check('D3 E1', 'every route answers 401 with a message to a missing or wrong key', async (trial) => {
    const wrong: Record<string, string>[] = [
      {},
      { Authorization: 'Bearer mk_wrong' },
      { 'X-API-Key': 'mk_wrong' },
      { Authorization: `Basic ${trial.target.key}` },
      { Authorization: 'Bearer' },
      { 'X-API-Key': '' },
    ]
    for (const [name, operation] of ROUTES)
      for (const headers of wrong) {
        const answer = await trial.send(operation.method, pathFor(operation), { key: null, headers })
        must(answer.status === 401, `${name} with ${JSON.stringify(headers)} answered ${answer.status}`)
        must(typeof answer.body?.message === 'string', `${name}: no message`)
      }
  }),

  check(
    'D2 D4',
    'a key that lacks the ability gets 403, on every route that needs another',
    async (trial) => {
      const key =
        trial.target.limitedKey ?? trial.cannotTest('no key that holds documents:read alone was given')
      statusIs(await trial.send('GET', '/documents', { key }), 200)
      for (const [name, operation] of ROUTES) {
        const { status } = await trial.send(operation.method, pathFor(operation), {
          key,
          ...(operation.method === 'GET' || operation.method === 'DELETE' ? {} : { json: {} }),
        })
        if (operation.abilities.includes('documents:read'))
          must(
            status !== 403 && status !== 401,
            `${name} is refused (${status}) though the key holds documents:read`,
          )
        else
          must(
            status === 403,
            `${name} answered ${status} to a key without ${operation.abilities.join(' or ')}`,
          )
      }
    },
  ),

  decision('D4 F', '403 says which one it is: missing_ability', async (trial) => {
    const key =
      trial.target.limitedKey ?? trial.cannotTest('no key that holds documents:read alone was given')
    const refused = await trial.send('GET', '/tags', { key })
    same([refused.status, refused.body?.code], [403, 'missing_ability'], 'answer')
    must(typeof refused.body.message === 'string', 'no message')
  }),

  decision(
    'D4 D6 F',
    'while the account is being deleted requests get 403 account_deletion_in_progress',
    async (trial) => {
      const key =
        trial.target.deletingKey ?? trial.cannotTest('no key of an account under deletion was given')
      const refused = await trial.send('GET', '/documents', { key })
      same([refused.status, refused.body?.code], [403, 'account_deletion_in_progress'], 'answer')
    },
  ),

  check('D6 G2', 'nothing of one account is visible to a key of another', async (trial) => {
    const key = trial.target.otherAccountKey ?? trial.cannotTest('no key of another account was given')
    const [document, folder, tag] = [await trial.document(), await trial.folder(), await trial.tag()]
    const { records } = await trial.files([{ name: 'a.txt', type: 'text/plain', content: 'a' }])
    const versions = await trial.send('GET', `/documents/${document.record.id}/versions`)
    const ids: Record<string, number> = {
      documents: document.record.id,
      folders: folder.record.id,
      tags: tag.record.id,
      files: records[0].id,
    }
    for (const [name, operation] of ROUTES) {
      if (!operation.path.includes('{id}')) continue
      const path = operation.path
        .replace('{id}', String(ids[operation.path.split('/')[1] ?? '']))
        .replace('{versionId}', String(versions.body.data[0].id))
        .replace('{chunkId}', '1')
      const bodies: Partial<Record<OperationName, object>> = {
        'documents.update': { content: 'theirs' },
        'tags.update': { name: 'theirs' },
        'folders.update': { name: 'theirs' },
        'files.update': { name: 'theirs' },
      }
      const json = bodies[name]
      const { status } = await trial.send(operation.method, path, { key, ...(json && { json }) })
      must(status === 404, `${name} answered ${status} to a key of another account`)
    }
    for (const list of ['/documents', '/folders', '/tags', '/files']) {
      const { body } = await trial.send('GET', `${list}?per_page=100`, { key })
      const mine = ids[list.slice(1)]
      must(!body.data.some((record: Body) => record.id === mine), `${list} shows a record of another account`)
    }
    for (const json of [{ folder_id: folder.record.id }, { tag_ids: [tag.record.id] }])
      statusIs(
        await trial.send('POST', '/documents', {
          key,
          json: { title: 'x', content: '', status: 'draft', ...json },
        }),
        422,
      )
  }),
]
