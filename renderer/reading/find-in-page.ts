import { SearchQuery } from '@codemirror/search'
import { Text } from '@codemirror/state'
import { COUNT_MAX } from '../editor/find/found-text'
import { foldedAlike } from '../../shared/text/words/word-query'

/** Elements that separate text: no match extends from one of them into the next. */
const BLOCK = 'p, li, dt, dd, td, th, pre, h1, h2, h3, h4, h5, h6, figcaption, label, div, section'

interface PageFinder {
  /** The searched text of the page, one block per line. */
  text(query: SearchQuery): Text
  /**
   * Marks all matches and scrolls to the next one on screen, unless the page `stays`. Returns the number of matches.
   */
  search(query: SearchQuery, stays: boolean): number
  /** Goes to the next match, or with -1 to the previous one, and wraps around at the end. */
  step(by: 1 | -1): void
  /** Removes all marks. */
  end(): void
}

/** Searches the page. Matches are painted as highlights, so that the page itself is not changed. */
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
    // A match far from the screen has no measurable position until it is scrolled near the screen.
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

/** Compares positions in the document. Measuring a match would lay out everything far from the screen. */
const isAfter = (place: Range, other: Range): boolean =>
  place.compareBoundaryPoints(Range.START_TO_START, other) >= 0

/** The height at the upper edge that the find bar covers. */
const EDGE_PX = 56

/** Whether the search ignores accents: unless it matches case or is a regular expression. */
const isAlike = ({ caseSensitive, regexp }: SearchQuery): boolean => !caseSensitive && !regexp

const alike = (query: SearchQuery): SearchQuery =>
  isAlike(query)
    ? new SearchQuery({ search: foldedAlike(query.search), literal: true, wholeWord: query.wholeWord })
    : query

/** Line breaks in the source are spaces to the reader. */
function textOf(pieces: readonly Piece[], query: SearchQuery): Text {
  const blocks = pieces
    .map(({ words }) => words.replace(/\s/g, ' '))
    .join('')
    .split(PARTING)
  return Text.of(isAlike(query) ? blocks.map(foldedAlike) : blocks)
}

/** The matches, at most one more than are counted. */
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

/** The text nodes of the page in order, with a character that nobody can type between two blocks. */
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
