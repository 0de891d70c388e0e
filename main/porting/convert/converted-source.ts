import path from 'node:path'
import { AppError } from '../../../shared/problem'
import { hiddenPart, type Source, type SourceEntry } from '../source'
import type { Converted } from './convert'
import type { Converter } from './converter'

const CONVERTIBLE = /\.(?:docx|html?)$/i

/** A larger document in another format is not read. */
const BYTES_MAX = 128 * 1024 * 1024

/** How many bytes of converted documents stay in memory; older ones are converted again when they are needed. */
const KEPT_MAX = 64 * 1024 * 1024

/**
 * Wraps a source: each Word document and HTML page appears as a markdown document, and its pictures as files. A
 * document that cannot be converted is an entry whose reading throws the reason. Closing the source ends the converter.
 */
export function withConverted(source: Source, converter: Converter): Source {
  const kept = new Map<string, Converted>()
  const names = createNames()

  async function converted(entry: SourceEntry, folder: string): Promise<Converted> {
    const before = kept.get(entry.path)
    if (before !== undefined) return before
    const bytes = await entry.read(BYTES_MAX)
    const made = await converter.convert(path.posix.basename(entry.path), bytes, folder)
    kept.set(entry.path, made)
    for (const [oldest] of kept) {
      if (oldest === entry.path || [...kept.values()].reduce((sum, one) => sum + sizeOf(one), 0) <= KEPT_MAX)
        break
      kept.delete(oldest)
    }
    return made
  }

  async function* entriesOf(entry: SourceEntry): AsyncGenerator<SourceEntry> {
    const name = path.posix.basename(entry.path).replace(CONVERTIBLE, '')
    const folder = path.posix.dirname(entry.path)
    const within = (file: string) => (folder === '.' ? file : `${folder}/${file}`)
    const modified = entry.modified && { modified: () => entry.modified!() }
    const place = names.textFor(within(name), path.posix.extname(entry.path).slice(1))
    const pictureFolder = names.folderFor(`${path.posix.basename(place, '.md')} pictures`, within)
    const first = await converted(entry, pictureFolder).catch((error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    })
    const text: SourceEntry = {
      path: place,
      from: entry.path,
      ...modified,
      ...(!(first instanceof AppError) && first.left.length > 0 && { left: first.left }),
      async read() {
        if (first instanceof AppError) throw first
        return new TextEncoder().encode((await converted(entry, pictureFolder)).markdown)
      },
    }
    yield text
    if (first instanceof AppError) return
    for (const address of first.pictures.keys())
      yield {
        path: within(address),
        ...modified,
        read: async () => (await converted(entry, pictureFolder)).pictures.get(address) ?? new Uint8Array(),
      }
  }

  return {
    name: source.name,
    ...(source.isChosen === true && { isChosen: true }),
    ...(source.folder !== undefined && { folder: source.folder }),
    ...(source.unlisted && { unlisted: source.unlisted }),
    async *entries() {
      // Converted documents come last, so that none takes the name of an existing file.
      const convertible: SourceEntry[] = []
      for await (const entry of source.entries()) {
        if (isConvertible(entry, source.isChosen === true)) convertible.push(entry)
        else {
          names.take(entry.path)
          yield entry
        }
      }
      for (const entry of convertible) yield* entriesOf(entry)
    },
    async close() {
      converter.end()
      kept.clear()
      await source.close()
    },
  }
}

/** Finds names that no file of the source has, compared as file systems compare them. */
function createNames() {
  const taken = new Set<string>()
  const take = (file: string): void => void taken.add(file.toLowerCase())
  return {
    take,

    /** A name for a text; the file type is added in brackets where a document with that name exists. */
    textFor(base: string, kind: string): string {
      let free = `${base}.md`
      for (let number = 1; taken.has(free.toLowerCase()); number += 1)
        free = `${base} (${number === 1 ? kind : `${kind} ${number}`}).md`
      take(free)
      return free
    },

    /** The name of a folder in which no file lies; `within` maps a file name to its path in the source. */
    folderFor(name: string, within: (file: string) => string): string {
      const isTaken = (folder: string) => {
        const start = `${within(folder)}/`.toLowerCase()
        return [...taken].some((file) => file.startsWith(start))
      }
      let free = name
      for (let number = 2; isTaken(free); number += 1) free = `${name} ${number}`
      return free
    },
  }
}

/** Whether the entry can be converted. The lock files that Word leaves beside an open document cannot. */
const isConvertible = ({ path: where, refused }: SourceEntry, isChosen: boolean): boolean =>
  refused === undefined &&
  CONVERTIBLE.test(where) &&
  !/(?:^|\/)~\$/.test(where) &&
  (isChosen || hiddenPart(where) === undefined)

const sizeOf = ({ markdown, pictures }: Converted): number =>
  markdown.length + [...pictures.values()].reduce((sum, { length }) => sum + length, 0)
