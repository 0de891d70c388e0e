import { stat } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl'
import { AppError, appError } from '../../shared/problem'
import { FILE_BYTES_MAX, hiddenPart, LINK_REFUSED, tooLarge, type Source, type SourceEntry } from './source'

/** Text and pictures rarely shrink to a tenth; a zip that claims more than this is a bomb. */
const RATIO_MAX = 200
/** Below this many unpacked bytes the ratio is ignored: a file of spaces shrinks to a thousandth. */
const UNPACKED_FREE = 64 * 1024 * 1024
const ENTRIES_MAX = 500_000
const LOCAL_HEAD_BYTES = 30
const SYMLINK = 0o120000

/**
 * The files of a zip, including zip64, one at a time, and none larger than its entry states. Names are returned as they
 * are written, without a folder around all of them; the caller checks which lead outside. Throws an AppError where the file is not a zip, or unpacks to far
 * more than its size: entries that share packed bytes, or sizes out of proportion.
 */
export async function openZip(file: string): Promise<Source> {
  const { zip, entries } = await openEntries(file)
  const top = topOf(entries.map(pathOf))
  return {
    name: file,
    folder: top ?? path.basename(file).replace(/\.zip$/i, ''),
    async *entries() {
      yield* entries.map((entry) => sourceEntry(zip, entry, top))
    },
    close: () => Promise.resolve(zip.close()),
  }
}

/** The entries of a zip, within the bounds of `openZip`; the caller closes the zip. */
export async function openEntries(
  file: string,
): Promise<{ readonly zip: ZipFile; readonly entries: readonly Entry[] }> {
  const { size } = await stat(file)
  let zip: ZipFile
  try {
    // Names are not decoded, because the library would refuse the whole zip for one name that points outside.
    zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false })
  } catch {
    throw notZip(file)
  }
  try {
    return { zip, entries: await entriesOf(zip, size) }
  } catch (error) {
    zip.close()
    throw error instanceof AppError ? error : notZip(file)
  }
}

/**
 * The files of a Word document in memory, by their names; with the bounds of `openZip`, and all of them together no larger than
 * `maxBytes`.
 */
export async function unzipped(
  bytes: Uint8Array,
  maxBytes: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  const zip = await fromBufferPromise(Buffer.from(bytes), options).catch(() => {
    throw notWord()
  })
  const entries = await entriesOf(zip, bytes.length).catch((error: unknown) => {
    throw error instanceof AppError ? error : notWord()
  })
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > maxBytes)
    throw tooLarge(maxBytes)
  const files = new Map<string, Uint8Array>()
  for (const entry of entries) files.set(nameOf(entry), await contentOf(zip, entry, maxBytes))
  return files
}

async function entriesOf(zip: ZipFile, size: number): Promise<readonly Entry[]> {
  if (zip.entryCount > ENTRIES_MAX) throw bomb()
  const entries: Entry[] = []
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    entries.push(entry)
    unpacked += entry.uncompressedSize
    // This is checked before other entries are read: half a million of them take minutes.
    if (unpacked > Math.max(UNPACKED_FREE, size * RATIO_MAX)) throw bomb()
  }
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength } of inOrder) {
    if (start < end) throw bomb()
    end = start + LOCAL_HEAD_BYTES + fileNameLength + compressedSize
  }
  return entries.filter((entry) => !nameOf(entry).endsWith('/'))
}

/** The folder in which everything lies that is not hidden, as in a zip of a folder. */
function topOf(paths: readonly string[]): string | undefined {
  const tops = new Set(paths.filter((one) => hiddenPart(one) === undefined).map((one) => one.split('/')[0]))
  const [top = ''] = tops
  const isFolder = tops.size === 1 && !/^$|^[A-Za-z]:$/.test(top) && !paths.includes(top)
  return isFolder ? top : undefined
}

const pathOf = (entry: Entry): string => nameOf(entry).replaceAll('\\', '/')

function sourceEntry(zip: ZipFile, entry: Entry, top: string | undefined): SourceEntry {
  const named = pathOf(entry)
  return {
    path: top !== undefined && named.startsWith(`${top}/`) ? named.slice(top.length + 1) : named,
    ...(isLink(entry) && { refused: LINK_REFUSED }),
    read: (maxBytes) => contentOf(zip, entry, maxBytes),
    modified: () => Promise.resolve(entry.getLastModDate()),
  }
}

export const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === SYMLINK

async function contentOf(zip: ZipFile, entry: Entry, maxBytes = FILE_BYTES_MAX): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw broken('It is encrypted.')
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw broken('It is compressed in an unknown way.')
  if (entry.uncompressedSize > maxBytes || entry.compressedSize > maxBytes) throw tooLarge(maxBytes)
  try {
    const chunks: Uint8Array[] = []
    // The stream fails where its length differs from the entry's.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Uint8Array)
    const bytes = Buffer.concat(chunks)
    if (crc32(bytes) === entry.crc32) return bytes
  } catch {
    // The sentence below says so.
  }
  throw broken('It is damaged.')
}

/**
 * The decoded name: UTF-8 where the entry declares it or its bytes are valid UTF-8; otherwise an old code page, read as
 * Latin-1.
 */
export function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const isUtf8 = (generalPurposeBitFlag & 0x800) !== 0
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(fileNameRaw)
  } catch {
    return new TextDecoder('latin1').decode(fileNameRaw)
  }
}

const broken = (message: string) => appError('damaged', message)
const notZip = (file: string) => broken(`“${path.basename(file)}” is no zip archive, or it is damaged.`)
const notWord = () => broken('It is no Word document, or it is damaged.')
const bomb = () =>
  appError('too-large', 'This zip unpacks to far more than its size allows. Nothing of it was imported.')
