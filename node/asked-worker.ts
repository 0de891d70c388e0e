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
  /** Tells it to `close`, and ends it where it has not ended within this time. */
  close(withinMs: number): Promise<void>
}

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
    async close(withinMs) {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage({ kind: 'close' })
      const cut = setTimeout(() => void worker.terminate(), withinMs)
      await ended
      clearTimeout(cut)
    },
  }
}

/** In the worker: says how the question with this `id` went. */
export async function sayAnswer(port: MessagePort, id: number, work: () => unknown): Promise<void> {
  try {
    port.postMessage({ kind: 'answer', id, value: await work() } satisfies FromAsked)
  } catch (error) {
    port.postMessage({ kind: 'failed', id, message: String(error) } satisfies FromAsked)
  }
}
