import fs from 'node:fs'
import path from 'node:path'

export interface Log {
  /** Logs a failure that somebody must look into. */
  error(text: string, error?: unknown): void
  /** Logs a change of state. */
  info(text: string): void
}

export const LOG_FILE = 'stet.log'
const SIZE_MAX = 2 * 1024 * 1024

/** The text without keys: whatever looks like a key is struck out, whoever wrote it. */
export function withoutKeys(text: string): string {
  return text.replace(/\bmk_[\w-]+/g, 'mk_…').replace(/\bBearer\s+\S+/gi, 'Bearer …')
}

/**
 * Writes `stet.log` in the folder; beyond 2 MB the file becomes `stet.old.log`. A log that cannot be written causes no
 * failure. `strike` removes the keys that this run knows, in whatever form.
 */
export function openLog(
  folder: string,
  nowMs: () => number,
  strike: (text: string) => string = (text) => text,
): Log {
  const file = path.join(folder, LOG_FILE)
  const write = (level: string, text: string) => {
    const line = `${new Date(nowMs()).toISOString()} ${level} ${withoutKeys(strike(text)).replaceAll('\n', '\n  ')}\n`
    try {
      if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > SIZE_MAX)
        fs.renameSync(file, path.join(folder, 'stet.old.log'))
      fs.appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // On a full or read-only disk, the writer is told where her texts are written, not here.
    }
  }
  return {
    error: (text, error) =>
      write(
        'error',
        error === undefined
          ? text
          : `${text}: ${error instanceof Error ? (error.stack ?? error.message) : typeof error === 'string' ? error : JSON.stringify(error)}`,
      ),
    info: (text) => write('info', text),
  }
}
