import {
  COPY_MOST,
  DEPTH_MOST,
  HTML_TAGS,
  MEDIA,
  SVG_TAGS,
  VOID_TAGS,
  isCopyAttribute,
} from '../../shared/launch-copy'

/** A copy as it goes into the page. */
export interface CopyPage {
  /** Attributes for the root element, with the space before them. */
  readonly root: string
  /** The files of the faces in it, as the build names them. */
  readonly fonts: readonly string[]
  /** The text of one style element. */
  readonly css: string
  /** One element, which stands before the app. */
  readonly html: string
}

/**
 * A copy as markup; undefined where anything in it is not what `shared/launch-copy.ts` allows. Texts and attributes are
 * escaped here, so that no word of a document can become more than text. Checked by hand: the first page does not wait
 * until the library for schemas is read.
 */
export function copyPage(json: string): CopyPage | undefined {
  if (json.length > COPY_MOST) return undefined
  try {
    const { nodes, css, fonts, root, screen, document } = record(JSON.parse(json))
    const typing = document === null ? '' : ` data-document="${allowed('data-document', document)}"`
    return {
      root: Object.entries(record(root)).map(([name, value]) => rootAttribute(name, value)).join(''), // prettier-ignore
      fonts: list(fonts).map(face),
      css: `${shownOn(record(screen))}\n${styles(css)}`,
      html: `<div id="as-left" inert aria-hidden="true"${typing}>${inside(nodes, 'html', 0)}</div>`,
    }
  } catch (error) {
    if (error instanceof NotACopy || error instanceof SyntaxError) return undefined
    throw error
  }
}

class NotACopy extends Error {}

function inside(nodes: unknown, within: 'html' | 'svg' | 'text', depth: number): string {
  if (!Array.isArray(nodes) || depth > DEPTH_MOST) throw new NotACopy()
  return nodes
    .map((node: unknown) => {
      if (typeof node !== 'string') return element(node, within, depth)
      if (within === 'svg') throw new NotACopy()
      return escaped(node)
    })
    .join('')
}

function element(node: unknown, within: 'html' | 'svg' | 'text', depth: number): string {
  if (!Array.isArray(node) || node.length !== 3) throw new NotACopy()
  const [tag, attributes, children] = node as unknown[]
  if (typeof tag !== 'string' || within === 'text') throw new NotACopy()
  const isDrawing = SVG_TAGS.has(tag)
  if (isDrawing ? within === 'html' && tag !== 'svg' : within === 'svg' || !HTML_TAGS.has(tag))
    throw new NotACopy()
  const given = Object.entries(record(attributes)).map(
    ([name, value]) => ` ${name}="${allowed(name, value)}"`,
  )
  const start = `<${tag}${given.join('')}>`
  if (VOID_TAGS.has(tag)) return start
  // A line break at their very beginning is not read as one.
  const begin = tag === 'textarea' || tag === 'pre' ? '\n' : ''
  const place = isDrawing ? 'svg' : tag === 'textarea' ? 'text' : 'html'
  return `${start}${begin}${inside(children, place, depth + 1)}</${tag}>`
}

function allowed(name: string, value: unknown): string {
  if (typeof value !== 'string' || !isCopyAttribute(name, value)) throw new NotACopy()
  return escaped(value)
}

function rootAttribute(name: string, value: unknown): string {
  if (!['theme', 'textFont'].includes(name) || typeof value !== 'string' || !/^[a-z]{1,20}$/.test(value))
    throw new NotACopy()
  return ` data-${name === 'theme' ? 'theme' : 'text-font'}="${value}"`
}

/** It is a sheet of our own making; without this sign it cannot end the element that it is in. */
function styles(css: unknown): string {
  if (typeof css !== 'string' || css.includes('<')) throw new NotACopy()
  return css
}

/** By a media query, since nobody knows better than Chromium what it paints on; everywhere else the copy is not there. */
function shownOn({ width, height, ratio, media }: Readonly<Record<string, unknown>>): string {
  const [wide, high, pixels] = [width, height, ratio].map((given) => {
    if (typeof given !== 'number' || !(given > 0 && given < 100_000)) throw new NotACopy()
    return given
  }) as [number, number, number]
  if (!Array.isArray(media) || media.length !== MEDIA.length) throw new NotACopy()
  const conditions = [
    `(min-width: ${wide}px)`,
    `(max-width: ${wide + 0.99}px)`,
    `(min-height: ${high}px)`,
    `(max-height: ${high + 0.99}px)`,
    `(min-resolution: ${pixels - 0.01}dppx)`,
    `(max-resolution: ${pixels + 0.01}dppx)`,
    ...MEDIA.map((feature, at) => (media[at] === true ? `(${feature})` : `(not (${feature}))`)),
  ]
  return `#as-left { display: none }
@media ${conditions.join(' and ')} {
  #as-left { display: block; position: fixed; inset: 0; z-index: 1; overflow: hidden; background: var(--paper); pointer-events: none }
}
#as-left * { animation: none !important; transition: none !important }`
}

function face(file: unknown): string {
  if (typeof file !== 'string' || !/^[\w-][\w.-]{0,100}\.woff2$/.test(file)) throw new NotACopy()
  return file
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotACopy()
  return value as unknown[]
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NotACopy()
  return value as Readonly<Record<string, unknown>>
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '').replaceAll('\0', '')
