import { expect, test } from 'vitest'
import { z } from 'zod'
import { CONTENT_BYTES_MAX } from '../../shared/api/api-records'
import { IPC_COMMANDS, type CommandName } from '../../shared/ipc/ipc'
import { INSERTED_MAX } from '../../shared/text/text-change'

type Schema = z.core.JSONSchema.JSONSchema

/** The places in a schema where a value has no bound on its length. */
function unbounded(schema: Schema, at: string, definitions: Record<string, Schema>): string[] {
  if (schema.$ref !== undefined)
    return unbounded(definitions[schema.$ref.replace('#/$defs/', '')] ?? {}, at, definitions)
  const inside = (part: unknown, name: string) => unbounded(part as Schema, `${at}.${name}`, definitions)
  const found = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) =>
    unbounded(part, at, definitions),
  )
  if (schema.enum !== undefined || schema.const !== undefined) return found
  const types = new Set<unknown>([schema.type ?? []].flat())
  if (types.has('string') && schema.maxLength === undefined) found.push(at)
  if (types.has('array')) {
    if (schema.maxItems === undefined && schema.prefixItems === undefined) found.push(`${at}[]`)
    found.push(...[schema.items ?? []].flat().flatMap((part) => inside(part, '[]')))
  }
  if (types.has('object')) {
    for (const [name, part] of Object.entries(schema.properties ?? {})) found.push(...inside(part, name))
    if (typeof schema.additionalProperties === 'object') {
      if (schema.maxProperties === undefined) found.push(`${at}{}`)
      found.push(...inside(schema.propertyNames ?? {}, 'key'), ...inside(schema.additionalProperties, '*'))
    }
  }
  return found
}

test('[L10] every text and every list that a window may send has a bound', () => {
  const found = (Object.keys(IPC_COMMANDS) as CommandName[]).flatMap((name) => {
    const schema = z.toJSONSchema(IPC_COMMANDS[name].input, { io: 'input', unrepresentable: 'any' })
    return unbounded(schema, name, schema.$defs ?? {})
  })
  expect(found).toEqual([])
})

const LARGE = 'x'.repeat(INSERTED_MAX / 2 + 1)

test('[L10] what a window sends in many parts is bounded as a whole', () => {
  const change = (...inserts: string[]) =>
    IPC_COMMANDS['document.change'].input.safeParse({
      id: 'd',
      clientId: 'c',
      version: 1,
      updates: inserts.map((insert) => [{ from: 0, to: 0, insert }]),
    }).success
  expect([change(LARGE, 'x'), change(LARGE, LARGE)]).toEqual([true, false])
  const decide = (...texts: string[]) =>
    IPC_COMMANDS['document.decide'].input.safeParse({
      id: 'd',
      reviewed: '"doc-1"',
      decisions: Object.fromEntries(texts.map((text, index) => [String(index), { text }])),
    }).success
  expect([decide(LARGE, 'x'), decide(LARGE, LARGE)]).toEqual([true, false])
  const hit = { from: 0, to: 1, found: 'a', replacement: 'b' }
  const apply = (documents: number, hits: number, replacement = 'b') =>
    IPC_COMMANDS['replace.apply'].input.safeParse({
      documents: Array.from({ length: documents }, (_, index) => ({
        documentId: String(index),
        hits: Array.from({ length: hits }, () => ({ ...hit, replacement })),
      })),
    }).success
  expect([apply(100, 100), apply(101, 100), apply(2, 1, LARGE)]).toEqual([true, false, false])
  const shortcuts = (count: number) =>
    IPC_COMMANDS['settings.set'].input.safeParse({
      shortcuts: Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, 'F1'])),
    }).success
  expect([shortcuts(500), shortcuts(501)]).toEqual([true, false])
})

test('[L10] a title that came from a service, however long it is there, can be shortened and recovered here', () => {
  // A title of 400 characters, of which the writer has deleted one.
  const title = 'x'.repeat(399)
  const recovered = { library: 'c:1', documentId: 'd', title, text: 'Late words.' }
  expect([
    IPC_COMMANDS['document.edit-fields'].input.safeParse({ id: 'd', title }).success,
    IPC_COMMANDS['library.recover-text'].input.safeParse(recovered).success,
  ]).toEqual([true, true])
})

test('[L10] a text that is too large for every service, and was kept here therefore, can be recovered here', () => {
  const text = 'x'.repeat(CONTENT_BYTES_MAX + 1)
  const recovered = { library: 'c:1', documentId: 'd', title: 'Long', text }
  expect(IPC_COMMANDS['library.recover-text'].input.safeParse(recovered).success).toBe(true)
})

test('the folder that main writes backups into is not among what a window can change', () => {
  const { input } = IPC_COMMANDS['settings.set']
  expect(input.parse({ theme: 'dark', backupFolder: '/home/other' })).toEqual({ theme: 'dark' })
})
