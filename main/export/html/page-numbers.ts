/**
 * The numbers of pages in a table of contents. Chromium has no `target-counter`: the page is laid out once with room for the
 * numbers, and once more with the numbers in it, which changes no line.
 */
const OPEN = '<span class="page">'
const CLOSE = '</span>'

/** A word of a text is escaped, so that none looks like this. */
const placeOf = (name: string): string => `<!--page of ${name}-->`
const PLACE = /<!--page of ([a-z]+\d+)-->/g

/** Where the number of the page of this part stands. */
export const pageNumberOf = (name: string): string => `${OPEN}${placeOf(name)}${CLOSE}`

/** The page with the numbers; `undefined`: it has no room for any. */
export function withPageNumbers(
  html: Uint8Array,
  numbers: ReadonlyMap<string, number>,
): Uint8Array | undefined {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.byteLength)
  const [begin, end] = [bytes.indexOf(OPEN), bytes.lastIndexOf(OPEN)]
  if (begin < 0) return undefined
  const until = bytes.indexOf(CLOSE, end)
  const contents = bytes.toString('utf8', begin, until)
  const numbered = contents.replace(PLACE, (_place, name: string) => String(numbers.get(name) ?? ''))
  return Buffer.concat([bytes.subarray(0, begin), Buffer.from(numbered), bytes.subarray(until)])
}
