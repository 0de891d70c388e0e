const BEGIN = 'w:fldCharType="begin"'
const END = 'w:fldCharType="end"'
const RUN_END = '</w:r>'
/** The switch `\f` gives the number the look of a reference; without it the number is a word, as in "see note 3". */
const SHOWN_AS_SIGN = /^NOTEREF +([^\s<]{1,100})[^<]{0,100}\\f\b/

/**
 * Turns a field that shows the number of a note again (`NOTEREF`) into a link to that note, which is read as another
 * reference: its number alone would stand among the words.
 */
export function withNoteReferences(xml: string): string {
  const notes = notesByBookmark(xml)
  if (notes.size === 0) return xml
  const parts: string[] = []
  let done = 0
  for (let at = xml.indexOf('NOTEREF '); at !== -1; at = xml.indexOf('NOTEREF ', at + 1)) {
    const name = SHOWN_AS_SIGN.exec(xml.slice(at, at + 300))?.[1] ?? ''
    const note = notes.get(name)
    const from = runBefore(xml, xml.lastIndexOf(BEGIN, at))
    const end = xml.indexOf(RUN_END, xml.indexOf(END, at))
    if (note === undefined || from < done || end < at) continue
    parts.push(xml.slice(done, from), note)
    done = end + RUN_END.length
  }
  return parts.join('') + xml.slice(done)
}

/** Links to notes, as the library for Word names them, by the names of the bookmarks around their references. */
function notesByBookmark(xml: string): ReadonlyMap<string, string> {
  const notes = new Map<string, string>()
  if (!xml.includes('NOTEREF ')) return notes
  for (const part of xml.split('<w:bookmarkStart ').slice(1)) {
    const name = /^[^<>]{0,200}w:name="([^"]{1,100})"/.exec(part)?.[1]
    const inside = part.slice(0, part.indexOf('<w:bookmarkEnd'))
    const [, kind, id] = /<w:(foot|end)noteReference [^<>]{0,200}w:id="(\d{1,10})"/.exec(inside) ?? []
    if (name !== undefined && kind !== undefined) notes.set(name, linkTo(`${kind}note-${id}`))
  }
  return notes
}

const linkTo = (id: string): string =>
  `<w:hyperlink w:anchor="${id}"><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>[1]</w:t></w:r></w:hyperlink>`

/** The beginning of the run around this position. */
const runBefore = (xml: string, at: number): number =>
  at < 0 ? -1 : Math.max(xml.lastIndexOf('<w:r>', at), xml.lastIndexOf('<w:r ', at))
