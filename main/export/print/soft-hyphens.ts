import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'

const unpacked = promisify(inflate)
const packed = promisify(deflate)

/**
 * Replacement text in a content stream for letters that differ from the drawn ones, up to the end of the drawn letters.
 */
const SAID = /\/Span<<\/ActualText <FEFF([0-9A-F]{4,400})> >> BDC\n([^<>]{0,80}<[0-9A-F]{1,400}> Tj\n)EMC\n/g
const SOFT_HYPHEN = '00AD'
/** The dictionary of a content stream as Chromium writes it; those of fonts and pictures have more entries. */
const CONTENT = /^\d{1,10} 0 obj\n<<\/Filter \/FlateDecode\n\/Length (\d{1,10})>> stream\n/
const HEAD_LENGTH = 200

/**
 * The PDF without soft hyphens inside lines: Chromium draws nothing for them but writes the character, which would
 * appear within words when the text is copied, searched or read aloud. The visible hyphen at the end of a line stays. A
 * PDF in another form than Chromium's is not changed.
 */
export async function withoutSoftHyphens(pdf: Uint8Array): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const table = tableOf(bytes)
  if (table === undefined) return pdf
  const changed = new Map<number, Buffer>()
  for (const [number, { from, until }] of table.objects) {
    const content = await withoutThem(bytes.subarray(from, until))
    if (content !== undefined) changed.set(number, content)
  }
  return changed.size === 0 ? pdf : rewritten(bytes, table, changed)
}

interface Table {
  readonly size: number
  readonly at: number
  /** The position of each object, by its number. */
  readonly objects: ReadonlyMap<number, { readonly from: number; readonly until: number }>
  /** The text from the word "trailer" to the offset of the table. */
  readonly trailer: string
}

/** Each line of the table has 20 characters. */
const LINE = 20

function tableOf(bytes: Buffer): Table | undefined {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 1_024))
  const tail = end.slice(Math.max(0, end.lastIndexOf('trailer\n')))
  const [, trailer, place] = /^(trailer\n[^]{1,900}?startxref\n)(\d{1,12})\n%%EOF\s*$/.exec(tail) ?? []
  const at = Number(place ?? Number.NaN)
  if (trailer === undefined || !(at < bytes.length)) return undefined
  const [head = '', count] = /^xref\n0 (\d{1,10})\n/.exec(bytes.toString('latin1', at, at + 40)) ?? []
  const size = Number(count ?? 0)
  const first = at + head.length
  if (size === 0 || bytes.toString('latin1', first + size * LINE, first + size * LINE + 7) !== 'trailer')
    return undefined
  const places = Array.from({ length: size }, (_none, number) => {
    const line = bytes.toString('latin1', first + number * LINE, first + (number + 1) * LINE)
    return { number, from: line.includes(' n') ? Number(line.slice(0, 10)) : 0 }
  }).filter(({ from }) => from > 0)
  places.sort((one, other) => one.from - other.from)
  const objects = places.map(
    ({ number, from }, index) => [number, { from, until: places[index + 1]?.from ?? at }] as const,
  )
  return { size, at, objects: new Map(objects), trailer }
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

/** The objects one after another, with a table of their new positions. */
function rewritten(bytes: Buffer, table: Table, changed: ReadonlyMap<number, Buffer>): Buffer {
  const places = new Map<number, number>()
  const pieces: Buffer[] = []
  let at = 0
  for (const [number, { from, until }] of table.objects) {
    // The bytes before the first object name the PDF version.
    if (at === 0) pieces.push(bytes.subarray(0, (at = from)))
    const piece = changed.get(number) ?? bytes.subarray(from, until)
    places.set(number, at)
    pieces.push(piece)
    at += piece.length
  }
  const lines = Array.from({ length: table.size }, (_none, number) => {
    const place = places.get(number)
    return place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
  })
  pieces.push(Buffer.from(`xref\n0 ${table.size}\n${lines.join('')}${table.trailer}${at}\n%%EOF\n`, 'latin1'))
  return Buffer.concat(pieces)
}
