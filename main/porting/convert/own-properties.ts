import type { ElementContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { wordsOf } from '../../../shared/markdown/from-html/html-words'

/** What the front matter of an exported text stated, in the properties of its file. */
export interface OwnProperties {
  readonly authors: readonly string[]
  readonly language?: string
}

const NONE: OwnProperties = { authors: [] }
/** How far the beginning of a page is read: its head, and the first part of its text. */
const BEGINNING = 200_000

/**
 * The properties of a page that this app wrote; those of other pages are seldom the writer's. The language of the whole
 * page may be that of the system, but a part names its own.
 */
export function pageProperties(html: string): OwnProperties {
  const beginning = html.slice(0, BEGINNING)
  if (!beginning.includes('<meta name="generator" content="Stet">')) return NONE
  const section = beginning.indexOf('<section ')
  const head =
    beginning.slice(0, beginning.indexOf('<style>')) + beginning.slice(section).split('>', 1)[0] + '>'
  const found = fromHtml(head, { fragment: true }).children.flatMap((node) =>
    node.type === 'element' ? [node] : [],
  )
  const authors = found.flatMap(({ tagName, properties }) =>
    tagName === 'meta' && properties['name'] === 'author' ? [properties['content'] ?? ''] : [],
  )
  const language = found.find(({ tagName }) => tagName === 'section')?.properties['lang']
  return { authors, ...(typeof language === 'string' && { language }) }
}

/** The properties of a Word document that this app wrote, which its styles show also after Word has saved it. */
export function wordProperties(files: ReadonlyMap<string, Uint8Array>): OwnProperties {
  const xml = (name: string) => new TextDecoder().decode(files.get(name))
  const styles = xml('word/styles.xml')
  if (!OWN_STYLES.every((name) => styles.includes(`<w:name w:val="${name}"/>`))) return NONE
  const core = xml('docProps/core.xml')
  const language = textIn(core, 'dc:language')
  return {
    authors: textIn(core, 'dc:creator')
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    ...(language !== '' && { language }),
  }
}

const OWN_STYLES = ['Horizontal Rule', 'Definition Term', 'Callout Note']

function textIn(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}>`)
  const end = xml.indexOf(`</${name}>`, from)
  if (from === -1 || end === -1) return ''
  const nodes = fromHtml(xml.slice(from + name.length + 2, end), { fragment: true }).children
  return (nodes as ElementContent[]).map(wordsOf).join('').trim()
}
