import { OPERATIONS, type Operation } from '../../shared/api/api'
import { API_PREFIX } from '../../shared/api/api-prefix'
import { check, decision, must, same, statusIs, type Check } from './check'

export const WHOLE_CHECKS: readonly Check[] = [
  check('A1', 'every operation is there', async (trial) => {
    for (const [name, operation] of Object.entries(OPERATIONS as Record<string, Operation>)) {
      const path = operation.path.replaceAll(/\{\w+\}/g, '1')
      // Without a key, every existing route asks for one.
      const { status } = await trial.send(operation.method, path, { key: null })
      must(status === 401, `${name} answered ${status} without a key`)
    }
    const search = await trial.send('POST', '/search/semantic', { json: { query: 'tide' } })
    statusIs(search, 200, 403)
  }),

  check('A2', 'fields that nobody knows are no error', async (trial) => {
    const { record } = await trial.document({ colour: 'green', nested: { a: 1 } })
    statusIs(await trial.guarded('PUT', `/documents/${record.id}`, { content: 'y', colour: 'blue' }), 200)
  }),

  decision('G1', 'an id is never used again', async (trial) => {
    const makers = [
      () => trial.document(),
      () => trial.folder(),
      () => trial.tag(),
      async () => ({
        record: (await trial.files([{ name: 'a', type: 'text/plain', content: 'a' }])).records[0],
      }),
    ]
    const paths = ['/documents', '/folders', '/tags', '/files']
    for (const [index, make] of makers.entries()) {
      const { record } = await make()
      const gone = await trial.guarded('DELETE', `${paths[index]}/${record.id}`)
      must(gone.status < 300, `DELETE ${paths[index]} answered ${gone.status}`)
      const next = await make()
      must(
        next.record.id > record.id,
        `${paths[index]}: ${record.id} was deleted, the next one is ${next.record.id}`,
      )
    }
  }),

  decision('G3', 'an OpenAPI 3.1 description of every operation is served', async (trial) => {
    const answer = await trial.send('GET', '/openapi.json')
    statusIs(answer, 200)
    must(String(answer.body?.openapi).startsWith('3.1.'), `openapi: ${answer.body?.openapi}`)
    for (const [name, { method, path }] of Object.entries(OPERATIONS as Record<string, Operation>)) {
      const paths = answer.body.paths as Record<string, Record<string, unknown>>
      const found = paths[path]?.[method.toLowerCase()] ?? paths[API_PREFIX + path]?.[method.toLowerCase()]
      must(found !== undefined, `${name} is not described`)
    }
  }),

  decision('G2', 'a document of 1 MB comes back as it was sent', async (trial) => {
    const line = 'The tide was an hour late, and the ferryman took it as a personal insult. 潮\r\n'
    const content = line.repeat(Math.ceil(1_048_576 / Buffer.byteLength(line)))
    const { record } = await trial.document({ content })
    same((await trial.send('GET', `/documents/${record.id}`)).body.data.content === content, true, 'equal')
  }),
]
