import { changedTree } from '../../../shared/markdown/tree/changed-tree'
import type { Block, DocumentTree, Inline } from '../../../shared/markdown/tree/tree'
import type { PartsOf } from './patterns'

const SOFT_HYPHEN = '\u00ad'
/** Stands for parts that are not text: code, formulas, pictures, notes. */
const OTHER = '\ufffc'

/** A piece of text between spaces. */
const PIECE = /[^\s\ufffc]+/g
/** Addresses, file names, versions, and words that the writer has divided herself: they are not hyphenated. */
const WHOLE = /[/\\@_\p{N}\u00ad]|\.\p{L}/u
const WORD = /[\p{L}\p{M}]+/gu

/** A word of a heading that may be wider than the page; a shorter one is not divided. */
const LONG_WORD = 18

/**
 * The tree with soft hyphens where words may be divided: in headings only long ones, and none in terms, table heads,
 * code and formulas.
 */
export function hyphenatedTree(tree: DocumentTree, partsOf: PartsOf): DocumentTree {
  const ofLong: PartsOf = (word) => (word.length < LONG_WORD ? [] : partsOf(word))
  return changedTree(tree, (block): Block => {
    if (block.kind === 'paragraph') return { ...block, children: hyphenated(block.children, partsOf) }
    if (block.kind === 'heading') return { ...block, children: hyphenated(block.children, ofLong) }
    if (block.kind !== 'table') return block
    return { ...block, rows: block.rows.map((row) => row.map((cell) => hyphenated(cell, partsOf))) }
  })
}

/** Words are read across inline marks, so that a partly emphasised word is hyphenated as a whole. */
function hyphenated(inlines: readonly Inline[], partsOf: PartsOf): readonly Inline[] {
  const places = placesIn(inlines.map(lettersOf).join(''), partsOf)
  if (places.length === 0) return inlines
  let offset = 0
  let next = 0
  return all(inlines)

  function all(given: readonly Inline[]): readonly Inline[] {
    return given.map(one)
  }

  function one(inline: Inline): Inline {
    if ('children' in inline) return { ...inline, children: all(inline.children) }
    const from = offset
    offset += lettersOf(inline).length
    return inline.kind === 'text' ? { ...inline, text: parted(inline.text, from) } : inline
  }

  function parted(text: string, from: number): string {
    let said = ''
    let at = 0
    for (
      let place = places[next];
      place !== undefined && place < from + text.length;
      place = places[++next]
    ) {
      said += text.slice(at, place - from) + SOFT_HYPHEN
      at = place - from
    }
    return said + text.slice(at)
  }
}

function lettersOf(inline: Inline): string {
  if ('children' in inline) return inline.children.map(lettersOf).join('')
  return inline.kind === 'text' ? inline.text : OTHER
}

function placesIn(letters: string, partsOf: PartsOf): readonly number[] {
  const places: number[] = []
  for (const { 0: piece, index } of letters.matchAll(PIECE)) {
    if (WHOLE.test(piece)) continue
    for (const { 0: word, index: within } of piece.matchAll(WORD))
      if (word !== word.toUpperCase()) for (const place of partsOf(word)) places.push(index + within + place)
  }
  return places
}
