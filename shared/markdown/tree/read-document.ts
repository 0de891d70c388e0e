import { withLineFeeds } from '../../text/normal-form'
import { withBoundedLines } from '../grammar/with-bounded-lines'
import { markdownParser } from '../grammar/grammar'
import { frontMatterOf } from './read-blocks'
import { readSections, sectionOf } from './section'
import { labelKey, Source } from './source'
import type { DocumentTree, Footnote, UnusedFootnote } from './tree'

/** The text in the form in which it is parsed: each line break is one character, as an editor counts. */
export const asRead = (markdown: string): string => withLineFeeds(markdown).replaceAll('\0', '\ufffd')

/** Reads a text into its document tree, in time proportional to its length. Spans refer to the text `asRead`. */
export function readDocument(markdown: string): DocumentTree {
  const text = asRead(markdown)
  const tree = markdownParser.parse(withBoundedLines(text))
  const frontMatter = frontMatterOf(tree.topNode, new Source(text))
  const section = sectionOf(tree, text)
  const { blocks, footnotes } = readSections([section])
  const unusedFootnotes = unusedOf(section.footnoteLabels, footnotes)
  return {
    ...(frontMatter !== undefined && { frontMatter }),
    ...{ blocks: blocks.flat(), footnotes },
    ...(unusedFootnotes.length > 0 && { unusedFootnotes }),
  }
}

function unusedOf(labels: readonly string[], footnotes: readonly Footnote[]): readonly UnusedFootnote[] {
  const used = new Set(footnotes.map(({ label }) => labelKey(label)))
  const known = new Set<string>()
  return labels.flatMap((label) => {
    const key = labelKey(label)
    const isRepeated = known.has(key)
    known.add(key)
    return isRepeated || !used.has(key) ? [{ label, isRepeated }] : []
  })
}
