import { on } from 'node:events'
import { extname } from 'node:path'
import { Worker, type ResourceLimits } from 'node:worker_threads'

/**
 * Starts `name.worker` beside the module with this URL, either built or as a source, which tests and tools run with a
 * loader. `resourceLimits`: the memory limits.
 */
export function startWorker(
  moduleUrl: string,
  name: string,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): Worker {
  const extension = extname(moduleUrl)
  const url = new URL(`./${name}.worker${extension}`, moduleUrl)
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`
  const worker =
    extension === '.ts'
      ? new Worker(load, { eval: true, workerData, resourceLimits })
      : new Worker(url, { workerData, resourceLimits })
  // This handles errors that come when nobody waits any more.
  return worker.on('error', () => {})
}

/**
 * The last message of an answer; `undefined` where the worker ends, or `signal` is aborted, before it. Rejects where
 * the worker fails. `isLast` is called for every message.
 */
export async function answerOf<T>(
  worker: Worker,
  signal?: AbortSignal,
  isLast: (message: T) => boolean = () => true,
): Promise<T | undefined> {
  try {
    const messages = on(worker, 'message', { close: ['exit'], ...(signal && { signal }) })
    for await (const [message] of messages as AsyncIterable<[T]>) if (isLast(message)) return message
  } catch (error) {
    if (signal?.aborted !== true) throw error
  }
  return undefined
}
