/** It begins with a byte order mark, which tells its encoding and is no part of the text. */
export const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte))

/** Of UTF-8, and of UTF-16 with its lower and its higher byte first. */
const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** A text file as text, without a byte order mark; `undefined` for bytes that are no text in a known encoding. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Words of ours may hold any character; elsewhere a NUL is a sign of something that is no text.
    return text.slice(0, 8_000).includes('\0') && !text.startsWith('---\n') ? undefined : text
  } catch {
    return undefined
  }
}
