import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { AppError, problem } from '../../shared/problem'
import { FILE_BYTES_MAX, tooLarge, type Source, type SourceEntry } from './source'

const inflate = promisify(inflateRaw)

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const LIST_BYTES_MAX = 256 * 1024 * 1024
const SYMLINK = 0o120000

/**
 * The files of a zip, one at a time and none larger than it says. Names are taken as they are written; who uses them
 * decides what is outside.
 */
export async function openZip(file: string): Promise<Source> {
  const handle = await open(file)
  const entries = await listOf(handle).catch(async (error: unknown) => {
    await handle.close()
    throw error
  })
  return {
    name: file,
    async *entries() {
      yield* entries
    },
    close: () => handle.close(),
  }
}

async function listOf(handle: FileHandle): Promise<SourceEntry[]> {
  const { size } = await handle.stat()
  const tail = await bytesAt(handle, Math.max(0, size - 65_557), Math.min(size, 65_557))
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--
  if (end < 0) throw notZip()
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (start === 0xffffffff || count === 0xffff)
    throw new AppError(
      problem('not-allowed', 'This zip is too large to be read; unpack it and import the folder.'),
    )
  if (length > LIST_BYTES_MAX || start + length > size) throw notZip()
  const list = await bytesAt(handle, start, length)
  const entries: SourceEntry[] = []
  for (let at = 0, number = 0; number < count; number++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== CENTRAL) throw notZip()
    const flags = list.readUInt16LE(at + 8)
    const name = list.subarray(at + 46, at + 46 + list.readUInt16LE(at + 28))
    const path = new TextDecoder((flags & 0x800) !== 0 ? 'utf-8' : isUtf8(name) ? 'utf-8' : 'latin1').decode(
      name,
    )
    const packed: Packed = {
      handle,
      method: list.readUInt16LE(at + 10),
      isEncrypted: (flags & 1) !== 0,
      crc: list.readUInt32LE(at + 16),
      packedSize: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      local: list.readUInt32LE(at + 42),
    }
    const mode = list.readUInt32LE(at + 38) >>> 16
    if (!path.endsWith('/'))
      entries.push({
        path: path.replaceAll('\\', '/'),
        isLink: (mode & 0o170000) === SYMLINK,
        read: (maxBytes) => contentOf(packed, maxBytes),
      })
    at += 46 + list.readUInt16LE(at + 28) + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  return entries
}

interface Packed {
  readonly handle: FileHandle
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc: number
  readonly packedSize: number
  readonly size: number
  readonly local: number
}

async function contentOf(
  { handle, method, isEncrypted, crc, packedSize, size, local }: Packed,
  maxBytes = FILE_BYTES_MAX,
): Promise<Uint8Array> {
  if (isEncrypted) throw broken('It is encrypted.')
  if (size > maxBytes || packedSize > maxBytes) throw tooLarge(maxBytes)
  const head = await bytesAt(handle, local, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) throw broken('It is damaged.')
  const packed = await bytesAt(handle, local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packedSize)
  if (method !== 0 && method !== 8) throw broken('It is packed in a way that is not known.')
  const bytes =
    method === 0
      ? packed
      : await inflate(packed, { maxOutputLength: Math.max(1, size) }).catch(() => {
          throw broken('It is damaged.')
        })
  if (bytes.length !== size || crc32(bytes) !== crc) throw broken('It is damaged.')
  return bytes
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const broken = (message: string) => new AppError(problem('damaged', message))
const notZip = () => broken('This is no zip file, or it is damaged.')
