import { closeSync, fstatSync, openSync, readSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { counted } from '../../shared/text/counted'
import { crashDumpsIn, crashFolder } from './crash-dumps'
import { LOG_FILE } from './log'
import { attempt } from '../../shared/thrown'

/** The facts about the app in a report; its other facts come from the system. */
export interface AppFacts {
  readonly version: string
  /** As `buildKind` names it. */
  readonly build: string
  /** BCP 47. */
  readonly language: string
  readonly profile: string
}

const LINES_MAX = 200
const LOG_BYTES_MAX = 64 * 1024
const GIB = 1024 ** 3

/**
 * A report for somebody who helps: versions, the system, and the last lines of the log, which names files and titles
 * but contains no text and no key. It is not sent; the writer reads it first.
 */
export function problemReport({ version, build, language, profile }: AppFacts): string {
  const { electron, chrome, node } = process.versions
  const lines = lastLines(path.join(profile, LOG_FILE))
  return [
    `Stet ${version} (${build}), Electron ${electron ?? 'none'}, Chromium ${chrome ?? 'none'}, Node ${node}`,
    `${os.type()} ${os.release()} ${os.arch()}, language ${language}`,
    `${gib(os.freemem())} of ${gib(os.totalmem())} memory free, ${freeSpace(profile)}`,
    `Running for ${counted(Math.round(process.uptime() / 60), 'minute')}`,
    '',
    ...crashes(profile),
    '',
    lines.length === 0
      ? 'The log is empty.'
      : `The last ${lines.length === 1 ? 'line' : `${lines.length} lines`} of the log:`,
    ...lines,
    '',
  ].join('\n')
}

/**
 * Only the names of crash dumps: their contents may include words of a text, and the writer decides whether to hand
 * them over.
 */
function crashes(profile: string): readonly string[] {
  const dumps = crashDumpsIn(profile)
  if (dumps.length === 0) return ['No crash was recorded.']
  return [
    `Crashes that were recorded, in ${crashFolder(profile)}:`,
    ...dumps.map(
      ({ file, bytes, at }) => `${new Date(at).toISOString()} ${path.basename(file)}, ${bytes} bytes`,
    ),
  ]
}

const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

function freeSpace(folder: string): string {
  const free = attempt(() => statfsSync(folder))
  if (free === undefined) return 'the disk of the library cannot be asked'
  return `${gib(free.bavail * free.bsize)} free on the disk of the library`
}

/** The last lines of the file, without the one that the bound cuts; empty where there is no file. */
function lastLines(file: string): readonly string[] {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    const { size } = fstatSync(descriptor)
    const from = Math.max(0, size - LOG_BYTES_MAX)
    const bytes = Buffer.alloc(size - from)
    const read = readSync(descriptor, bytes, 0, bytes.length, from)
    const lines = bytes
      .toString('utf8', 0, read)
      .split('\n')
      .slice(from === 0 ? 0 : 1)
    return lines.filter((line) => line.trim() !== '').slice(-LINES_MAX)
  } catch {
    return []
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
