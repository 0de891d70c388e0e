import type { MessagePort, Worker } from 'node:worker_threads'

/** A message of such a worker: the result of a request, or an error outside of requests. */
export type FromAsked =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'error'; readonly message: string }

/** A worker that answers requests, several at once if needed. */
export interface AskedWorker<Question> {
  /** Rejects where the work failed, and where the worker ends before its answer. */
  ask<T>(question: Question): Promise<T>
  /** Sends a message without an answer. */
  tell(message: object): void
  /** Sends `close`, and waits until the worker has ended (`endWith`). */
  close(): Promise<void>
}

/** A worker that has not ended by itself after this time hangs. */
const HANGS_MS = 30_000

/**
 * `name` precedes its failures in messages; `away` is the reason for requests without an answer after the worker has
 * ended.
 */
export function askedWorker<Question extends object>(
  worker: Worker,
  { name, away, onError }: { name: string; away: () => Error; onError: (error: unknown) => void },
): AskedWorker<Question> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  worker.on('message', (message: FromAsked) => {
    if (message.kind === 'error') return onError(new Error(`${name}: ${message.message}`))
    const asker = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') asker?.resolve(message.value as never)
    else asker?.reject(new Error(`${name}: ${message.message}`))
  })
  worker.on('error', onError)
  worker.on('exit', () => {
    for (const { reject } of waiting.values()) reject(away())
    waiting.clear()
  })
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.postMessage({ ...question, id })
      }),
    tell: (message) => worker.postMessage(message),
    async close() {
      const ended = endedByItself(worker, { kind: 'close' })
      const hangs = setTimeout(() => void worker.terminate(), HANGS_MS)
      await ended
      clearTimeout(hangs)
    },
  }
}

/**
 * Sends this message, which makes a worker end itself, and waits for that. Terminating a worker while SQLite returns a
 * row to it would end the whole process: the binding cannot throw a catchable error at that point.
 */
export async function endedByItself(worker: Worker, message: object): Promise<void> {
  // It has ended already.
  if (worker.threadId === -1) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.postMessage(message)
  await ended
}

/** In the worker: ends it once `close` is done, or after this time, between two of its steps. */
export async function endWith(close: () => Promise<void>, withinMs: number): Promise<void> {
  setTimeout(() => process.exit(), withinMs).unref()
  await close()
  process.exit()
}

/** In the worker: sends the result of the request with this `id`. */
export async function sayAnswer(port: MessagePort, id: number, work: () => unknown): Promise<void> {
  try {
    port.postMessage({ kind: 'answer', id, value: await work() } satisfies FromAsked)
  } catch (error) {
    port.postMessage({ kind: 'failed', id, message: String(error) } satisfies FromAsked)
  }
}
