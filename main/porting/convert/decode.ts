/** Whether the bytes begin with a byte order mark, which names their encoding and is not part of the text. */
export const hasByteOrderMark = (bytes: Uint8Array): boolean =>
  MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte))

/** The marks of UTF-8, of UTF-16 little-endian and of UTF-16 big-endian. */
const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Decodes a text file, without its byte order mark; `undefined` for bytes that are not text in a known encoding. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Our own exports may contain any character; elsewhere a NUL shows that the file is not text.
    return text.slice(0, 8_000).includes('\0') && !text.startsWith('---\n') ? undefined : text
  } catch {
    return undefined
  }
}
