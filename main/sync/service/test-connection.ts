import type { TestReport } from '../../../shared/ipc/ipc-sync'
import { problem, type Problem } from '../../../shared/problem'
import type { Ability } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import { keyFormOf, keyProblem, normaliseAddress, otherForm } from '../http/address'
import { createApiClient, type ApiClient } from '../http/api-client'
import type { Credential, Fetch, KeyForm } from '../http/fetch'
import { STOPS_ALL } from '../http/refusals'
import { createConnection, type Connection } from './connection'
import { unknownAbilities, type AbilityKnowledge } from './connection-state'
import { describeCapabilities, type ServiceCapabilities } from './capabilities'
import { probeCapabilities } from './probe'
import { probeWriteAbilities } from './probe-abilities'

interface TestRequest {
  readonly address: string
  readonly key: string
  /** The form of the key to use. Where it is absent, the key's prefix decides, and the other form is tried too (D1). */
  readonly form?: KeyForm
  /** Cancels the test: requests in flight are aborted, and no more are sent. */
  readonly signal?: AbortSignal
}

interface TestParts {
  readonly fetch: Fetch
  readonly clock: Clock
}

/** The result of *Test*, and the settings for a connection that it has found. */
interface TestOutcome {
  readonly report: TestReport
  readonly address?: string
  readonly form?: KeyForm
  readonly capabilities: ServiceCapabilities
}

/** The id of a chunk that no service has, to find out whether chunks may be read. */
const NO_CHUNK = { id: '999999999999999', chunkId: '999999999999999' }

/** Finds out what this key may do, by requests that can change nothing (requirement D2). */
export async function testConnection(parts: TestParts, request: TestRequest): Promise<TestOutcome> {
  const address = normaliseAddress(request.address)
  if (!address.ok) return refused(address.problem)
  const key = request.key.trim()
  const keyFault = keyProblem(key)
  if (keyFault !== undefined) return refused(problem('invalid-input', keyFault))

  const chosen = request.form ?? keyFormOf(key)
  const { signal } = request
  let attempt = await tryForm(parts, address.value, { key, form: chosen }, signal)
  if (attempt.failure?.code === 'unauthorized' && request.form === undefined) {
    const other = await tryForm(parts, address.value, { key, form: otherForm(chosen) }, signal)
    if (other.failure?.code !== 'unauthorized') attempt = other
  }
  const { failure, form } = attempt
  if (failure) return { ...refused(failure), address: address.value }

  const capabilities = await probeCapabilities(attempt.client, signal)
  attempt.connection.noteAbilities(await probeWriteAbilities(attempt.client, signal))
  if (signal?.aborted) return refused(problem('cancelled', 'Cancelled.'))
  const { abilities, capabilities: seen } = attempt.connection.current()
  attempt.connection.close()
  const all = { ...capabilities, ...seen }
  return {
    address: address.value,
    form,
    capabilities: all,
    report: { ok: true, abilities, form, lines: linesOf(address.value, abilities, all) },
  }
}

const QUESTIONS = [
  ['documents.list', { query: { per_page: 1 } }],
  ['folders.list', { query: { per_page: 1 } }],
  ['tags.list', { query: { per_page: 1 } }],
  ['files.list', { query: { per_page: 1 } }],
  ['chunks.get', { params: NO_CHUNK }],
] as const

interface Attempt {
  readonly client: ApiClient
  readonly connection: Connection
  readonly form: KeyForm
  /** Why nothing could be found out. */
  readonly failure?: Problem
}

async function tryForm(
  { fetch, clock }: TestParts,
  address: string,
  credential: Credential,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  const { form } = credential
  const connection = createConnection({ clock })
  const client = createApiClient({ address, credential: () => credential, fetch, clock, connection })
  for (const [index, [name, request]] of QUESTIONS.entries()) {
    const answer = await client.call(name, { ...request, ...(signal && { signal }) })
    const code = answer.kind === 'failed' ? answer.problem.code : undefined
    const stops = code !== undefined && (STOPS.has(code) || (index === 0 && STOPS_AT_FIRST.has(code)))
    if (answer.kind === 'failed' && stops) return { client, connection, form, failure: answer.problem }
  }
  return { client, connection, form }
}

const STOPS: ReadonlySet<string> = new Set([...STOPS_ALL, 'redirected'])
/** After one of these problems the test stops only with the first request: later, only that route may be missing. */
const STOPS_AT_FIRST: ReadonlySet<string> = new Set(['bad-answer', 'service-failed', 'not-found'])

const refused = (why: Problem): TestOutcome => ({
  capabilities: {},
  report: { ok: false, lines: [wordsOf(why)], abilities: unknownAbilities, problem: why },
})

/**
 * The message for a connection that is being set up. The service's own words about its checks and routes do not help
 * with an address.
 */
function wordsOf({ code, message, status, retryAfterMs }: Problem): string {
  switch (code) {
    case 'unauthorized':
      return 'The service answers, but it does not accept this key.'
    case 'not-found':
      return 'Nothing answers at this path. Check the address.'
    case 'bad-answer':
      return status === undefined
        ? message
        : 'This address answers, but it isn’t a Stet content service. Check the address.'
    case 'service-failed':
      return `The service reported an error. ${tryAgain(retryAfterMs)}`
    case 'throttled':
      return `The service asked to wait. ${tryAgain(retryAfterMs)}`
    default:
      return message
  }
}

function tryAgain(waitMs: number | undefined): string {
  if (waitMs === undefined) return 'Try again later.'
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return `Try again in ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`
}

const READS: readonly (readonly [Ability, string])[] = [
  ['documents:read', 'documents'],
  ['folders:read', 'folders'],
  ['tags:read', 'tags'],
  ['files:read', 'files'],
]

const WRITES: readonly (readonly [Ability, string])[] = [
  ['documents:write', 'documents'],
  ['folders:write', 'folders'],
  ['tags:write', 'tags'],
  ['files:write', 'files'],
]

function linesOf(address: string, abilities: AbilityKnowledge, capabilities: ServiceCapabilities): string[] {
  const may = READS.filter(([ability]) => abilities[ability] === 'yes').map(([, what]) => what)
  const mayNot = READS.filter(([ability]) => abilities[ability] === 'no').map(([, what]) => what)
  const mayWrite = WRITES.filter(([ability]) => abilities[ability] === 'yes').map(([, what]) => what)
  const mayNotWrite = WRITES.filter(([ability]) => abilities[ability] === 'no').map(([, what]) => what)
  const search = abilities['rag:read']
  return [
    `Connected to ${new URL(address).host}. The key works.`,
    ...(may.length > 0 ? [`The key may read ${enumerated(may, 'and')}.`] : []),
    ...(mayNot.length > 0 ? [`It may not read ${enumerated(mayNot, 'or')}.`] : []),
    ...(search === 'yes'
      ? ['It may search by meaning.']
      : search === 'no'
        ? ['It may not search by meaning.']
        : []),
    ...(mayWrite.length > 0 ? [`It may write ${enumerated(mayWrite, 'and')}.`] : []),
    ...(mayNotWrite.length > 0 ? [`It may not write ${enumerated(mayNotWrite, 'or')}.`] : []),
    ...(mayWrite.length + mayNotWrite.length < WRITES.length
      ? [
          'Other write access can’t be tested without changing something; you’ll be told the first time it’s refused.',
        ]
      : []),
    ...describeCapabilities(capabilities),
  ]
}

const enumerated = (words: readonly string[], last: 'and' | 'or'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
