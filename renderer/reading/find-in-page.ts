import { SearchQuery } from '@codemirror/search'
import { Text } from '@codemirror/state'
import { COUNT_MAX } from '../editor/find/found-text'
import { foldedAlike } from '../../shared/text/words/word-query'

/** Words of one such element never go on in the next. */
const BLOCK = 'p, li, dt, dd, td, th, pre, h1, h2, h3, h4, h5, h6, figcaption, label, div, section'

interface PageFinder {
  /** The page as it is looked through, a block in a line. */
  text(query: SearchQuery): Text
  /**
   * Marks all places and shows the one that comes next on screen, or none where the page `stays`; answers with how many
   * there are.
   */
  search(query: SearchQuery, stays: boolean): number
  /** Shows the next place, or with -1 the one before; round again at the end. */
  step(by: 1 | -1): void
  /** Nothing is marked any more. */
  end(): void
}

/** Finds in the page. What is found is painted over the page, which stays as it is. */
export function findInPage(frame: HTMLIFrameElement): PageFinder {
  const view = frame.contentWindow as Window & typeof globalThis
  const page = view.document
  const { highlights } = view.CSS
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

  return {
    text: (query) => textOf(piecesOf(page.querySelector('main')!), query),
    search(query, stays) {
      const pieces = piecesOf(page.querySelector('main')!)
      places = placesOf(page, pieces, query)
      if (stays) {
        at = Math.min(at, places.length - 1)
        paint()
        return places.length
      }
      const top = page.caretRangeFromPoint(page.querySelector('h1')!.getBoundingClientRect().left, EDGE_PX)
      const next = places.findIndex((place) => top === null || isAfter(place, top))
      at = places.length === 0 ? -1 : Math.max(0, next)
      show()
      return places.length
    },
    step(by) {
      if (places.length === 0) return
      at = (at + by + places.length) % places.length
      show()
    },
    end() {
      places = []
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

/** Words of any case, and no pattern, are found whatever their accents. */
const isAlike = ({ caseSensitive, regexp }: SearchQuery): boolean => !caseSensitive && !regexp

const alike = (query: SearchQuery): SearchQuery =>
  isAlike(query)
    ? new SearchQuery({ search: foldedAlike(query.search), literal: true, wholeWord: query.wholeWord })
    : query

/** A line that breaks where it stands in the text is a space to the reader. */
function textOf(pieces: readonly Piece[], query: SearchQuery): Text {
  const blocks = pieces
    .map(({ words }) => words.replace(/\s/g, ' '))
    .join('')
    .split(PARTING)
  return Text.of(isAlike(query) ? blocks.map(foldedAlike) : blocks)
}

/** One more than are counted, where there are more. */
function placesOf(page: Document, pieces: readonly Piece[], query: SearchQuery): readonly Range[] {
  if (!query.valid) return []
  const places: Range[] = []
  let piece = 0
  const cursor = alike(query).getCursor(textOf(pieces, query))
  for (let found = cursor.next(); found.done !== true; found = cursor.next()) {
    const { from, to } = found.value
    if (from === to) continue
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

interface Piece {
  readonly node: CharacterData
  readonly words: string
  readonly end: number
}

/** The words of the page in order, with a sign between two blocks that nobody can type. */
function piecesOf(root: Element): readonly Piece[] {
  const pieces: Piece[] = []
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let end = 0
  let block: Element | null | undefined
  for (
    let node = walker.nextNode() as CharacterData | null;
    node !== null;
    node = walker.nextNode() as CharacterData | null
  ) {
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
