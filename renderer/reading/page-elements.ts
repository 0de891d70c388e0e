import DOMPurify from 'dompurify'
import { FILE_PICTURE } from '../../shared/markdown/html/file-picture'
import type { LibraryEpoch } from '../../shared/terms'
import { diagramPicture } from '../editor/diagrams/diagram-marks'
import { drawDiagram } from '../editor/diagrams/draw-diagram'
import { fileAddress } from '../editor/file-address'
import { neverShown } from '../editor/preview/missing-pictures'
import { DOCUMENT_LINK, NOWHERE_LINK } from './page-blocks'

/**
 * The settings of the sanitizer. No markup of a text reaches the page (`shared/markdown/html`); should that ever fail,
 * the sanitizer removes everything that could run, load or imitate the window.
 */
const WALL = {
  USE_PROFILES: { html: true, mathMl: true },
  FORBID_TAGS: ['style', 'form', 'video', 'audio', 'svg'] as string[],
  // An attribute of operators in formulas.
  ADD_ATTR: ['form'] as string[],
  FORBID_ATTR: ['srcset', 'background', 'poster', 'cite', 'usemap', 'action', 'ping'] as string[],
  // For every attribute: one of the allowed schemes, or none.
  ALLOWED_URI_REGEXP: new RegExp(
    `^(?:https?:|mailto:|${DOCUMENT_LINK}|${NOWHERE_LINK}|${FILE_PICTURE}|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`,
    'i',
  ),
  // Ids are those of headings, and the page has no script that they could mislead.
  SANITIZE_DOM: false,
  RETURN_DOM_FRAGMENT: true,
} as const

/** The library whose images the page shows, and a function that explains why an image is missing. */
export interface Pictures {
  readonly library: LibraryEpoch
  readonly whyMissing: (link: string) => Promise<string>
  /** Whether the writer has switched diagrams on. */
  readonly drawsDiagrams?: () => boolean
}

/** Creates one element for each block, still in the document of the window. */
export function elementsOf(blocks: readonly string[], pictures: Pictures): readonly Element[] {
  // Quotation marks in a text are always escaped, so the match is an attribute.
  const unstyled = blocks.map((html) => html.replaceAll(' style="', ` ${LOOKS}="`))
  const fragment = DOMPurify.sanitize(unstyled.join(''), WALL)
  const elements = [...fragment.children]
  if (elements.length === blocks.length) return elements.map((element) => prepared(element, pictures))
  // The sanitizer removed something; positions in the text still need one element for each block.
  return unstyled.map((html) => {
    const block = document.createElement('div')
    block.append(DOMPurify.sanitize(html, WALL))
    return prepared(block, pictures)
  })
}

/** The addresses that a link of the page may have, which exclude the app's own pages. */
const LINK = new RegExp(`^(?:https?:|mailto:|#|${DOCUMENT_LINK}|${NOWHERE_LINK})`, 'i')
/** Replaces the attribute `style`, which the content security policy forbids in markup; scripts may set styles. */
const LOOKS = 'data-looks'
/** The style properties allowed for images and formulas; none of them can move an element out of its place. */
const STYLED =
  /^(?:width|height|(?:background-)?color|text-align|padding(?:-\w+)?|margin-left|border(?:-\w+)?|font-(?:style|weight)|math-depth|display)$/

function takeLooks(element: HTMLElement): void {
  for (const look of (element.getAttribute(LOOKS) ?? '').split(';')) {
    const at = look.indexOf(':')
    const name = look.slice(0, Math.max(0, at)).trim()
    if (STYLED.test(name)) element.style.setProperty(name, look.slice(at + 1).trim())
  }
  element.removeAttribute(LOOKS)
}

function prepared(block: Element, { library, whyMissing, drawsDiagrams }: Pictures): Element {
  if (drawsDiagrams?.() === true)
    for (const code of block.querySelectorAll('pre > .language-mermaid')) drawInPlaceOf(code)
  for (const element of block.querySelectorAll<HTMLElement>(`[${LOOKS}]`)) takeLooks(element)
  for (const link of block.querySelectorAll('[href]'))
    if (!LINK.test(link.getAttribute('href') ?? '')) link.removeAttribute('href')
  for (const image of block.querySelectorAll('img')) {
    const link = decodeURIComponent((image.getAttribute('src') ?? '').slice(FILE_PICTURE.length))
    const words = image.alt === '' ? link : image.alt
    const never = neverShown(link)
    if (never === undefined) {
      image.src = fileAddress(library, link)
      image.addEventListener('error', () => {
        void whyMissing(link).then((why) => image.replaceWith(missing(words, why)))
      })
    } else image.replaceWith(missing(words, never))
  }
  return block
}

/** Replaces the source of a diagram with its image; the source of an invalid diagram stays. */
function drawInPlaceOf(code: Element): void {
  void drawDiagram(code.textContent).then((drawn) => {
    if (drawn.kind === 'picture') code.parentElement?.replaceWith(diagramPicture(drawn))
  })
}

/** The words shown in place of an image that cannot be shown. */
function missing(words: string, why: string): HTMLElement {
  const span = document.createElement('span')
  span.className = 'missing'
  span.textContent = words === '' ? why : `${words}. ${why}`
  return span
}
