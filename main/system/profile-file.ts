import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { listed } from '../../shared/text/listed'
import { storageError } from './storage-error'
import { writeAtomically } from './atomic-write'

/** The value of a JSON file of the profile, and the parts of the file that could not be read. */
export interface Decoded<T> {
  readonly value: T
  /** Parts that are damaged, or written by a newer version. */
  readonly unread: readonly unknown[]
  /** The names of these parts, where they have names. */
  readonly unreadNames?: readonly string[]
}

/** A small JSON file of the profile: read once at the start, rewritten at every change. */
interface ProfileFile<T> {
  readonly value: T
  /**
   * Writes the file, durable when this returns. Throws an AppError where the disk rejects it, and where an unread file
   * could not be copied first.
   */
  write(json: unknown): void
}

/**
 * Opens a JSON file. `decode` gets `undefined` where there is no file and `null` where it is not JSON; it reads entry
 * by entry, so that a damaged entry does not affect the others. Where some part could not be read, the file is copied,
 * under a name derived from that part, before it is overwritten. `what` names the content for the writer, such as "the
 * list of your libraries"; `warn` is called with a sentence for her the first time that this part could not be
 * read.
 */
export function openProfileFile<T>(
  file: string,
  what: string,
  decode: (json: unknown) => Decoded<T>,
  warn: (sentence: string) => void,
): ProfileFile<T> {
  const { value, unread, unreadNames = [] } = readAll(file, decode)
  const part =
    unreadNames.length === 0
      ? `all of ${what}`
      : `${listed(unreadNames.map((name) => `“${name}”`))} in ${what}`
  const aside = asideOf(file, unread)
  let isSafe = unread.length === 0
  const setAside = () => {
    if (isSafe) return
    if (!fs.existsSync(aside)) copyOrMove(file, aside)
    isSafe = true
  }
  if (!isSafe && !fs.existsSync(aside))
    try {
      setAside()
      warn(`Stet could not read ${part}. The file as it was is kept as ${path.basename(aside)}.`)
    } catch {
      warn(`Stet could not read ${part}, and the disk has no room for a copy of ${path.basename(file)}.`)
    }
  return {
    value,
    write(json) {
      try {
        setAside()
        writeAtomically(file, JSON.stringify(json, null, 2) + '\n')
      } catch (error) {
        throw storageError(error, what)
      }
    },
  }
}

/** A list in such a file, under one key of its object. */
interface ProfileList<T> {
  get(): readonly T[]
  /** Replaces the list, as `write` of the file does. */
  set(next: readonly T[]): void
}

/** Opens a list; `read` returns an entry, or `undefined` for one that stays in the file as it is. */
export function openProfileList<T>(
  file: string,
  what: string,
  name: string,
  read: (entry: unknown, before: readonly T[]) => T | undefined,
  warn: (sentence: string) => void,
): ProfileList<T> {
  const opened = openProfileFile(
    file,
    what,
    (json) => {
      const list = listIn(json, name)
      const value = readEntries(list ?? [], read)
      return { value, unread: json !== undefined && list === undefined ? [json] : value.unread }
    },
    warn,
  )
  let { known } = opened.value
  return {
    get: () => known,
    set(next) {
      opened.write({ [name]: [...next, ...opened.value.unread] })
      known = next
    },
  }
}

/** Sorts the entries of a list into those that `read` understands and the others, which are written back as they are. */
export function readEntries<T>(
  entries: readonly unknown[],
  read: (entry: unknown, before: readonly T[]) => T | undefined,
): { readonly known: readonly T[]; readonly unread: readonly unknown[] } {
  const known: T[] = []
  const unread: unknown[] = []
  for (const entry of entries) {
    const one = read(entry, known)
    if (one === undefined) unread.push(entry)
    else known.push(one)
  }
  return { known, unread }
}

/** The list under `name` of a JSON object; `undefined`: there is none, or its value is not a list. */
export function listIn(json: unknown, name: string): readonly unknown[] | undefined {
  const list = isRecord(json) ? json[name] : undefined
  return Array.isArray(list) ? list : undefined
}

export const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

function readAll<T>(file: string, decode: (json: unknown) => Decoded<T>): Decoded<T> {
  let text: string
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? decode(undefined) : { ...decode(null), unread: [code ?? 'unreadable'] }
  }
  let json: unknown
  try {
    // Some editors write a byte order mark at the beginning.
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { ...decode(null), unread: [text] }
  }
  return decode(json)
}

/** Equal content gets an equal name, so that the same damage is copied, and reported, once. */
function asideOf(file: string, unread: readonly unknown[]): string {
  const { dir, name, ext } = path.parse(file)
  const hash = createHash('sha256').update(JSON.stringify(unread)).digest('hex').slice(0, 8)
  return path.join(dir, `${name}.damaged-${hash}${ext}`)
}

/** Copies the file, or renames it: a file whose bytes cannot be read can often still be renamed. */
function copyOrMove(file: string, aside: string): void {
  let bytes: Buffer
  try {
    bytes = fs.readFileSync(file)
  } catch {
    fs.renameSync(file, aside)
    return
  }
  writeAtomically(aside, bytes)
}
