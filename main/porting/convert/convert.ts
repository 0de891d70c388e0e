import { zipSync } from 'fflate'
import type { ElementContent } from 'hast'
import mammoth from 'mammoth'
import { pageToMarkdown } from '../../../shared/markdown/from-html/html-to-markdown'
import { counted } from '../../../shared/text/counted'
import { AppError, appError } from '../../../shared/problem'
import { missingPictures } from './missing-pictures'
import { decodeText } from './decode'
import { unzipped } from '../zip-source'
import { pageProperties, wordProperties, type OwnProperties } from './own-properties'
import { withWordBlocks } from './word-blocks'
import { STYLES } from './word-styles'
import { preparedWord } from './word-xml'

/** A document converted to markdown, with the pictures that it contains. */
export interface Converted {
  /** The markdown, with the title, and authors and language of an exported text, in front matter where there are any. */
  readonly markdown: string
  /** The pictures, by the addresses that the markdown uses. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
  /** The parts that are lost in the conversion, as sentences. */
  readonly left: readonly string[]
}

/** The bound of a Word document's unpacked bytes. */
const UNPACKED_MAX = 512 * 1024 * 1024
/** The bound of a page in characters; a longer one is not a text. */
const PAGE_LENGTH_MAX = 20_000_000

/**
 * Reads a Word document or an HTML page. `pictureFolder` is the relative address of the folder for the document's own
 * pictures. The duration depends on the document, so this runs in a worker that may be ended. Nothing is executed or
 * fetched. Throws an AppError with a sentence.
 */
export async function convert(name: string, bytes: Uint8Array, pictureFolder: string): Promise<Converted> {
  try {
    return /\.docx$/i.test(name)
      ? await fromWord(bytes, pictureFolder)
      : fromPage(decodeText(bytes) ?? new TextDecoder('latin1').decode(bytes), pictureFolder)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof RangeError) throw appError('too-large', 'It is nested too deeply to be read.')
    throw appError('damaged', 'It is damaged, or not a document of this kind.')
  }
}

/** A title as the style map for titles writes it. */
const TITLE_HEADING = '<h1 class="title">'

async function fromWord(bytes: Uint8Array, pictureFolder: string): Promise<Converted> {
  const files = await unzipped(bytes, UNPACKED_MAX)
  if (!files.has('word/document.xml')) throw appError('damaged', 'It is no Word document, or it is damaged.')
  // The library unpacks without a bound of its own, so it gets files whose sizes were verified.
  const word = preparedWord(files)
  const buffer = Buffer.from(zipSync(Object.fromEntries(word.files), { level: 0 }))
  const pictures = new Map<string, Uint8Array>()
  const { value, messages } = await mammoth.convertToHtml(
    { buffer },
    {
      styleMap: [...STYLES],
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async (image) => {
        const address = addressOf(pictureFolder, pictures.size + 1, image.contentType)
        pictures.set(address, new Uint8Array(await image.readAsBuffer()))
        return { src: address }
      }),
    },
  )
  const failed = messages.filter(({ type }) => type === 'error').length
  const left = [
    ...(files.has('word/comments.xml') ? ['Its comments are not imported.'] : []),
    ...word.left,
    // The library reports nothing else as an error.
    ...(failed === 0 ? [] : [`${counted(failed, 'picture')} outside of it cannot be read.`]),
  ]
  return {
    ...titled(
      word.withFormulas(value),
      (src) => (pictures.has(src) ? src : undefined),
      wordProperties(files),
      (nodes) => withWordBlocks(nodes, word.placeOf),
    ),
    pictures,
    left,
  }
}

function fromPage(html: string, pictureFolder: string): Converted {
  if (html.length > PAGE_LENGTH_MAX) throw appError('too-large', 'It is larger than a text may be.')
  const pictures = new Map<string, Uint8Array>()
  /** Pictures at addresses that lead neither to the web nor to a file beside the page. */
  const missing = new Set<string>()
  const pictureOf = (src: string): string | undefined => {
    if (/^https?:\/\//i.test(src)) return src
    const data = /^data:(image\/[a-z+.-]+);base64,([A-Za-z0-9+/=\s]+)$/i.exec(src)
    if (data === null && /^[a-z][a-z0-9+.-]*:|^\/\//i.test(src)) return void missing.add(src)
    if (data === null) return src === '' ? undefined : src
    const address = addressOf(pictureFolder, pictures.size + 1, data[1] ?? '')
    pictures.set(address, Buffer.from(data[2] ?? '', 'base64'))
    return address
  }
  const { markdown } = titled(html, pictureOf, pageProperties(html))
  return { markdown, pictures, left: missing.size === 0 ? [] : [missingPictures(missing)] }
}

const addressOf = (folder: string, number: number, type: string): string => {
  const kind = /^image\/([a-z0-9]+)/i.exec(type)?.[1]?.toLowerCase() ?? 'bin'
  return `${folder}/picture-${number}.${kind === 'jpeg' ? 'jpg' : kind}`
}

/** The HTML without its title: the title is a field, and must not appear in the text a second time. */
function titled(
  html: string,
  pictureOf: (src: string) => string | undefined,
  { authors, language }: OwnProperties,
  arranged?: (nodes: readonly ElementContent[]) => readonly ElementContent[],
): { readonly markdown: string } {
  const heading = between(html, TITLE_HEADING, '</h1>')
  const body = heading === undefined ? html : html.slice(0, heading.from) + html.slice(heading.to)
  const source = { linkOf, pictureOf }
  const words = (heading ?? between(html, '<title>', '</title>'))?.within ?? ''
  const title = pageToMarkdown(withoutTags(words), source).replace(/\s+/g, ' ').trim()
  const markdown = pageToMarkdown(body, { ...source, ...(arranged && { arranged }) })
  const lines = [
    ...(title === '' ? [] : [`title: ${JSON.stringify(title)}`]),
    ...(authors.length === 0
      ? []
      : [`author: ${JSON.stringify(authors.length === 1 ? authors[0] : authors)}`]),
    ...(language === undefined ? [] : [`lang: ${JSON.stringify(language)}`]),
  ]
  const frontMatter = lines.length === 0 ? '' : ['---', ...lines, '---\n'].join('\n')
  return { markdown: `${frontMatter}${markdown}\n` }
}

/**
 * The text between the first two of these tags, whatever their case, and the positions of all three. A page may be
 * hostile, so no regular expression is used.
 */
function between(html: string, open: string, close: string) {
  const small = html.toLowerCase()
  const from = small.indexOf(open)
  const end = from === -1 ? -1 : small.indexOf(close, from)
  if (end === -1) return undefined
  return { from, to: end + close.length, within: html.slice(from + open.length, end) }
}

const withoutTags = (html: string): string =>
  html
    .split('<')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('')

/**
 * Web and mail addresses are kept, and links to files beside the page; a link to another page becomes one to its
 * markdown document.
 */
function linkOf(href: string): string | undefined {
  if (/^(?:https?:\/\/|mailto:)/i.test(href)) return href
  if (href === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return undefined
  return href.replace(/\.(?:html?|docx)(?=#|$)/i, '.md')
}
