import { withBoundedLines } from '../grammar/with-bounded-lines'
import { markdownParser } from '../grammar/grammar'
import { frontMatterOf, readBlocks, type Reader } from './read-blocks'
import { createCounts, createIds } from './numbering'
import { referencesOf } from './references'
import { Source } from './source'
import type { DocumentTree, Footnote } from './tree'

/**
 * Reads a text into its document tree, in time proportional to its length. Spans are those of the text with each line
 * break as one character, as an editor counts.
 */
export function readDocument(markdown: string): DocumentTree {
  const source = new Source(markdown.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd'))
  const tree = markdownParser.parse(withBoundedLines(source.text))
  const references = referencesOf(tree, source)
  const counts = createCounts()
  const reader: Reader = { source, references, refer: counts.refer, idOf: createIds() }
  const frontMatter = frontMatterOf(tree.topNode, source)
  const blocks = readBlocks(tree.topNode, reader)
  const notes: Pick<Footnote, 'label' | 'blocks'>[] = []
  // A footnote may refer to others, which then come behind it.
  for (const key of counts.keys()) {
    const node = references.footnotes.get(key)!
    const label = source.text.slice(node.from + 2, node.getChild('FootnoteLabel')!.to - 2)
    notes.push({ label, blocks: readBlocks(node, reader) })
  }
  const referred = [...counts.counts()]
  return {
    ...(frontMatter !== undefined && { frontMatter }),
    blocks,
    footnotes: notes.map((note, index) => ({ ...note, references: referred[index]! })),
  }
}
