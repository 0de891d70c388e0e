import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/**
 * Starts `name.worker`, which stands beside the module of this URL: built, or as a source that tests and tools run; then
 * it needs a loader.
 */
export function startWorker(moduleUrl: string, name: string, workerData: unknown): Worker {
  const extension = extname(moduleUrl)
  const url = new URL(`./${name}.worker${extension}`, moduleUrl)
  if (extension !== '.ts') return new Worker(url, { workerData })
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`
  return new Worker(load, { eval: true, workerData })
}
