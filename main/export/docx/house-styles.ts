import { escaped } from '../../../shared/markdown/html/escape'
import { appError } from '../../../shared/problem'

/** The styles of a writer's Word document as XML, to be used in exported documents. */
export interface HouseStyles {
  readonly styles: string
  readonly theme?: string
}

/** The files of a Word document: XML as text, everything else as bytes. */
export type DocxFiles = ReadonlyMap<string, string | Uint8Array>

const STYLES = 'word/styles.xml'
const THEME = 'word/theme/theme1.xml'

/** The styles in the files of a Word document. Throws an AppError with a sentence where there are none. */
export function houseStylesIn(files: ReadonlyMap<string, Uint8Array>): HouseStyles {
  const read = (name: string): string | undefined => {
    const bytes = files.get(name)
    const xml = bytes === undefined ? undefined : new TextDecoder().decode(bytes)
    // A theme may refer to pictures, which are not copied.
    return xml === undefined || xml.includes('<!DOCTYPE') || xml.includes('r:embed=') ? undefined : xml
  }
  const styles = read(STYLES)
  if (styles === undefined || !styles.includes('</w:styles>') || stylesOf(styles).length === 0)
    throw appError('damaged', 'This is not a Word document with styles.')
  const theme = read(THEME)
  return { styles: withoutNumbering(styles), ...(theme !== undefined && { theme }) }
}

/** The document with these styles in place of ours; styles that the template does not have stay. */
export function withHouseStyles(files: DocxFiles, house: HouseStyles, language: string): DocxFiles {
  const ours = String(files.get(STYLES) ?? '')
  const ids = idsOf(stylesOf(ours), stylesOf(house.styles))
  const changed = new Map(files)
  for (const [name, xml] of files)
    if (typeof xml === 'string' && /^word\/(?:document|footnotes|footer\d*|numbering)\.xml$/.test(name))
      changed.set(name, renamed(xml, ids))
  changed.set(STYLES, mergedStyles(ours, house.styles, ids, language))
  if (house.theme !== undefined) changed.set(THEME, house.theme)
  return changed
}

interface Style {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly isDefault: boolean
  readonly xml: string
}

function stylesOf(xml: string): readonly Style[] {
  return xml
    .split('<w:style ')
    .slice(1)
    .flatMap((part) => {
      const end = part.indexOf('</w:style>')
      const head = part.slice(0, Math.max(0, part.indexOf('>')))
      const id = attributeOf(head, 'w:styleId')
      const name = attributeOf(part.slice(part.indexOf('<w:name '), end), 'w:val')
      if (end === -1 || id === undefined || name === undefined) return []
      const isDefault = /^(?:1|true|on)$/.test(attributeOf(head, 'w:default') ?? '')
      const style = `<w:style ${part.slice(0, end)}</w:style>`
      return [{ id, name, type: attributeOf(head, 'w:type') ?? 'paragraph', isDefault, xml: style }]
    })
}

function attributeOf(tag: string, name: string): string | undefined {
  const from = tag.indexOf(`${name}="`)
  return from === -1 ? undefined : tag.slice(from + name.length + 2, tag.indexOf('"', from + name.length + 2))
}

const keyOf = ({ type, name }: Style): string => `${type}:${name.toLowerCase()}`

/**
 * Maps ids by names: names are the same in all languages of Word, ids are not. "heading 1" has the id "berschrift1" in
 * a German document.
 */
function idsOf(ours: readonly Style[], theirs: readonly Style[]): ReadonlyMap<string, string> {
  const known = new Map(theirs.map((style) => [keyOf(style), style.id]))
  const taken = new Set(theirs.map(({ id }) => id))
  const ids = new Map(ours.map((style) => [style.id, known.get(keyOf(style)) ?? free(style.id, taken)]))
  for (const [type, id] of [
    ['paragraph', 'Normal'],
    ['character', 'DefaultParagraphFont'],
    ['table', 'TableNormal'],
  ]) {
    const usual = theirs.find((style) => style.type === type && style.isDefault)
    if (usual !== undefined && id !== undefined) ids.set(id, usual.id)
  }
  return ids
}

const free = (id: string, taken: ReadonlySet<string>): string => (taken.has(id) ? `Stet${id}` : id)

function mergedStyles(
  ours: string,
  house: string,
  ids: ReadonlyMap<string, string>,
  language: string,
): string {
  const there = new Set(stylesOf(house).map(({ id }) => id))
  const added = stylesOf(ours)
    .filter(({ id, isDefault }) => !isDefault && !there.has(ids.get(id) ?? id))
    .map(({ xml }) => renamed(xml, ids))
  return withLanguage(house, language).replace('</w:styles>', () => `${added.join('')}</w:styles>`)
}

/** The styles in another language, because a template has the language in which it was made. */
function withLanguage(house: string, language: string): string {
  const [before, ...rest] = house.split('</w:docDefaults>')
  if (before === undefined || rest.length === 0) return house
  const own = before.replace(
    /(<w:lang\s[^<>]{0,200}?w:val=")[^"<>]{0,80}"/,
    (_whole, start: string) => `${start}${escaped(language)}"`,
  )
  return [own, ...rest].join('</w:docDefaults>')
}

const USES = /(<w:(?:pStyle|rStyle|tblStyle|basedOn|next|link) w:val="|w:styleId=")([^"<>]{1,250})"/g

const renamed = (xml: string, ids: ReadonlyMap<string, string>): string =>
  xml.replace(USES, (_whole, before: string, id: string) => `${before}${ids.get(id) ?? id}"`)

/** The styles without numbering, whose definitions are in a file that is not copied. */
const withoutNumbering = (styles: string): string =>
  styles
    .split('<w:numPr>')
    .map((part, at) => {
      const end = at === 0 ? -1 : part.indexOf('</w:numPr>')
      return end === -1 ? part : part.slice(end + '</w:numPr>'.length)
    })
    .join('')
