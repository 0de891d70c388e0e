import type { MessagePort, Worker } from 'node:worker_threads'

/** What such a worker says: how a question went, or what went wrong while nobody asked. */
export type FromAsked =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'trouble'; readonly message: string }

/** A worker that is asked, also several questions at once. */
export interface AskedWorker<Question> {
  /** Rejects where the work failed, and where the worker ends before it has answered. */
  ask<T>(question: Question): Promise<T>
  /** Says something that nothing is answered to. */
  tell(message: object): void
  /** Tells it to `close`, and waits until it has ended (`endWith`). */
  close(): Promise<void>
}

/** A worker that has not ended itself by then hangs. */
const HANGS_MS = 30_000

/** `name` stands before what it says of its failures; `away` is why a question has no answer once the worker has ended. */
export function askedWorker<Question extends object>(
  worker: Worker,
  { name, away, onError }: { name: string; away: () => Error; onError: (error: unknown) => void },
): AskedWorker<Question> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  worker.on('message', (message: FromAsked) => {
    if (message.kind === 'trouble') return onError(new Error(`${name}: ${message.message}`))
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
 * Asks a worker by this message to end itself, and waits until it has. A worker that is ended from outside while SQLite
 * hands it a row takes the whole process with it: the binding can throw nothing there that anybody catches.
 */
export async function endedByItself(worker: Worker, message: object): Promise<void> {
  // It has ended already.
  if (worker.threadId === -1) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.postMessage(message)
  await ended
}

/** In the worker: ends it once `close` is done, or after so long a time, between two of its steps. */
export async function endWith(close: () => Promise<void>, withinMs: number): Promise<void> {
  setTimeout(() => process.exit(), withinMs).unref()
  await close()
  process.exit()
}

/** In the worker: says how the question with this `id` went. */
export async function sayAnswer(port: MessagePort, id: number, work: () => unknown): Promise<void> {
  try {
    port.postMessage({ kind: 'answer', id, value: await work() } satisfies FromAsked)
  } catch (error) {
    port.postMessage({ kind: 'failed', id, message: String(error) } satisfies FromAsked)
  }
}
