import { HEADER, type Operation } from '../../shared/api/api'
import type { Pointer, Reply } from './routes'

/** A larger page is sent record by record, so that 100 documents of 20 MB are never in memory together. */
const STREAM_FROM_BYTES = 4 * 1024 * 1024
/** The length in UTF-16 units from which JSON is encoded here. */
const ENCODED_FROM = 64 * 1024

/** The response for a reply, in the envelopes of the content API, section 2. */
export function reply(
  operation: Operation,
  given: Reply,
  answerHeaders: Readonly<Record<string, string>>,
): Response {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-cache',
    ...answerHeaders,
  }
  const status = operation.answer.status
  switch (given.kind) {
    case 'one':
      if (given.etag !== undefined) headers[HEADER.etag] = given.etag
      return new Response(bodyOf(given.record), { status, headers })
    case 'text':
      if (given.etag !== undefined) headers[HEADER.etag] = given.etag
      return new Response(given.text, { status, headers })
    case 'unchanged':
      return new Response(null, { status: 304, headers: { ...answerHeaders, [HEADER.etag]: given.etag } })
    case 'many':
      return new Response(JSON.stringify({ data: given.records, meta: given.meta }), { status, headers })
    case 'pointers': {
      const size = given.pointers.reduce((sum, pointer) => sum + pointer.size, 0)
      const parts = pageParts(given.pointers, given.load, JSON.stringify(given.meta))
      const body = size < STREAM_FROM_BYTES ? [...parts].join('') : streamOf(parts)
      return new Response(body, { status, headers })
    }
    case 'empty':
      return new Response(null, { status, headers: answerHeaders })
    case 'bytes':
      return new Response(given.body, {
        status: given.status,
        headers: { ...answerHeaders, ...given.headers },
      })
  }
}

function bodyOf(record: object): string | Uint8Array<ArrayBuffer> {
  const json = `{"data":${JSON.stringify(record)}}`
  // A long text is encoded here once; as a string it would first be measured, and then encoded into three times the
  // space.
  return json.length < ENCODED_FROM ? json : new TextEncoder().encode(json)
}

function* pageParts(
  pointers: readonly Pointer[],
  load: (id: number) => object | undefined,
  meta: string,
): Generator<string, void> {
  let lead = '{"data":['
  for (const { id } of pointers) {
    const record = load(id)
    if (record === undefined) continue
    yield lead + JSON.stringify(record)
    lead = ','
  }
  yield `${lead === ',' ? '' : lead}],"meta":${meta}}`
}

function streamOf(parts: Generator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      cancel() {
        parts.return()
      },
    },
    { highWaterMark: 0 },
  )
}
