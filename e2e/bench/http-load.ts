import { connect } from 'node:net'

/** The parts of a response that the load test needs. */
export interface Response {
  readonly status: number
  readonly etag: string
}

export interface LoadOptions {
  readonly port: number
  /** The total number of requests. */
  readonly requests: number
  /** The number of kept-alive connections, each with one request at a time. */
  readonly connections: number
  /** Returns the full text of a connection's next request; `last` is the previous response. */
  readonly next: (connection: number, last: Response | undefined) => string
}

/**
 * Sends requests over plain sockets with minimal overhead, so that mainly the server is measured. Returns the ms of
 * each request. Throws if a response is not a success.
 */
export async function load(options: LoadOptions): Promise<number[]> {
  const took: number[] = []
  let left = options.requests
  const one = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(options.port, '127.0.0.1')
      socket.setNoDelay(true)
      let started = 0
      let buffer = Buffer.alloc(0)
      const send = (last: Response | undefined) => {
        if (left <= 0) {
          socket.end()
          return resolve()
        }
        left--
        started = performance.now()
        socket.write(options.next(index, last))
      }
      socket.on('connect', () => send(undefined))
      socket.on('error', reject)
      socket.on('data', (bytes) => {
        buffer = buffer.length === 0 ? bytes : Buffer.concat([buffer, bytes])
        const end = buffer.indexOf('\r\n\r\n')
        if (end === -1) return
        const head = buffer.toString('latin1', 0, end)
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
        if (buffer.length < end + 4 + length) return
        took.push(performance.now() - started)
        const status = Number(head.slice(9, 12))
        if (status >= 300) {
          socket.destroy()
          return reject(new Error(`answered ${buffer.toString('utf8', 0, 300)}`))
        }
        buffer = Buffer.alloc(0)
        send({ status, etag: /\r\netag: *([^\r\n]+)/i.exec(head)?.[1] ?? '' })
      })
    })
  await Promise.all(Array.from({ length: options.connections }, (_, index) => one(index)))
  return took
}

/** The 95th percentile. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? NaN
}
