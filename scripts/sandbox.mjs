import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Chromium refuses to run as root with its sandbox. Only development and tests run as root. */
export function sandboxFlags() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

/**
 * Checks that Chromium's sandbox can work. Some Linux systems forbid the namespaces that it needs, unless its helper
 * belongs to root. Electron would end with a long message; this names the one command instead.
 *
 * @param {string} executable Electron's
 * @param {{platform?: string, uid?: number | undefined, read?: (file: string) => string, stat?: (file: string) => {uid: number, mode: number}}} system
 * @throws {Error} with that command
 */
export function checkSandbox(
  executable,
  {
    platform = process.platform,
    uid = process.getuid?.(),
    read = (file) => readFileSync(file, 'utf8'),
    stat = statSync,
  } = {},
) {
  if (platform !== 'linux' || uid === 0) return
  const says = (/** @type {string} */ file, /** @type {string} */ value) =>
    attempt(() => read(file).trim()) === value
  const isForbidden =
    says('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1') ||
    says('/proc/sys/kernel/unprivileged_userns_clone', '0')
  if (!isForbidden) return
  const helper = join(dirname(executable), 'chrome-sandbox')
  const found = attempt(() => stat(helper))
  if (found?.uid === 0 && (found.mode & 0o4755) === 0o4755) return
  throw new Error(
    "This system forbids Chromium's sandbox to programs outside the system's folders. Allow it once with:\n" +
      `  sudo chown root '${helper}' && sudo chmod 4755 '${helper}'`,
  )
}

/**
 * @template T
 * @param {() => T} work
 */
function attempt(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}
