import { z } from 'zod'
import { HEADER, OPERATIONS } from '../../../shared/api/api'
import { metaSeen } from '../../../shared/api/api-reading'
import { problem } from '../../../shared/problem'
import {
  READERS,
  type Answer,
  type DataOf,
  type FailedAnswer,
  type JsonOperation,
  type PageSeen,
} from './answer'
import type { ServiceCapabilities } from '../service/capabilities'
import { serverTime } from './retry-after'
import { attempt } from '../../../shared/thrown'

/** The message for an unreadable answer of a connection in use; *Test* has another one. */
export const UNREADABLE = 'The service gave an answer that Stet cannot read.'

const envelope = z.object({ data: z.unknown(), meta: metaSeen })

/**
 * Reads a 2xx. Without a body it is `empty`; with one it must be the envelope and, for one record, the record that was
 * asked for. Anything else is an unknown outcome (W4).
 */
export function readAnswer<N extends JsonOperation>(
  name: N,
  params: Readonly<Record<string, string>>,
  response: Pick<Response, 'status' | 'headers'>,
  text: string,
): Answer<DataOf[N]> {
  const etag = response.headers.get(HEADER.etag) ?? undefined
  const { status } = response
  const record: z.ZodType | null = READERS[name]
  const isEmpty = text.trim() === ''
  if (isEmpty && OPERATIONS[name].method !== 'GET')
    return { kind: 'empty', status, ...(etag !== undefined && { etag }) }
  const json = attempt((): unknown => JSON.parse(text))
  if (json === undefined) return badAnswer(UNREADABLE, status)
  if (record === null) return { kind: 'empty', status }
  const body = envelope.safeParse(json)
  if (!body.success) return badAnswer(UNREADABLE, status)
  const time = serverTime(response.headers)
  const rest = {
    kind: 'ok' as const,
    status,
    ...(etag !== undefined && { etag }),
    ...(time !== undefined && { serverTime: time }),
  }
  if (OPERATIONS[name].answer.kind === 'many') {
    if (!Array.isArray(body.data.data)) return badAnswer('The service did not answer with a list.', status)
    const rows = body.data.data as readonly unknown[]
    const data = rows.flatMap((row) => {
      const read = record.safeParse(row)
      return read.success ? [read.data] : []
    })
    const page = pageOf(body.data.meta)
    return { ...rest, data: data as never, skipped: rows.length - data.length, ...(page && { page }) }
  }
  const one = record.safeParse(body.data.data)
  if (!one.success) return badAnswer('The service answered with a record that cannot be read.', status)
  if (!isTheOneAsked(one.data as Identified, params))
    return badAnswer('The service answered with a different record from the one requested.', status)
  return { ...rest, data: one.data as DataOf[N], skipped: 0 }
}

/**
 * The capabilities that an answer reveals. A capability that was seen once stays, because a single answer may be odd.
 */
export function capabilitiesSeen(
  known: ServiceCapabilities,
  name: JsonOperation,
  { etag }: { readonly etag?: string },
  text: string,
): ServiceCapabilities {
  const [, mark] = (known.textIds === undefined && /"id"\s*:\s*("|\d)/.exec(text.slice(0, 2_000))) || []
  const item = /^(folder|file)s\./.exec(name)?.[1] as 'folder' | 'file' | undefined
  const capability =
    name === 'documents.get' ? 'etags' : name === 'documents.update' ? 'etagOnWrite' : undefined
  return {
    ...(mark !== undefined && { textIds: mark === '"' ? 'yes' : 'no' }),
    ...(item && etag !== undefined && { [`${item}Etags`]: 'yes' }),
    ...(capability && known[capability] !== 'yes' && { [capability]: etag === undefined ? 'no' : 'yes' }),
  }
}

interface Identified {
  readonly id?: string | undefined
  readonly document_id?: string | null | undefined
}

function isTheOneAsked(record: Identified, params: Readonly<Record<string, string>>): boolean {
  const part = params['versionId'] ?? params['chunkId']
  if (part === undefined) return params['id'] === undefined || record.id === params['id']
  return (
    (record.id === undefined || record.id === part) &&
    (record.document_id == null || record.document_id === params['id'])
  )
}

function pageOf(meta: z.infer<typeof metaSeen>): PageSeen | undefined {
  if (!meta) return undefined
  return {
    ...(meta.current_page !== undefined && { currentPage: meta.current_page }),
    ...(meta.last_page !== undefined && { lastPage: meta.last_page }),
    ...(meta.per_page !== undefined && { perPage: meta.per_page }),
    ...(meta.total !== undefined && { total: meta.total }),
  }
}

const badAnswer = (message: string, status: number): FailedAnswer => ({
  kind: 'failed',
  problem: problem('bad-answer', message, { status }),
  certain: false,
})
