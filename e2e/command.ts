import { spawn } from 'node:child_process'
import { appCommand, TEST_FLAGS } from './paths'

export interface Ended {
  readonly code: number | null
  readonly said: string
  readonly complaint: string
}

/** Runs the app on the command line, as a script does. */
export function stet(profile: string, words: readonly string[], folder = profile): Promise<Ended> {
  const [executable, ...before] = appCommand()
  const environment: NodeJS.ProcessEnv = { ...process.env, STET_PROFILE: profile }
  delete environment['ELECTRON_RUN_AS_NODE']
  const child = spawn(executable, [...before, ...TEST_FLAGS, ...words], { cwd: folder, env: environment })
  let [said, complaint] = ['', '']
  child.stdout.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr.on('data', (part: Buffer) => (complaint += part.toString()))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, said, complaint: ours(complaint) }))
  })
}

/** Removes Chromium's messages about missing system services. */
const ours = (complaint: string): string =>
  complaint
    .split('\n')
    .filter((line) => line !== '' && !/^\[\d+:|^libva|^dbus|Gtk-|^MESA|^\(node:|^\s*\(Use/.test(line))
    .join('\n')
