import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { attempt, messageOf } from '../../shared/thrown'

export interface Environment {
  readonly profile: string | undefined
  /** The service to connect to at start instead of the embedded one; its key is kept for this session only. */
  readonly service: { readonly address: string; readonly key: string } | undefined
  /** Settings that were ignored, as sentences for the log. */
  readonly ignored: readonly string[]
}

/** The value of STET_KEY_FILE for a key on standard input. */
export const KEY_FROM_INPUT = '-'
/** The bound for a key; a larger file is not a key. */
const KEY_BYTES_MAX = 4_096

/**
 * Reads the variables for automation, and removes the key from the environment before anything else is started or
 * opened: a sandboxed preload and every child process see main's environment (requirement D5).
 */
export function takeEnvironment(environment: Record<string, string | undefined>): Environment {
  const { STET_PROFILE: profile, STET_URL: address } = environment
  const ignored: string[] = []
  const key = environment['STET_KEY'] ?? keyIn(environment['STET_KEY_FILE'], ignored)
  delete environment['STET_KEY']
  delete environment['STET_KEY_FILE']
  // Node reads this variable at each connection: with it the key would go to whoever answers.
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== undefined)
    ignored.push('NODE_TLS_REJECT_UNAUTHORIZED is ignored: Stet checks the certificate of every service.')
  delete environment['NODE_TLS_REJECT_UNAUTHORIZED']
  return {
    ignored,
    profile: profile === undefined || profile === '' ? undefined : path.resolve(profile),
    service: address === undefined || address === '' ? undefined : { address, key: key ?? '' },
  }
}

/** The key from standard input, or from a file that only its owner can read; the file is removed afterwards. */
function keyIn(file: string | undefined, ignored: string[]): string | undefined {
  if (file === undefined || file === '') return undefined
  try {
    if (file === KEY_FROM_INPUT) return fs.readFileSync(0, 'utf8').trim()
    const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    try {
      const failure = keyFileProblem(fs.fstatSync(handle))
      if (failure !== undefined) {
        ignored.push(`The file in STET_KEY_FILE is ignored: ${failure}.`)
        return undefined
      }
      const key = fs.readFileSync(handle, 'utf8').trim()
      fs.unlinkSync(file)
      return key
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    ignored.push(`The file in STET_KEY_FILE could not be read: ${messageOf(error)}.`)
    return undefined
  }
}

function keyFileProblem(found: fs.Stats): string | undefined {
  if (!found.isFile() || found.size > KEY_BYTES_MAX) return 'it is not a file that holds a key alone'
  // Windows has no such modes; a user's folders are closed to others there.
  if (process.platform === 'win32') return undefined
  if (found.uid !== process.getuid?.()) return 'it belongs to another user'
  return (found.mode & 0o077) === 0 ? undefined : 'others can read it (its mode must be 600)'
}

/**
 * The profile for an app that Linux starts without HOME: Electron would put it into the temporary folder, which the
 * system clears. `undefined`: Electron's choice is right.
 */
export function homelessProfile(
  { HOME: home, XDG_CONFIG_HOME: configuration }: Record<string, string | undefined>,
  name: string,
  system: { readonly platform: NodeJS.Platform; readonly systemHome: () => string } = {
    platform: process.platform,
    systemHome: homeOfUser,
  },
): string | undefined {
  const isNamed = [home, configuration].some((one) => one !== undefined && one !== '')
  if (system.platform !== 'linux' || isNamed) return undefined
  return path.join(system.systemHome(), '.config', name)
}

/**
 * The home folder of the user. A user without an entry gets the root folder, and the message that it cannot be used.
 */
const homeOfUser = (): string => attempt(() => os.userInfo().homedir) ?? '/'

/** Creates the folder and proves that it can be written to; otherwise returns the reason as a sentence. */
export function folderProblem(folder: string): string | undefined {
  try {
    makeFolder(folder)
    const probe = path.join(folder, `.write-test-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.unlinkSync(probe)
    return undefined
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return FOLDER_TROUBLES[code]?.(folder) ?? messageOf(error)
  }
}

/** Creates the folders one at a time: for several at once on a read-only disk, Node reports that they do not exist. */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder))
  fs.mkdirSync(folder, { mode: 0o700 })
}

const notYours = (folder: string) =>
  `You may not write to ${folder}: it belongs to another user, or is closed.`
const noFolder = (folder: string) => `${folder} is a file, or inside a file, and not a folder.`
const full = (folder: string) => `The disk that holds ${folder} is full.`

/** The sentences, by the system's error code. */
const FOLDER_TROUBLES: Readonly<Partial<Record<string, (folder: string) => string>>> = {
  EROFS: (folder) => `The disk that holds ${folder} can only be read.`,
  EACCES: notYours,
  EPERM: notYours,
  EEXIST: noFolder,
  ENOTDIR: noFolder,
  ENOSPC: full,
  EDQUOT: full,
}
