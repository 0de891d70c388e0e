import { extname } from 'node:path'
import { Worker, type ResourceLimits } from 'node:worker_threads'

/**
 * Starts `name.worker`, which stands beside the module of this URL: built, or as a source that tests and tools run; then
 * it needs a loader. `resourceLimits`: how much memory it may use.
 */
export function startWorker(
  moduleUrl: string,
  name: string,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): Worker {
  const extension = extname(moduleUrl)
  const url = new URL(`./${name}.worker${extension}`, moduleUrl)
  if (extension !== '.ts') return new Worker(url, { workerData, resourceLimits })
  const load = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(url.href)})))`
  return new Worker(load, { eval: true, workerData, resourceLimits })
}
