import { pdfObjects, rewritten } from './pdf-objects'

/**
 * The PDF with its authors among its properties: Chromium takes only the title from the page. A PDF in another form than
 * Chromium's is not changed.
 */
export function withAuthors(authors: readonly string[], pdf: Uint8Array): Uint8Array {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const found = authors.length === 0 ? undefined : pdfObjects(bytes)
  const number = Number(/\/Info (\d{1,10}) 0 R/.exec(found?.trailer ?? '')?.[1] ?? Number.NaN)
  const place = found?.objects.get(number)
  if (found === undefined || place === undefined) return pdf
  const [head] = /^\d{1,10} 0 obj\n<</.exec(bytes.toString('latin1', place.from, place.from + 40)) ?? []
  if (head === undefined) return pdf
  const properties = bytes.subarray(place.from + head.length, place.until)
  const author = Buffer.from(`${head}/Author ${pdfText(authors.join(', '))}\n`, 'latin1')
  return rewritten(bytes, found, new Map([[number, Buffer.concat([author, properties])]]))
}

/** A string of a PDF in UTF-16, whose byte order mark names the encoding. */
const pdfText = (text: string): string =>
  `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`
