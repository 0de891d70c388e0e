import { execFileSync } from 'node:child_process'
import type { App } from './app'

/**
 * No file grows any more that main writes, as on a disk without a block left: the library, the settings, the log. Linux
 * alone sets a limit to a process that runs. Answers with what gives the room back.
 */
export function fillDisk(app: App): () => void {
  const limit = (bytes: string) =>
    void execFileSync('prlimit', [`--pid=${app.electron.process().pid}`, `--fsize=${bytes}:unlimited`])
  limit('0')
  return () => limit('unlimited')
}
