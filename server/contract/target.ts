import { trimEndOf } from '../../shared/text/trim'
import { API_PREFIX } from '../../shared/api/api-prefix'
import type { Ended, Finished } from './server-process'

/** A server of the API, with the keys and means to test it. */
export interface Target {
  /** The address without `/api/v1`. */
  readonly baseUrl: string
  readonly fetch: (request: Request) => Promise<Response>
  /** A key with every ability. */
  readonly key: string
  /** A key of the same account with `documents:read` only. */
  readonly limitedKey?: string
  /** A key with every ability in another account of the same server. */
  readonly otherAccountKey?: string
  /** A key of an account that is being deleted. */
  readonly deletingKey?: string
  /** Servers with other settings, where available: strict revisions off, a small rate limit, a small quota. */
  readonly lenient?: Target
  readonly rateLimited?: Target
  readonly quotaLimited?: Target
  /** A server that may be killed, if the suite started one. */
  readonly process?: ServerProcess
}

/** A server with its library, which the suite may kill, restart and run commands on. */
export interface ServerProcess {
  readonly folder: string
  /** The key of its first start. */
  readonly key: string
  /** Its present address. */
  readonly url: string
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended>
  /** Starts it again after its end; returns the key of its first line of output. */
  start(): Promise<string | null>
  /** Runs a command such as `keys list` on its library. */
  run(...args: readonly string[]): Promise<Finished>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  /** The body as JSON; `undefined` where it is not JSON. */
  readonly body: Body
  readonly etag: string
}

/** The parts of bodies that checks examine; everything may be missing. */
// oxlint-disable-next-line no-explicit-any -- a foreign server may send anything; the checks look at it field by field
export type Body = any

export interface Sent {
  readonly json?: unknown
  /** A body that is not made from `json`. */
  readonly raw?: string | FormData | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the target's key; `null`: no key at all. */
  readonly key?: string | null
}

export type Send = (method: string, path: string, sent?: Sent) => Promise<Answer>

/** Sends requests to one server without any help of a client, so that every finding is due to the server. */
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
