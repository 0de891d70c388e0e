import { withBoundedLines } from '../grammar/with-bounded-lines'
import { markdownParser } from '../grammar/grammar'
import { frontMatterOf } from './read-blocks'
import { readSections, sectionOf } from './section'
import { Source } from './source'
import type { DocumentTree } from './tree'

/** A text as it is read: with each line break as one character, as an editor counts. */
export const asRead = (markdown: string): string =>
  markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')

/** Reads a text into its document tree, in time proportional to its length. Spans are those of the text `asRead`. */
export function readDocument(markdown: string): DocumentTree {
  const text = asRead(markdown)
  const tree = markdownParser.parse(withBoundedLines(text))
  const frontMatter = frontMatterOf(tree.topNode, new Source(text))
  const { blocks, footnotes } = readSections([sectionOf(tree, text)])
  return { ...(frontMatter !== undefined && { frontMatter }), blocks: blocks.flat(), footnotes }
}
