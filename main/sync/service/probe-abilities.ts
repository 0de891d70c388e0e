import type { OperationName } from '../../../shared/api/api'
import type { Ability } from '../../../shared/terms'
import type { Answer } from '../http/answer'
import type { ApiClient } from '../http/api-client'
import { STOPS_ALL } from '../http/refusals'
import type { AbilityKnowledge } from './connection-state'

/** An id that no service has, and an ETag that no revision has. */
const NO_ID = '999999999999999'
export const NO_ETAG = '"stet-asks-nothing-x"'

const WRITES = [
  ['documents:write', 'documents.update', 'documents.delete'],
  ['folders:write', 'folders.update', 'folders.delete'],
  ['tags:write', 'tags.update', 'tags.delete'],
  ['files:write', 'files.update', 'files.delete'],
] as const satisfies readonly (readonly [Ability, OperationName, OperationName])[]

/**
 * Finds out what a key may write, by requests that can change nothing: a PUT with an empty body and, where its answer
 * proves nothing, a DELETE, both of an id that cannot exist and with an If-Match that cannot match; never a POST. An
 * ability that the answers leave open is absent.
 */
export async function probeWriteAbilities(
  client: ApiClient,
  signal?: AbortSignal,
): Promise<Partial<AbilityKnowledge>> {
  const known: Partial<Record<Ability, 'yes' | 'no'>> = {}
  const request = {
    params: { id: NO_ID },
    ifMatch: NO_ETAG,
    isQuestion: true as const,
    ...(signal && { signal }),
  }
  for (const [ability, update, remove] of WRITES) {
    const put = await client.call(update, { ...request, body: {} })
    if (isOver(put)) return known
    const said = permissionIn(put) ?? permissionIn(await client.call(remove, request))
    if (said !== undefined) known[ability] = said
  }
  return known
}

/**
 * Whether the answer shows the ability: `no` where the request was refused for it, `yes` where the id, the ETag or the
 * body was refused.
 */
function permissionIn(answer: Answer<unknown>): 'yes' | 'no' | undefined {
  if (answer.kind !== 'failed') return undefined
  const { code, status } = answer.problem
  if (code === 'missing-ability') return 'no'
  return status !== undefined && LOOKED_AT.has(status) ? 'yes' : undefined
}

const LOOKED_AT: ReadonlySet<number> = new Set([404, 409, 412, 422, 428])

/** Whether the next request would fail in the same way. */
const isOver = (answer: Answer<unknown>): boolean =>
  answer.kind === 'failed' && (STOPS_ALL.has(answer.problem.code) || answer.problem.code === 'not-allowed')
