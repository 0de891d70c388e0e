/** The facts that a zip states about a file, before its data and in the directory at the end. */
export interface ZipHead {
  readonly name: Buffer
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly bytes: number
  readonly at: number
}

export const STORED = 0
export const DEFLATED = 8
/** Larger entries, and entries at a larger offset, use zip64. */
export const LARGE = 0xffff_0000
const NAMES_ARE_UTF8 = 0x0800
/** 4.5, the first version with zip64. */
const VERSION = 45
const MADE_ON_UNIX = (3 << 8) | VERSION
/** A file that its owner may read and write. */
const ATTRIBUTES = 0o100600 * 0x1_0000
/** 1980-01-01: the times of entries have no meaning, and the same files give the same zip. */
const DOS_DATE = 0x21

/** `isLarge`: in zip64 form whatever the sizes, which may be overwritten once they are known. */
export function localHead({ name, method, crc, packed, bytes }: ZipHead, isLarge: boolean): Buffer {
  const part = isLarge ? zip64Part([bytes, packed]) : Buffer.alloc(0)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(NAMES_ARE_UTF8, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : packed, 18)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : bytes, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(part.length, 28)
  return Buffer.concat([head, name, part])
}

export function centralHead({ name, method, crc, packed, bytes, at }: ZipHead, large = LARGE): Buffer {
  const isLarge = Math.max(packed, bytes, at) >= large
  const part = isLarge ? zip64Part([bytes, packed, at]) : Buffer.alloc(0)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(MADE_ON_UNIX, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(NAMES_ARE_UTF8, 8)
  head.writeUInt16LE(method, 10)
  head.writeUInt16LE(DOS_DATE, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : packed, 20)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : bytes, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(part.length, 30)
  head.writeUInt32LE(ATTRIBUTES, 38)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : at, 42)
  return Buffer.concat([head, name, part])
}

function zip64Part(values: readonly number[]): Buffer {
  const part = Buffer.alloc(4 + 8 * values.length)
  part.writeUInt16LE(0x0001, 0)
  part.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, index) => part.writeBigUInt64LE(BigInt(value), 4 + 8 * index))
  return part
}

export function directoryEnd(count: number, at: number, length: number, large = LARGE): Buffer {
  const isLarge = count >= 0xffff || at + length >= large
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isLarge ? 0xffff : count, 8)
  end.writeUInt16LE(isLarge ? 0xffff : count, 10)
  end.writeUInt32LE(isLarge ? 0xffff_ffff : length, 12)
  end.writeUInt32LE(isLarge ? 0xffff_ffff : at, 16)
  if (!isLarge) return end
  const large64 = Buffer.alloc(56)
  large64.writeUInt32LE(0x06064b50, 0)
  large64.writeBigUInt64LE(44n, 4)
  large64.writeUInt16LE(MADE_ON_UNIX, 12)
  large64.writeUInt16LE(VERSION, 14)
  large64.writeBigUInt64LE(BigInt(count), 24)
  large64.writeBigUInt64LE(BigInt(count), 32)
  large64.writeBigUInt64LE(BigInt(length), 40)
  large64.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large64, locator, end])
}
