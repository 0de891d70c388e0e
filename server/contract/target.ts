import { trimEndOf } from '../../shared/text/trim'
import { API_PREFIX } from '../../shared/api/api-prefix'
import type { Ended, Finished } from './server-process'

/** A server of the API and what may be used to try it. */
export interface Target {
  /** Without `/api/v1`. */
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
  /** Holds every ability. */
  readonly key: string
  /** A key of the same account that holds `documents:read` and nothing else. */
  readonly limitedKey?: string
  /** A key with every ability in another account of the same server. */
  readonly otherAccountKey?: string
  /** A key of an account whose deletion is under way. */
  readonly deletingKey?: string
  /** Servers with another setting, where there are such: strict revisions off, a small rate limit, a small quota. */
  readonly lenient?: Target
  readonly rateLimited?: Target
  readonly quotaLimited?: Target
  /** A server that may be killed, where the suite started one. */
  readonly process?: ServerProcess
}

/** A server with its library, which the suite may kill, start again and run commands on. */
export interface ServerProcess {
  readonly folder: string
  /** The key of its first start. */
  readonly key: string
  /** Where it listens now. */
  readonly url: string
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended>
  /** After its end; answers with the key of its first line. */
  start(): Promise<string | null>
  /** A command such as `keys list`, on its library. */
  run(...args: readonly string[]): Promise<Finished>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  /** The body as JSON; `undefined` where it is none. */
  readonly body: Body
  readonly etag: string
}

/** What is looked at in bodies; everything may be missing. */
// oxlint-disable-next-line no-explicit-any -- a foreign server may send anything; the checks look at it field by field
export type Body = any

export interface Sent {
  readonly json?: unknown
  /** A body that is not made from `json`. */
  readonly raw?: string | FormData | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** In place of the target's key; `null`: none at all. */
  readonly key?: string | null
}

export type Send = (method: string, path: string, sent?: Sent) => Promise<Answer>

/** Requests to one server, as plain as they can be: what the suite finds must be the server's doing. */
export function sender(target: Target): Send {
  const base = trimEndOf(target.baseUrl, '/').replace(/\/api\/v1$/, '') + API_PREFIX
  return async (method, path, sent = {}) => {
    const key = sent.key === undefined ? target.key : sent.key
    const body = sent.raw ?? (sent.json === undefined ? undefined : JSON.stringify(sent.json))
    const response = await target.fetch(
      new Request(base + path, {
        method,
        headers: {
          Accept: 'application/json',
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(sent.json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...sent.headers,
        },
        ...(body === undefined ? {} : { body }),
      }),
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: jsonIn(text),
      etag: response.headers.get('etag') ?? '',
    }
  }
}

function jsonIn(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
