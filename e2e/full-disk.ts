import { execFileSync } from 'node:child_process'
import type { App } from './app'

/**
 * Makes all writes of main that enlarge a file fail, as on a full disk: those of the library, the settings and the log.
 * Only Linux can limit a running process. Returns a function that removes the limit.
 */
export function fillDisk(app: App): () => void {
  const limit = (bytes: string) =>
    void execFileSync('prlimit', [`--pid=${app.electron.process().pid}`, `--fsize=${bytes}:unlimited`])
  limit('0')
  return () => limit('unlimited')
}
