import { open } from 'node:fs/promises'

/**
 * The type of an image by its first bytes, whatever its name; `undefined` for everything that is not shown as an image.
 * SVG is only shown through `<img>`, where it can run nothing.
 */
export function imageType(start: Uint8Array): string | undefined {
  const ascii = (from: number, to: number) => String.fromCharCode(...start.subarray(from, to))
  if (start[0] === 0x89 && ascii(1, 4) === 'PNG') return 'image/png'
  if (start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff) return 'image/jpeg'
  if (ascii(0, 4) === 'GIF8') return 'image/gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp'
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, 32))) return 'image/avif'
  if (ascii(0, 2) === 'BM' && start.length > 26) return 'image/bmp'
  const words = new TextDecoder().decode(start.subarray(0, SNIFFED_BYTES)).replace(/^\uFEFF/, '')
  return isSvg(words) ? 'image/svg+xml' : undefined
}

/** The delimiters of parts that may precede the root element. */
const BEFORE_ROOT = [
  ['<?xml', '?>'],
  ['<!--', '-->'],
  ['<!doctype svg', '>'],
] as const

function isSvg(words: string): boolean {
  let rest = words.trimStart().toLowerCase()
  for (;;) {
    const part = BEFORE_ROOT.find(([begin]) => rest.startsWith(begin))
    if (part === undefined) return /^<svg[\s>]/.test(rest)
    const end = rest.indexOf(part[1], part[0].length)
    if (end < 0) return false
    rest = rest.slice(end + part[1].length).trimStart()
  }
}

/** How many bytes of a file `imageType` needs. */
export const SNIFFED_BYTES = 1024

const BY_NAME: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
}

export const typeByName = (name: string): string =>
  BY_NAME[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'

/** The first bytes of a file, as many as its type requires. */
export async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
