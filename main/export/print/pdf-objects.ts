/** The objects of a PDF as Chromium writes it, with a single table of their positions at its end. */
export interface PdfObjects {
  readonly size: number
  readonly at: number
  /** The position of each object, by its number. */
  readonly objects: ReadonlyMap<number, { readonly from: number; readonly until: number }>
  /** The text from the word "trailer" to the offset of the table. */
  readonly trailer: string
}

/** Each line of the table has 20 characters. */
const LINE = 20

/** `undefined` for a PDF in another form. */
function pdfObjects(bytes: Buffer): PdfObjects | undefined {
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

/** Finds objects of a PDF that are to be changed, and their new bytes. */
export type ObjectChanges = (bytes: Buffer, found: PdfObjects) => Promise<ReadonlyMap<number, Buffer>>

/** The PDF with all of these changes, written once. A PDF in another form than Chromium's is not changed. */
export async function withChanges(pdf: Uint8Array, changes: readonly ObjectChanges[]): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const found = changes.length === 0 ? undefined : pdfObjects(bytes)
  if (found === undefined) return pdf
  const changed = new Map<number, Buffer>()
  for (const changesIn of changes)
    for (const [number, object] of await changesIn(bytes, found)) changed.set(number, object)
  return changed.size === 0 ? pdf : rewritten(bytes, found, changed)
}

/** The PDF with some objects changed, and a table of their new positions. */
function rewritten(bytes: Buffer, table: PdfObjects, changed: ReadonlyMap<number, Buffer>): Buffer {
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
