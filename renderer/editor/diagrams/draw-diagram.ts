import {
  DRAW_MS_MAX,
  DIAGRAM_UNITS_MAX,
  NOT_DRAWN,
  readAnswer,
  type DrawAnswer,
  type DiagramDrawn,
} from '../../../shared/markdown/diagram-messages'

/**
 * The result of drawing a diagram: an address that the window may show, its size in px and its words; or the reason why
 * there is none.
 */
export type Drawn =
  | ({ readonly kind: 'picture'; readonly address: string } & Pick<
      DiagramDrawn,
      'width' | 'height' | 'words'
    >)
  | { readonly kind: 'failed'; readonly why: string }

const PAGE = 'app-diagram://page/diagram.html'
/** The page and the drawing library are loaded once, within this time. */
const LOADED_WITHIN_MS = 10_000
const REST_MS = 60_000
const DRAWN_MAX = 200

const drawn = new Map<string, Drawn>()
let page: Promise<Page | undefined> | undefined
let last: Promise<unknown> = Promise.resolve()
let resting: ReturnType<typeof setTimeout> | undefined
let count = 0

interface Page {
  readonly frame: HTMLIFrameElement
  /** Resolves to the next answer for which `isIt` holds; `undefined` if it does not come in time. */
  answer(isIt: (answered: DrawAnswer) => boolean, withinMs: number): Promise<DrawAnswer | undefined>
}

/** The earlier result for this source. */
export const drawnBefore = (source: string): Drawn | undefined => drawn.get(source)

/** Draws a Mermaid source when it is its turn. Never rejects. */
export function drawDiagram(source: string): Promise<Drawn> {
  const turn = last.then(() => drawn.get(source) ?? drawNow(source))
  last = turn
  return turn
}

async function drawNow(source: string): Promise<Drawn> {
  clearTimeout(resting)
  resting = setTimeout(close, REST_MS)
  if (source.length > DIAGRAM_UNITS_MAX) return remember(source, failed(NOT_DRAWN.tooLong))
  const open = await (page ??= openPage())
  if (open === undefined) {
    page = undefined
    return failed(NOT_DRAWN.notNow)
  }
  const id = ++count
  // The page has no origin that could be named; it is told nothing but the source.
  open.frame.contentWindow?.postMessage({ id, source }, '*')
  const answered = await open.answer((one) => one.kind !== 'ready' && one.id === id, DRAW_MS_MAX)
  if (answered?.kind === 'drawn') return remember(source, pictureOf(answered))
  if (answered?.kind === 'failed') return remember(source, failed(NOT_DRAWN.wrong(answered.why)))
  close()
  return remember(source, failed(NOT_DRAWN.tooSlow))
}

/** An SVG shown as an image runs and loads nothing. */
const pictureOf = ({ svg, width, height, words }: DiagramDrawn): Drawn => ({
  kind: 'picture',
  address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
  width,
  height,
  words,
})

const failed = (why: string): Drawn => ({ kind: 'failed', why })

function remember(source: string, one: Drawn): Drawn {
  drawn.set(source, one)
  for (const oldest of drawn.keys()) {
    if (drawn.size <= DRAWN_MAX) break
    drawn.delete(oldest)
  }
  return one
}

/** Opens the hidden page that draws; removing the page ends whatever it is doing. */
async function openPage(): Promise<Page | undefined> {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  frame.title = 'Diagrams'
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.className = 'diagram-page'
  frame.src = PAGE
  document.body.append(frame)
  const open: Page = {
    frame,
    answer: (isIt, withinMs) =>
      new Promise((resolve) => {
        const end = (answered?: DrawAnswer) => {
          clearTimeout(limit)
          removeEventListener('message', onMessage)
          resolve(answered)
        }
        const onMessage = ({ source, data }: MessageEvent<unknown>) => {
          const answered = source === frame.contentWindow ? readAnswer(data) : undefined
          if (answered !== undefined && isIt(answered)) end(answered)
        }
        const limit = setTimeout(end, withinMs)
        addEventListener('message', onMessage)
      }),
  }
  if ((await open.answer(({ kind }) => kind === 'ready', LOADED_WITHIN_MS)) !== undefined) return open
  frame.remove()
  return undefined
}

function close(): void {
  const closing = page
  page = undefined
  void closing?.then((open) => open?.frame.remove())
}
