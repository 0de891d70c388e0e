/**
 * The page of each named destination of a PDF, counted from 1. It reads PDFs as Chromium writes them, with each object
 * on its own after its number; for any other form the result is empty.
 */
export function pagesOfPlaces(pdf: Uint8Array): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const objectOf = objectsIn(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
  const catalog = objectOf(undefined)
  const pages = new Map<string, number>()
  const seen = new Set<string>()
  const count = (id: string | undefined): void => {
    if (id === undefined || seen.has(id)) return
    seen.add(id)
    const node = objectOf(id)
    if (/\/Type \/Pages\b/.test(node))
      for (const [, kid] of (/\/Kids \[([^\][]*)\]/.exec(node)?.[1] ?? '').matchAll(/(?<!\d)(\d{1,10}) 0 R/g))
        count(kid)
    else pages.set(id, pages.size + 1)
  }
  count(/\/Pages (\d+) 0 R/.exec(catalog)?.[1])
  const named = /\/Dests (\d+) 0 R/.exec(catalog)?.[1]
  if (named === undefined) return places
  for (const [, name = '', id = ''] of objectOf(named).matchAll(/\/([^\s/[\]]+) \[(\d+) 0 R \/XYZ/g)) {
    const page = pages.get(id)
    if (page !== undefined) places.set(name, page)
  }
  return places
}

const LONGEST = 20_000_000

/** Returns the text of an object by its number, or of the catalogue without one; empty where there is none. */
function objectsIn(bytes: Buffer): (id: string | undefined) => string {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 1_024))
  const table = Number(/startxref\s+(\d+)/.exec(end)?.[1] ?? Number.NaN)
  const root = /\/Root (\d+) 0 R/.exec(end)?.[1]
  const head = Number.isNaN(table)
    ? null
    : /^xref\n0 (\d+)\n/.exec(bytes.toString('latin1', table, table + 40))
  if (head === null) return () => ''
  const [all, size] = head
  return (id) => {
    const number = Number(id ?? root)
    if (!(number < Number(size))) return ''
    // Each line of the table has 20 characters.
    const line = table + all.length + number * 20
    const from = Number(bytes.toString('latin1', line, line + 10))
    const until = bytes.indexOf('endobj', from)
    return until < 0 ? '' : bytes.toString('latin1', from, Math.min(until, from + LONGEST))
  }
}
