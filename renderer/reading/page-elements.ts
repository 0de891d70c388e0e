import DOMPurify from 'dompurify'
import { FILE_PICTURE } from '../../shared/markdown/html/file-picture'
import type { LibraryEpoch } from '../../shared/terms'
import { diagramPicture } from '../editor/diagrams/diagram-marks'
import { drawDiagram } from '../editor/diagrams/draw-diagram'
import { fileAddress } from '../editor/file-address'
import { neverShown } from '../editor/preview/missing-pictures'
import { DOCUMENT_LINK, NOWHERE_LINK } from './page-blocks'

/**
 * Nothing of a text is markup (`shared/markdown/html`); should that ever fail, this wall takes away all that could run,
 * load or look like the window.
 */
const WALL = {
  USE_PROFILES: { html: true, mathMl: true },
  FORBID_TAGS: ['style', 'form', 'video', 'audio', 'svg'] as string[],
  // Of an operator in a formula.
  ADD_ATTR: ['form'] as string[],
  FORBID_ATTR: ['srcset', 'background', 'poster', 'cite', 'usemap', 'action', 'ping'] as string[],
  // Of all attributes: a scheme of ours, or no scheme.
  ALLOWED_URI_REGEXP: new RegExp(
    `^(?:https?:|mailto:|${DOCUMENT_LINK}|${NOWHERE_LINK}|${FILE_PICTURE}|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`,
    'i',
  ),
  // Ids are those of headings; the page has no script that they could mislead.
  SANITIZE_DOM: false,
  RETURN_DOM_FRAGMENT: true,
} as const

/** The library whose pictures the page shows, and whom to ask why one did not come. */
export interface Pictures {
  readonly library: LibraryEpoch
  readonly whyMissing: (link: string) => Promise<string>
  /** Whether the writer has asked for diagrams. */
  readonly drawsDiagrams?: () => boolean
}

/** One element for each block, in the window's own document as yet. */
export function elementsOf(blocks: readonly string[], pictures: Pictures): readonly Element[] {
  // A quotation mark of a text is never written as it is, so that this is an attribute.
  const unstyled = blocks.map((html) => html.replaceAll(' style="', ` ${LOOKS}="`))
  const fragment = DOMPurify.sanitize(unstyled.join(''), WALL)
  const elements = [...fragment.children]
  if (elements.length === blocks.length) return elements.map((element) => prepared(element, pictures))
  // The wall took something away; the places of the text count on one element for each block all the same.
  return unstyled.map((html) => {
    const block = document.createElement('div')
    block.append(DOMPurify.sanitize(html, WALL))
    return prepared(block, pictures)
  })
}

/** Where a link of the page may lead: not to a page of the app. */
const LINK = new RegExp(`^(?:https?:|mailto:|#|${DOCUMENT_LINK}|${NOWHERE_LINK})`, 'i')
/** In the place of `style`, which the policy of the page refuses in markup; a script may style what it likes. */
const LOOKS = 'data-looks'
/** What markup may say of the looks of pictures and of formulas; nothing of it leaves the element's own place. */
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

/** Shows a diagram where its source stands; one that cannot be drawn stays its source. */
function drawInPlaceOf(code: Element): void {
  void drawDiagram(code.textContent).then((drawn) => {
    if (drawn.kind === 'picture') code.parentElement?.replaceWith(diagramPicture(drawn))
  })
}

/** The words of a picture that cannot be shown here. */
function missing(words: string, why: string): HTMLElement {
  const span = document.createElement('span')
  span.className = 'missing'
  span.textContent = words === '' ? why : `${words}. ${why}`
  return span
}
