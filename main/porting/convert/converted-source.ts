import path from 'node:path'
import { AppError } from '../../../shared/problem'
import { hiddenPart, type Source, type SourceEntry } from '../source'
import type { Converted } from './convert'
import type { Converter } from './converter'

const CONVERTIBLE = /\.(?:docx|html?)$/i

/** A larger document of another form is not read. */
const BYTES_MAX = 128 * 1024 * 1024

/** Bytes of what was converted that stay in memory; what is older is converted again when it is asked for. */
const KEPT_MAX = 64 * 1024 * 1024

/**
 * The same source with each document of Word and each page of HTML as a document of markdown, and with the pictures
 * that it holds as files. What is refused is an entry whose reading throws the sentence. The converter ends with it.
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
    ...(source.hidden && { hidden: source.hidden }),
    async *entries() {
      // Last, so that nothing converted takes the name of a file that is there.
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

/** Names that nothing of the source has, as file systems compare them. */
function createNames() {
  const taken = new Set<string>()
  const take = (file: string): void => void taken.add(file.toLowerCase())
  return {
    take,

    /** A name for a text; with the kind of its file in brackets where a document of that name is there. */
    textFor(base: string, kind: string): string {
      let free = `${base}.md`
      for (let number = 1; taken.has(free.toLowerCase()); number += 1)
        free = `${base} (${number === 1 ? kind : `${kind} ${number}`}).md`
      take(free)
      return free
    },

    /** A folder in which nothing lies; `within` says where a name of it stands in the source. */
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

/** The locks that Word leaves beside an open document are none. */
const isConvertible = ({ path: where, refused }: SourceEntry, isChosen: boolean): boolean =>
  refused === undefined &&
  CONVERTIBLE.test(where) &&
  !/(?:^|\/)~\$/.test(where) &&
  (isChosen || hiddenPart(where) === undefined)

const sizeOf = ({ markdown, pictures }: Converted): number =>
  markdown.length + [...pictures.values()].reduce((sum, { length }) => sum + length, 0)
