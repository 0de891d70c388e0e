import fs from 'node:fs'
import path from 'node:path'

export interface Environment {
  readonly profile: string | undefined
  /** Connect to this service at start instead of the embedded one; the key is kept for this session only. */
  readonly service: { readonly address: string; readonly key: string } | undefined
  /** What was set and is not heeded, as sentences for the log. */
  readonly ignored: readonly string[]
}

/**
 * Reads what automation may set, and takes the key out of the environment before anything else is started or opened:
 * a sandboxed preload and every child process see main's environment (requirement D5).
 */
export function takeEnvironment(environment: Record<string, string | undefined>): Environment {
  const { STET_PROFILE: profile, STET_URL: address, STET_KEY: key } = environment
  delete environment['STET_KEY']
  // Node asks for it at each connection: the key would go to whoever answers.
  const unverified = environment['NODE_TLS_REJECT_UNAUTHORIZED']
  delete environment['NODE_TLS_REJECT_UNAUTHORIZED']
  return {
    ignored:
      unverified === undefined
        ? []
        : [
            'NODE_TLS_REJECT_UNAUTHORIZED is ignored: Stet checks the certificate of every service. Add a certificate of your own to the system, or name it in NODE_EXTRA_CA_CERTS.',
          ],
    profile: profile === undefined || profile === '' ? undefined : path.resolve(profile),
    service: address === undefined || address === '' ? undefined : { address, key: key ?? '' },
  }
}

/** Makes the folder and proves that it can be written to; why not, in the system's words, where it cannot. */
export function folderTrouble(folder: string): string | undefined {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const probe = path.join(folder, `.write-test-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.unlinkSync(probe)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
