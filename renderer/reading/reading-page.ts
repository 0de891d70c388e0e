import DOMPurify from 'dompurify'
import { FILE_PICTURE } from '../../shared/markdown/html/file-picture'
import { PAGE_STYLE } from '../../shared/markdown/html/page-style'
import { type LibraryEpoch, shownTitle } from '../../shared/terms'
import { diagramPicture } from '../editor/diagrams/diagram-marks'
import { drawDiagram } from '../editor/diagrams/draw-diagram'
import { fileAddress } from '../editor/file-address'
import { styleNonce } from '../editor/nonce'
import { neverShown } from '../editor/preview/missing-pictures'
import { DOCUMENT_LINK, NOWHERE_LINK, type PageChange } from './page-blocks'
import { createPlaces } from './page-places'

/** The page within the frame of the reading view. */
export interface ReadingPage {
  setTitle(title: string): void
  /** Draws what changed, bit by bit, and leaves the rest as it is. */
  change(change: PageChange): void
  /** Takes colours, face and size of the window. */
  takeLook(): void
  /** Brings this place of the text to the top of the screen, as soon as it is drawn. */
  goTo(place: number): void
  /** Where in the text the first line on screen stands; `undefined` where that is where the page was brought to. */
  movedTo(): number | undefined
  end(): void
}

/** What of the window's look the page takes; all else is its own style. */
const LOOK = [
  '--paper',
  '--ink',
  '--soft',
  '--faint',
  '--line',
  '--accent',
  '--add',
  '--violet',
  '--diagram',
  '--theirs',
  '--del',
  '--text-font',
  '--text-size',
  '--measure',
  '--mono',
  '--scrollbar',
  '--on-accent',
]

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

/** The longest turn of drawing; other work of the window comes between two. */
const TURN_MS = 12

const ARRIVALS = 6

/** Blocks that go through the wall together. */
const AT_ONCE = 20

/** The library whose pictures the page shows, and whom to ask why one did not come. */
export interface Pictures {
  readonly library: LibraryEpoch
  readonly whyMissing: (link: string) => Promise<string>
  /** Whether the writer has asked for diagrams. */
  readonly drawsDiagrams?: () => boolean
}

interface Drawing extends Pictures {
  /** Told when a part of the text was drawn. */
  readonly drawn: () => void
}

/** `frame` is in the window, sandboxed, and has loaded nothing. */
export function createReadingPage(frame: HTMLIFrameElement, pictures: Drawing): ReadingPage {
  const page = frame.contentDocument!
  const root = page.documentElement
  const style = page.createElement('style')
  style.nonce = styleNonce()
  style.textContent = `${faces()}\n${PAGE_STYLE}\n${SCREEN_STYLE}`
  page.head.append(style)
  const main = page.createElement('main')
  const title = page.createElement('h1')
  title.className = 'title'
  const text = page.createElement('div')
  main.append(title, text)
  page.body.append(main)
  // A frame that loads nothing is a page of the oldest kind, where the body scrolls.
  const scroller = page.scrollingElement ?? root
  const places = createPlaces(scroller, text)
  /** The place that is still to be gone to. */
  let wanted: number | undefined
  /** How far the page was scrolled when it had come there. */
  let cameTo: number | undefined
  let drawing: Promise<unknown> = facesOfText(page)
  let hasEnded = false

  /** What comes on screen on the way may be higher or lower than was thought, so that it takes some frames. */
  function arrive(tries = ARRIVALS): void {
    if (wanted === undefined || hasEnded) return
    const before = scroller.scrollTop
    places.bring(wanted)
    cameTo = scroller.scrollTop
    if (tries > 0 && (tries === ARRIVALS || Math.abs(cameTo - before) >= 1))
      requestAnimationFrame(() => arrive(tries - 1))
    else wanted = undefined
  }

  async function draw({ kept, keptAtEnd, blocks, begins }: PageChange): Promise<void> {
    const made = page.createDocumentFragment()
    let turn = performance.now()
    for (let at = 0; at < blocks.length; at += AT_ONCE) {
      if (performance.now() - turn > TURN_MS) {
        await new Promise<void>((resume) => setTimeout(resume))
        if (hasEnded) return
        turn = performance.now()
      }
      for (const element of elementsOf(blocks.slice(at, at + AT_ONCE), pictures))
        made.append(page.adoptNode(element))
    }
    const last = text.childElementCount - keptAtEnd
    const next = text.children[last] ?? null
    const gone = page.createRange()
    gone.setStart(text, kept)
    gone.setEnd(text, last)
    gone.deleteContents()
    text.insertBefore(made, next)
    places.begin(begins)
    arrive()
    pictures.drawn()
  }

  return {
    setTitle(words) {
      title.textContent = shownTitle(words)
    },
    change(change) {
      drawing = drawing.then(() => (hasEnded ? undefined : draw(change)))
    },
    takeLook() {
      const look = getComputedStyle(document.documentElement)
      root.style.colorScheme = look.colorScheme
      for (const name of LOOK) root.style.setProperty(name, look.getPropertyValue(name))
      root.style.setProperty('--mark', look.getPropertyValue('--hit'))
      root.dir = document.documentElement.dir
    },
    goTo(place) {
      wanted = place
      if (text.childElementCount > 0) arrive()
    },
    movedTo() {
      return wanted !== undefined || cameTo === undefined || Math.abs(scroller.scrollTop - cameTo) < 2
        ? undefined
        : places.top()
    },
    end() {
      hasEnded = true
    },
  }
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
  // Off screen it is as high as its words may take, until it has been on screen.
  const lines = Math.max(1, Math.ceil(block.textContent.length / LETTERS_OF_LINE))
  if (block instanceof HTMLElement)
    block.style.setProperty('contain-intrinsic-block-size', `auto ${(lines * 1.68).toFixed(2)}em`)
  return block
}

