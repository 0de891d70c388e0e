import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import type { PdfObjects } from './pdf-objects'

const unpacked = promisify(inflate)
const packed = promisify(deflate)

/**
 * Replacement text in a content stream for letters that differ from the drawn ones, up to the end of the drawn letters.
 */
const SAID = /\/Span<<\/ActualText <FEFF([0-9A-F]{4,400})> >> BDC\n([^<>]{0,80}<[0-9A-F]{1,400}> Tj\n)EMC\n/g
const SOFT_HYPHEN = '00AD'
/** What Chromium draws, and writes behind a soft hyphen, at the end of a line. */
const HYPHEN = '2010'
/** The dictionary of a content stream as Chromium writes it; those of fonts and pictures have more entries. */
const CONTENT = /^\d{1,10} 0 obj\n<<\/Filter \/FlateDecode\n\/Length (\d{1,10})>> stream\n/
const HEAD_LENGTH = 200
const ENTRY_LENGTH = 41_000

/**
 * Takes soft hyphens inside lines out of a PDF: Chromium draws nothing for them but writes the character, which would
 * appear within words when the text is copied, searched or read aloud. The visible hyphen at the end of a line stays.
 */
export async function withoutSoftHyphens(
  bytes: Buffer,
  { objects }: PdfObjects,
): Promise<ReadonlyMap<number, Buffer>> {
  const changed = new Map<number, Buffer>()
  for (const [number, { from, until }] of objects) {
    const object = bytes.subarray(from, until)
    const content = plainEntry(object) ?? (await withoutThem(object))
    if (content !== undefined) changed.set(number, content)
  }
  return changed
}

/** An entry of the outline, which has the words of a heading with the hyphens at the ends of its lines. */
const ENTRY = /^(\d{1,10} 0 obj\n<<\/Title <FEFF)([0-9A-F]{4,40000})>/

/** An entry of the outline without soft hyphens; `undefined`: it has none, or the object is something else. */
function plainEntry(object: Buffer): Buffer | undefined {
  const [whole, begin, said = ''] = ENTRY.exec(object.toString('latin1', 0, ENTRY_LENGTH)) ?? []
  const letters: readonly string[] = said.match(/.{4}/g) ?? []
  if (whole === undefined || !letters.includes(SOFT_HYPHEN)) return undefined
  const words = letters.filter(
    (letter, at) => letter !== SOFT_HYPHEN && !(letter === HYPHEN && letters[at - 1] === SOFT_HYPHEN),
  )
  return Buffer.concat([Buffer.from(`${begin}${words.join('')}>`, 'latin1'), object.subarray(whole.length)])
}

/** A content stream without the soft hyphens; `undefined`: it has none. */
async function withoutThem(object: Buffer): Promise<Buffer | undefined> {
  const [head, length] = CONTENT.exec(object.toString('latin1', 0, HEAD_LENGTH)) ?? []
  if (head === undefined) return undefined
  const stream = object.subarray(head.length, head.length + Number(length))
  const drawn = await unpacked(stream).catch(() => undefined)
  if (drawn === undefined || !drawn.includes(SOFT_HYPHEN)) return undefined
  const without = await packed(Buffer.from(cleaned(drawn.toString('latin1')), 'latin1'))
  const begin = head.replace(/\/Length \d{1,10}/, `/Length ${without.length}`)
  return Buffer.concat([Buffer.from(begin, 'latin1'), without, object.subarray(head.length + Number(length))])
}

const cleaned = (content: string): string =>
  content.replace(SAID, (whole, said: string, shown: string) => {
    const letters = said.match(/.{4}/g) ?? []
    const others = letters.filter((letter) => letter !== SOFT_HYPHEN)
    if (others.length === letters.length) return whole
    // The advance to its position is kept, because the following letters depend on it.
    if (others.length === 0) return shown.replace(/ ?<[0-9A-F]+> Tj\n/, '\n')
    return whole.replace(said, others.join(''))
  })
