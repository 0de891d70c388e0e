import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Runs `work` on its own display, because a new window takes the focus from all others, and without the focus the app
 * checks for remote changes less often. Without Xvfb, the common display is used; `scripts/test.mjs` then runs nothing
 * in parallel.
 */
export async function withOwnDisplay(work: () => Promise<void>): Promise<void> {
  if (process.platform !== 'linux') return work()
  // Xvfb picks a free number itself and writes it to file descriptor 3. Without -noreset it refuses connections while
  // it resets itself after its last window was closed.
  const flags = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset']
  const xvfb = spawn('Xvfb', flags, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const before = process.env['DISPLAY']
  try {
    process.env['DISPLAY'] = `:${await firstLine(xvfb.stdio[3] as NodeJS.ReadableStream, xvfb)}`
    await work()
  } finally {
    if (before === undefined) delete process.env['DISPLAY']
    else process.env['DISPLAY'] = before
    xvfb.kill()
  }
}

function firstLine(input: NodeJS.ReadableStream, from: NodeJS.EventEmitter): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input }).once('line', resolve)
    from.once('error', reject)
    from.once('exit', () => reject(new Error('Xvfb ended before it was ready')))
  })
}
