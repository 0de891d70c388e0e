import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { OPERATIONS, type Operation } from '../../shared/api/api'
import { API_PREFIX } from '../../shared/api/api-prefix'
import { describeApi } from './openapi'

// oxlint-disable-next-line no-explicit-any -- a document of JSON, looked at place by place
const described: any = describeApi()
const operations = Object.entries(OPERATIONS as Record<string, Operation>)
const find = ({ method, path }: Operation) => described.paths[API_PREFIX + path][method.toLowerCase()]

test('[G3] the description is OpenAPI 3.1 by a public validator, references included', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(described))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  expect(() => validator.resolveRefs()).not.toThrow()
})

test('[G3] every operation is described, under its own name, and nothing else', () => {
  const names = Object.values(described.paths as object).flatMap((path) =>
    Object.values(path as object).map((operation: { operationId: string }) => operation.operationId),
  )
  expect(names.sort()).toEqual(operations.map(([name]) => name).sort())
})

test('[G3] each operation has its answer and its error answers, every error with the error body', () => {
  for (const [name, operation] of operations) {
    const { responses } = find(operation)
    const statuses = Object.keys(responses).map(Number)
    expect(statuses, name).toContain(operation.answer.status)
    for (const status of [401, 403, 429]) expect(statuses, name).toContain(status)
    expect(statuses.includes(404), name).toBe(operation.path.includes('{'))
    expect(statuses.includes(428) && statuses.includes(412), name).toBe(operation.guarded)
    for (const status of statuses.filter((one) => one >= 400))
      expect(responses[status].content['application/json'].schema.$ref, name).toBe(
        '#/components/schemas/Error',
      )
  }
})

test('[G3] bodies, parameters and records are those of the contract', () => {
  const create = find(OPERATIONS['documents.create']).requestBody.content['application/json'].schema
  expect(Object.keys(create.properties)).toEqual(['title', 'content', 'status', 'folder_id', 'tag_ids'])
  expect(create.required).toEqual(['title', 'content'])
  const list = find(OPERATIONS['documents.list']).parameters.map(
    (parameter: { name: string }) => parameter.name,
  )
  expect(list).toEqual(['page', 'per_page', 'status', 'folder_id', 'tag_id', 'updated_since', 'sort'])
  expect(Object.keys(described.components.schemas).sort()).toEqual(
    ['Chunk', 'Document', 'Error', 'File', 'Folder', 'PageMeta', 'SearchHit', 'Tag', 'Version'].sort(),
  )
  expect(Object.keys(described.components.schemas.Document.properties)).toContain('published_at')
})
