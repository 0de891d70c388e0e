/** A text file as text; `undefined` for bytes that are no text in a known encoding. */
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
