import type { ObjectChanges } from './pdf-objects'

/** Adds the authors to the properties of a PDF: Chromium takes only the title from the page. */
export const withAuthors =
  (authors: readonly string[]): ObjectChanges =>
  (bytes, { trailer, objects }) => {
    const number = Number(/\/Info (\d{1,10}) 0 R/.exec(trailer)?.[1] ?? Number.NaN)
    const { from, until } = objects.get(number) ?? { from: 0, until: 0 }
    const [head] = /^\d{1,10} 0 obj\n<</.exec(bytes.toString('latin1', from, from + 40)) ?? []
    if (head === undefined) return Promise.resolve(new Map())
    const author = Buffer.from(`${head}/Author ${pdfText(authors.join(', '))}\n`, 'latin1')
    const properties = bytes.subarray(from + head.length, until)
    return Promise.resolve(new Map([[number, Buffer.concat([author, properties])]]))
  }

/** A string of a PDF in UTF-16, whose byte order mark names the encoding. */
const pdfText = (text: string): string =>
  `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex').toUpperCase()}>`
