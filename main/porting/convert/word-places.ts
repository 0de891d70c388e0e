/** The layout of a paragraph or table of Word, which tells the lists and quotations around it; lengths in twips. */
export interface WordPlace {
  readonly left: number
  readonly right: number
  /** How far the first line begins before the others. */
  readonly hanging: number
  readonly isTable?: true
  /** The numbering of a list item: its name, its level, and the number of its first item. */
  readonly list?: { readonly key: string; readonly level: number; readonly start: number }
  readonly align?: string
  /** The border around a paragraph; adjacent paragraphs with the same one share a box. */
  readonly border: string
}

/** The levels of the numberings of a document, by `numberingKey`. */
type Numberings = ReadonlyMap<string, Numbering>

interface Numbering {
  readonly key: string
  readonly start: number
  readonly left: number
  readonly hanging: number
}

const numberingKey = (id: string, level: number): string => `${id} ${level}`

/** Reads `word/numbering.xml`. Numberings that count on in each other have the same key. */
export function numberingsIn(xml: string): Numberings {
  const levels = new Map<string, readonly LevelRead[]>()
  for (const part of xml.split('<w:abstractNum ').slice(1))
    levels.set(valueOf(part, 'w:abstractNumId') ?? '', part.split('<w:lvl ').slice(1).map(levelRead))
  const numberings = new Map<string, Numbering>()
  for (const part of xml.split('<w:num ').slice(1)) {
    const id = valueOf(part, 'w:numId') ?? ''
    const name = valueIn(part, 'w:abstractNumId') ?? ''
    const overrides = new Map(
      part
        .split('<w:lvlOverride ')
        .slice(1)
        .map((one) => [Number(valueOf(one, 'w:ilvl')), valueIn(one, 'w:startOverride')]),
    )
    for (const { level, start, left, hanging } of levels.get(name) ?? []) {
      const override = overrides.get(level)
      numberings.set(numberingKey(id, level), {
        ...{ left, hanging },
        key: override === undefined ? `of ${name}` : `own ${id}`,
        start: override === undefined ? start : Number(override),
      })
    }
  }
  return numberings
}

interface LevelRead {
  readonly level: number
  readonly start: number
  readonly left: number
  readonly hanging: number
}

const levelRead = (part: string): LevelRead => ({
  level: Number(valueOf(part, 'w:ilvl') ?? 0),
  start: Number(valueIn(part, 'w:start') ?? 1),
  ...indentIn(part.slice(0, Math.max(0, part.indexOf('</w:lvl>')))),
})

/**
 * The XML of a document with a bookmark at the beginning of each paragraph that has properties, and a paragraph with
 * one before each indented table; the library for Word hands bookmarks on, but not the layout. `nameOf` gives the name
 * of the bookmark.
 */
export function withPlaces(
  xml: string,
  numberings: Numberings,
  nameOf: (place: WordPlace) => string,
): string {
  const marked = (place: WordPlace) => `<w:bookmarkStart w:id="0" w:name="${nameOf(place)}"/>`
  const paragraphs = xml.split('<w:pPr>').map((part, at) => {
    const end = at === 0 ? -1 : part.indexOf('</w:pPr>')
    if (end === -1) return part
    const behind = end + '</w:pPr>'.length
    return part.slice(0, behind) + marked(placeOf(part.slice(0, end), numberings)) + part.slice(behind)
  })
  return paragraphs
    .join('<w:pPr>')
    .split('<w:tbl>')
    .map((part, at) => {
      const properties = at === 0 ? '' : part.slice(0, Math.max(0, part.indexOf('</w:tblPr>')))
      const indent = tagOf(properties, 'w:tblInd')
      const left = indent === undefined ? 0 : Number(valueOf(indent, 'w:w') ?? 0)
      const table = at === 0 ? part : `<w:tbl>${part}`
      const place: WordPlace = { left, right: 0, hanging: 0, isTable: true, border: '' }
      return left > 0 ? `<w:p>${marked(place)}</w:p>${table}` : table
    })
    .join('')
}

function placeOf(properties: string, numberings: Numberings): WordPlace {
  const id = valueIn(properties, 'w:numId')
  const level = Number(valueIn(properties, 'w:ilvl') ?? 0)
  const numbering = id === undefined ? undefined : numberings.get(numberingKey(id, level))
  const align = valueIn(properties, 'w:jc')
  const border = properties.indexOf('<w:pBdr>')
  return {
    ...indentIn(properties, numbering),
    ...(numbering && { list: { key: numbering.key, level, start: numbering.start } }),
    ...(align !== undefined && { align }),
    border: border === -1 ? '' : properties.slice(border, properties.indexOf('</w:pBdr>', border)),
  }
}

/** The indent; what it does not state is that of the numbering. */
function indentIn(properties: string, usual: { left: number; hanging: number } = { left: 0, hanging: 0 }) {
  const tag = tagOf(properties, 'w:ind') ?? ''
  const length = (...names: readonly string[]): number | undefined => {
    const found = names.map((name) => valueOf(tag, name)).find((value) => value !== undefined)
    return found === undefined ? undefined : Number(found) || 0
  }
  return {
    left: length('w:left', 'w:start') ?? usual.left,
    right: length('w:right', 'w:end') ?? 0,
    hanging: length('w:hanging') ?? usual.hanging,
  }
}

function tagOf(xml: string, name: string): string | undefined {
  const from = xml.indexOf(`<${name} `)
  return from === -1 ? undefined : xml.slice(from, xml.indexOf('>', from) + 1)
}

function valueIn(xml: string, name: string): string | undefined {
  const tag = tagOf(xml, name)
  return tag === undefined ? undefined : valueOf(tag, 'w:val')
}

/** The value of an attribute in the first tag of this XML. */
function valueOf(xml: string, name: string): string | undefined {
  const tag = xml.slice(0, xml.indexOf('>') + 1)
  const from = tag.indexOf(`${name}="`)
  return from === -1 ? undefined : tag.slice(from + name.length + 2, tag.indexOf('"', from + name.length + 2))
}
