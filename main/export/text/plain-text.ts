import {
  headingLines,
  linesOf,
  noteLines,
  underlined,
  withoutGaps,
} from '../../../shared/markdown/plain-text/plain-text'
import { LINE_COLUMNS } from '../../../shared/markdown/plain-text/wrap'
import { chaptersOf } from '../anchors'
import type { Publication } from '../publication'

/** A publication as plain text in lines of at most 72 columns, in UTF-8. */
export function writePlainText(publication: Publication): Uint8Array {
  const { title, isBook } = publication
  const parts: (readonly string[])[] = [underlined(title, '='), ['']]
  for (const { part, blocks } of chaptersOf(publication).all) {
    if (isBook) parts.push(['', ...headingLines(part.title, part.level), ''])
    parts.push(linesOf(blocks, LINE_COLUMNS), [''])
    const notes = part.tree?.footnotes ?? []
    if (notes.length > 0) parts.push(noteLines(notes), [''])
  }
  return Buffer.from(`${withoutGaps(parts.flat()).trimEnd()}\n`)
}
