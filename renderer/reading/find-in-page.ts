import { COUNT_MAX } from '../editor/find/found-text'
import { foldedAlike } from '../../shared/text/words/word-query'

/** Words of one such element never go on in the next. */
const BLOCK = 'p, li, dt, dd, td, th, pre, h1, h2, h3, h4, h5, h6, figcaption, label, div, section'

export interface PageFinder {
  /** Marks all places of these words and shows the one that comes next on screen; answers with how many there are. */
  search(words: string): number
  /** The same words in what is drawn by now; nothing is shown. */
  again(): number
  /** Shows the next place, or with -1 the one before; round again at the end. */
  step(by: 1 | -1): void
  end(): void
}

/** Finds words in the page, whatever their case and accents. What is found is painted over the page, which stays as it is. */
export function findInPage(frame: HTMLIFrameElement): PageFinder {
  const view = frame.contentWindow as Window & typeof globalThis
  const page = view.document
  const { highlights } = view.CSS
  let words = ''
  let places: readonly Range[] = []
  let at = -1

  function paint(): void {
    highlights.set('found', new view.Highlight(...places))
    const now = places[at]
    highlights.set('found-now', new view.Highlight(...(now === undefined ? [] : [now])))
  }

  function show(): void {
    const place = places[at]
    paint()
    if (place === undefined) return
    const element = place.startContainer.parentElement!
    // Far from the screen it has no place before it is brought near.
    element.scrollIntoView({ block: 'nearest' })
    const { top, bottom } = place.getBoundingClientRect()
    if (top < EDGE_PX || bottom > view.innerHeight - EDGE_PX)
      page.scrollingElement!.scrollBy(0, top - view.innerHeight / 3)
  }

  function again(): number {
    places = placesOf(page, words)
    at = Math.min(at, places.length - 1)
    paint()
    return places.length
  }

  return {
    search(wanted) {
      words = wanted
      places = placesOf(page, words)
      const top = page.caretRangeFromPoint(page.querySelector('h1')!.getBoundingClientRect().left, EDGE_PX)
      const next = places.findIndex((place) => top === null || isAfter(place, top))
      at = places.length === 0 ? -1 : Math.max(0, next)
      show()
      return places.length
    },
    again,
    step(by) {
      if (places.length === 0) return
      at = (at + by + places.length) % places.length
      show()
    },
    end() {
      highlights.delete('found')
      highlights.delete('found-now')
    },
  }
}

/** No place is measured for that, which would lay out all that is far from the screen. */
const isAfter = (place: Range, other: Range): boolean =>
  place.compareBoundaryPoints(Range.START_TO_START, other) >= 0

/** The bar lies over the upper edge. */
const EDGE_PX = 56

/** One more than are counted, where there are more. */
function placesOf(page: Document, words: string): readonly Range[] {
  const wanted = alike(words)
  if (wanted === '') return []
  const pieces = piecesOf(page.querySelector('main')!)
  const text = alike(pieces.map(({ words: some }) => some).join(''))
  const places: Range[] = []
  let piece = 0
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
    const to = from + wanted.length
    while (pieces[piece]!.end <= from) piece++
    let last = piece
    while (pieces[last]!.end < to) last++
    const [begin, end] = [pieces[piece]!, pieces[last]!]
    const place = page.createRange()
    place.setStart(begin.node, from - (begin.end - begin.words.length))
    place.setEnd(end.node, to - (end.end - end.words.length))
    places.push(place)
    if (places.length > COUNT_MAX) break
  }
  return places
}

/** A line that breaks where it stands in the text is a space to the reader. */
const alike = (words: string): string => foldedAlike(words).replace(/\s/g, ' ')

interface Piece {
  readonly node: Text
  readonly words: string
  readonly end: number
}

/** The words of the page in order, with a sign between two blocks that nobody can type. */
function piecesOf(root: Element): readonly Piece[] {
  const pieces: Piece[] = []
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let end = 0
  let block: Element | null | undefined
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const its = node.parentElement?.closest(BLOCK)
    if (block !== undefined && its !== block) {
      end += 1
      const before = pieces.at(-1)!
      pieces.push({ node: before.node, words: PARTING, end })
    }
    block = its
    end += node.data.length
    pieces.push({ node, words: node.data, end })
  }
  return pieces
}

const PARTING = '\u0000'
