import { spawn } from 'node:child_process'
import { findProgram } from './child.mjs'

/** Whether a window can be shown. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/**
 * Runs `work` with a display: the existing one, or an Xvfb of its own, which ends with it.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDisplay(work) {
  if (hasDisplay()) return work()
  if (!findProgram('Xvfb')) throw new Error('There is no display and no Xvfb: apt-get install xvfb xauth')
  // Xvfb picks a free number itself and writes it to file descriptor 3. Without -noreset it refuses clients while it
  // resets itself after its last window.
  const flags = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp', '-noreset']
  const xvfb = spawn('Xvfb', flags, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  try {
    process.env.DISPLAY = `:${await firstLine(xvfb)}`
    return await work()
  } finally {
    delete process.env.DISPLAY
    xvfb.kill()
  }
}

/**
 * @param {import('node:child_process').ChildProcess} xvfb
 * @returns {Promise<string>}
 */
function firstLine(xvfb) {
  return new Promise((resolve, reject) => {
    let complaint = ''
    let answer = ''
    const numbers = /** @type {import('node:stream').Readable} */ (xvfb.stdio[3])
    xvfb.stderr?.setEncoding('utf8').on('data', (chunk) => (complaint += chunk))
    numbers.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
      if (answer.includes('\n')) resolve(answer.trim())
    })
    xvfb.on('error', reject)
    xvfb.on('exit', () => reject(new Error(`Xvfb ended before it was ready: ${complaint.trim()}`)))
  })
}

/**
 * Passes on Chromium's stderr, without the harmless lines about a missing session bus or graphics card.
 *
 * @param {(line: string) => void} write
 * @returns {(chunk: string) => void}
 */
export function chromiumFilter(write = (line) => process.stderr.write(line)) {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (!harmless.test(line)) write(`${line}\n`)
  }
}

const harmless =
  /:(?:ERROR|WARNING):[\w/]*(?:bus|object_proxy|viz_main_impl|zygote_linux|gpu_process_host|command_buffer_proxy_impl|gl_utils)\.cc[:(]/