/** Shows a diagram where its source stands; one that cannot be drawn stays its source. */
function drawInPlaceOf(code: Element): void {
  void drawDiagram(code.textContent).then((drawn) => {
    if (drawn.kind === 'picture') code.parentElement?.replaceWith(diagramPicture(drawn))
  })
}

/** About as many stand in a line. */
const LETTERS_OF_LINE = 72

/** The words of a picture that cannot be shown here. */
function missing(words: string, why: string): HTMLElement {
  const span = document.createElement('span')
  span.className = 'missing'
  span.textContent = words === '' ? why : `${words}. ${why}`
  return span
}

/** The faces of the window, which a page of its own does not know. */
export function faces(): string {
  const rules: string[] = []
  for (const sheet of document.styleSheets) {
    // All are the window's own.
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSFontFaceRule)
        rules.push(
          // Words that come in another face first would move.
          rule.cssText
            .replace('font-display: swap', 'font-display: block')
            .replace(/url\("([^"]*)"\)/g, (_whole, address: string) => {
              const { href } = new URL(address, sheet.href ?? document.baseURI)
              return `url("${href}")`
            }),
        )
  }
  return rules.join('\n')
}

/**
 * Resolves when the page has the faces of its text. Italics that come only once their words are drawn stand in another
 * face until then, and the words move.
 */
function facesOfText(page: Document): Promise<unknown> {
  const family = getComputedStyle(document.documentElement).getPropertyValue('--text-font')
  // A face that cannot be had is not waited for; the next one in the list is taken.
  return Promise.allSettled(['', 'italic '].map((style) => page.fonts.load(`${style}1em ${family}`)))
}

const SCREEN_STYLE = `
/* The column stands where that of the editor does, and the bar beside it is that of the window. */
html { overflow-y: scroll; }
body { padding-inline-start: var(--scrollbar); }
main { max-width: calc(var(--measure) + 42px); padding-inline: 21px; padding-bottom: 35vh; }
::-webkit-scrollbar { width: var(--scrollbar); height: var(--scrollbar); }
::-webkit-scrollbar-thumb { border: 3px solid transparent; border-radius: 5px; background: color-mix(in srgb, var(--faint) 40%, transparent) content-box; }
::-webkit-scrollbar-thumb:hover { background-color: color-mix(in srgb, var(--faint) 80%, transparent); }
mark { background: color-mix(in srgb, var(--theirs) 22%, transparent); }
input[type='checkbox'] { appearance: none; width: 15px; height: 15px; margin: 0 9px 0 0; vertical-align: -2px; border: 1.5px solid var(--faint); border-radius: 4px; }
input[type='checkbox']:checked { border-color: var(--accent); background: var(--accent); }
input[type='checkbox']:checked::after { content: ''; display: block; width: 4px; height: 8px; margin: 0.5px 0 0 3.5px; border: solid var(--on-accent); border-width: 0 1.8px 1.8px 0; transform: rotate(42deg); }
main > div > * { content-visibility: auto; }
/* A page of the oldest kind takes these from nowhere. */
img.diagram { display: block; margin: 0 auto; filter: var(--diagram); }
table { color: inherit; font-style: inherit; font-weight: inherit; }
a.dead { color: var(--soft); text-decoration: underline dashed 1px var(--faint); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
::selection { background: color-mix(in srgb, var(--accent) 22%, transparent); }
`
