import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ServiceVariant } from '../foreign/service-variants'
import { ROOT } from '../paths'
import { ESSAY, meet, WORDS, type Operation, type Trouble } from './fault-cells'
import { ABOUT, CHECKS, landed } from './fault-checks'
import { changeThere, deleteThere, type Writer } from './writer'

/**
 * The table of `main/sync/README.md` is the list of these tests. Each cell is run with the real client and the real
 * service, and its phrases are compared with the observed behaviour. A phrase that is unknown here fails, and so does
 * one that is missing in the table, so the table and the tests change only together.
 */
const table = readFileSync(path.join(ROOT, 'main/sync/README.md'), 'utf8')
  .split('## Every status and fault x every operation')[1]!
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const [head = [], , ...body] = table

const json = (status: number, value: object) =>
  ({ kind: 'status', status, body: JSON.stringify(value) }) as const

/** Another account (C7): the same ids with other times of creation. */
const anotherAccount =
  (isOn: () => boolean): ServiceVariant =>
  (app) =>
  async (request) => {
    const answer = await app(request)
    if (!isOn() || answer.headers.get('Content-Type')?.includes('json') !== true) return answer
    const text = (await answer.text()).replace(/"created_at":"[^"]*"/g, '"created_at":"2001-01-01T00:00:00Z"')
    return new Response(text, { status: answer.status, headers: answer.headers })
  }

const deletedThere = async (writer: Writer) => {
  await deleteThere(writer, ESSAY)
  const folder = await writer.other.call('folders.get', { params: { id: '1' } })
  if (folder.kind === 'ok')
    await writer.other.call('folders.delete', { params: { id: '1' }, ifMatch: folder.etag ?? '' })
}
const once = (fault: NonNullable<Trouble['fault']>): Trouble => ({ fault, times: 1 })

/** The trouble of each row, with variants for some operations. */
const ROWS: Readonly<Record<string, Trouble & { readonly but?: Partial<Record<Operation, Trouble>> }>> = {
  'no connection': { fault: { kind: 'refused' } },
  'cut, silence, 5xx, page, half a body': once({ kind: 'dropped' }),
  'three odd answers in a row': { fault: { kind: 'html' }, isEverywhere: true },
  '401': { fault: json(401, { message: 'Unauthenticated.' }) },
  '403, missing ability': { fault: json(403, { message: 'No.', code: 'missing_ability' }) },
  '403, account deletion': { fault: json(403, { message: 'No.', code: 'account_deletion_in_progress' }) },
  '403, search quota': { fault: json(403, { message: 'No.', code: 'search_quota_exceeded' }) },
  '403, unclear': { fault: json(403, { message: 'Not today.' }) },
  '404 with the error body': {
    fault: json(404, { message: 'Not found.' }),
    but: {
      edit: { before: deletedThere },
      delete: { before: deletedThere },
      'change a row': { before: deletedThere },
    },
  },
  '404 with a page': once({ kind: 'status', status: 404, body: '<html></html>' }),
  '412': { before: (writer) => changeThere(writer, ESSAY, { content: 'One.\n\nThree.' }) },
  '413, 422 about the size': { fault: json(413, { message: 'Too large.' }) },
  '422 about a field': {
    ...once(json(422, { message: 'Bad.', errors: { title: ['bad'], name: ['bad'] } })),
    but: {
      'create a row': {
        before: async (writer) => void (await writer.other.call('tags.create', { body: { name: 'sea' } })),
      },
    },
  },
  '428': once(json(428, { message: 'Needed.' })),
  '429': { fault: { kind: 'throttled', after: '60' } },
  'redirect, same host': once({ kind: 'redirect', location: '?again=1', status: 307 }),
  'redirect, another host': { fault: { kind: 'redirect', location: 'http://elsewhere.test/' } },
  'more than 64 MB': once({ kind: 'endless' }),
  'another document under a known id': { variant: anotherAccount },
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'create a document': 'create',
  edit: 'edit',
  delete: 'delete',
  'create a row': 'create a row',
  'change or delete a row': 'change a row',
  'read, list, pull': 'read',
  search: 'search',
}

/** The text of a cell. "as above" refers to the cell above, "the same" to the one on the left. */
function saidIn(row: number, column: number): string {
  const cell = body[row]?.[column] ?? ''
  if (cell === 'as above') return saidIn(row - 1, column)
  if (cell === 'the same') return leftOf(row, column)
  return cell === 'unknown, as a cut' ? 'unknown' : cell
}

/** The nearest cell on the left with a text. */
function leftOf(row: number, column: number): string {
  const said = saidIn(row, column - 1)
  return said === '-' ? leftOf(row, column - 1) : said
}

const used = new Set<string>()

describe.each(body.map((cells, row) => [cells[0]!, row] as const))('%s', (what, row) => {
  const cells = head.flatMap((name, column) => {
    const operation = OPERATIONS[name]
    const said = saidIn(row, column)
    return operation === undefined || said === '-' ? [] : [[name, said, operation] as const]
  })
  test.each(cells)('%s: %s', async (_name, said, plain) => {
    const { but, ...usual } = ROWS[what] ?? {}
    const operation = said.startsWith('a taken tag name') ? 'create a tag' : plain
    const check = CHECKS[operation][said]
    if (ROWS[what] === undefined || check === undefined) throw new Error(`nothing here plays “${said}”`)
    used.add(`${operation}: ${said}`)
    const seen = await meet(operation, but?.[plain] ?? usual)
    // In every case, the words are on this device, and nothing was sent to another host.
    if (operation === 'edit' || operation === 'create') expect(seen.text).toContain(WORDS)
    check(seen)
  })

  test('what the writer reads, the code of the problem, and what is tried next', async () => {
    const { but, ...usual } = ROWS[what] ?? {}
    const operation = what === '403, search quota' ? 'search' : 'edit'
    const seen = await meet(operation, but?.[operation] ?? usual)
    for (const [name, checks] of Object.entries(ABOUT)) {
      const said = saidIn(row, head.indexOf(name))
      if (said === '-') continue
      const check = checks[said]
      if (check === undefined) throw new Error(`nothing here plays “${said}”`)
      used.add(`${name}: ${said}`)
      check(seen)
    }
    const codes = [...(body[row]![head.indexOf('problem')] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, code]) => code,
    )
    if (codes.length === 0) expect(seen.codes).toEqual([])
    else expect(seen.codes.some((code) => codes.includes(code))).toBe(true)
    for (const code of seen.codes) expect(codes).toContain(code)
  })
})

test.each<[string, NonNullable<Trouble['fault']>]>([
  ['service-failed', { kind: 'status', status: 503 }],
  ['bad-answer', { kind: 'html' }],
  ['bad-answer', { kind: 'half-body' }],
  ['unreachable', { kind: 'answer-lost' }],
])('the row of the cut has one code for each of its kinds: %s', async (code, fault) => {
  const seen = await meet('edit', once(fault))
  expect(seen.codes).toEqual([code])
  expect(body[1]![head.indexOf('problem')]).toContain(`\`${code}\``)
  landed(seen)
})

test('each phrase that is held here stands in the table', () => {
  const known = Object.entries({ ...CHECKS, ...ABOUT }).flatMap(([operation, phrases]) =>
    Object.keys(phrases).map((said) => `${operation}: ${said}`),
  )
  expect(known.filter((one) => !used.has(one))).toEqual([])
})
