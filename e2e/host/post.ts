/**
 * Encodes values as text between a page and main, where Electron copies them by structured clone. Bytes are encoded as
 * Base64. Undefined fields are left out, a difference on which no contract depends.
 */
interface Bytes {
  readonly bytesInBase64: string
}

const isBytes = (value: unknown): value is Bytes =>
  typeof value === 'object' && value !== null && 'bytesInBase64' in value

const CHUNK = 0x8000

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}

/** Encodes a value as text. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Uint8Array ? { bytesInBase64: toBase64(part) } : part,
  )

/** Decodes a value. Most texts contain no bytes, and then skip the search for them. */
export const read = (text: string): unknown =>
  JSON.parse(text, text.includes('"bytesInBase64"') ? revived : undefined)

const revived = (_key: string, part: unknown): unknown =>
  isBytes(part) ? Uint8Array.from(atob(part.bytesInBase64), (letter) => letter.charCodeAt(0)) : part
