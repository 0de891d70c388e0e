import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { fuzzRuns } from '../../shared/testing/fuzz-runs'
import { IPC_COMMANDS, type CommandName, type Handlers } from '../../shared/ipc/ipc'
import { createCommandGate } from './ipc'

const NAMES = Object.keys(IPC_COMMANDS) as CommandName[]
const HOSTILE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON', 'id', 'text', '']

/** Any value that structured cloning can carry, including deep and odd ones. */
const anything = fc.anything({
  maxDepth: 4,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  key: fc.oneof(fc.constantFrom(...HOSTILE_KEYS), fc.string()),
})
const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '../../etc/passwd',
    'javascript:alert(1)',
    '"',
    '%00',
    'a'.repeat(70_000),
  ),
)
const oddNumber = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, -0, -1, 2 ** 53, 1.5))
const odd = fc.oneof(anything, oddText, oddNumber, fc.constantFrom(null, undefined))

/** Input with this command's keys and invalid values: closer to the schema than random input would be. */
function nearly(schema: z.ZodType): fc.Arbitrary<unknown> {
  const shape = (schema as { readonly shape?: Readonly<Record<string, unknown>> }).shape
  if (shape === undefined) return odd
  return fc.record(Object.fromEntries(Object.keys(shape).map((key) => [key, odd])), { requiredKeys: [] })
}

const message = fc.oneof(
  ...NAMES.map((name) =>
    fc.tuple(fc.constant<unknown>(name), fc.oneof(nearly(IPC_COMMANDS[name].input), odd)),
  ),
  fc.tuple(fc.oneof(fc.constantFrom<unknown>(...HOSTILE_KEYS), anything), odd),
)

test('[IPC] hostile messages: an answer each time, and no handler meets what its schema forbids', async () => {
  let reached = 0
  const crashes: unknown[] = []
  const handlers = Object.fromEntries(
    NAMES.map((name) => [
      name,
      (input: unknown) => {
        reached += 1
        if (!IPC_COMMANDS[name].input.safeParse(input).success) crashes.push([name, input])
      },
    ]),
  )
  const open = 'open:1'
  const gate = createCommandGate(
    handlers as unknown as Handlers<number, string>,
    { of: (epoch) => (epoch === open ? 'library' : undefined) },
    (name, error) => crashes.push([name, error]),
  )
  const runs = fuzzRuns(5_000, 1_000_000)
  console.info(`seed ${runs.seed}`)
  await fc.assert(
    fc.asyncProperty(
      message,
      fc.boolean(),
      fc.oneof(fc.constant(open), odd),
      async ([name, input], known, epoch) => {
        const before = reached
        const answer = await gate({ sender: 1, known }, name, input, epoch)
        if (!answer.ok) expect(answer.problem.message).not.toBe('')
        expect(answer.ok).toBe(reached > before)
        const isOfLibrary = NAMES.some((one) => one === name && IPC_COMMANDS[one].scope === 'library')
        if (known && isOfLibrary && epoch !== open)
          expect(answer).toMatchObject({ problem: { code: 'other-library' } })
        if (!known) expect(answer).toMatchObject({ ok: false, problem: { code: 'unknown-sender' } })
      },
    ),
    runs,
  )
  expect(crashes).toEqual([])
  expect(reached).toBeGreaterThan(0)
})
