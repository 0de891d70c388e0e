import { Tree, TreeFragment } from '@lezer/common'
import { commonPrefix, commonSuffix } from '../../diff/common-ends'
import { markdownParser } from '../grammar/grammar'
import { inSections } from '../grammar/sections'
import { withBoundedLines } from '../grammar/with-bounded-lines'
import { asRead } from './read-document'
import { readSections, sectionOf, type Section } from './section'
import type { Block, Footnote } from './tree'

const parser = inSections(markdownParser)

/** A text that is read repeatedly. */
interface ReadText {
  readonly sections: readonly {
    /** The beginning of the section in the text. */
    readonly at: number
    /** Spans count from there. The array is the same as before where nothing in it has changed. */
    readonly blocks: readonly Block[]
  }[]
  readonly footnotes: readonly Footnote[]
}

/**
 * Reads a text as `readDocument` does, and then each later state of it: only the changed section is parsed again, and
 * only sections that the change affects are read again.
 */
export function createDocumentReader(): (markdown: string) => ReadText {
  const known = new WeakMap<Tree, Section>()
  let before = ''
  let fragments: readonly TreeFragment[] = []
  return (markdown) => {
    const text = asRead(markdown)
    fragments = TreeFragment.applyChanges(fragments, [changedLines(before, text)])
    const tree = parser.parse(withBoundedLines(text), fragments)
    fragments = TreeFragment.addTree(tree)
    before = text
    const sections = tree.children.map((child, index) => {
      const at = tree.positions[index]!
      // All children of such a tree are trees.
      const part = child as Tree
      const words = text.slice(at, tree.positions[index + 1])
      const section = known.get(part) ?? sectionOf(asDocument(tree, part), words)
      known.set(part, section)
      return { at, section }
    })
    const { blocks, footnotes } = readSections(sections.map(({ section }) => section))
    return { sections: sections.map(({ at }, index) => ({ at, blocks: blocks[index]! })), footnotes }
  }
}

const asDocument = ({ type }: Tree, { children, positions, length }: Tree): Tree =>
  new Tree(type, children, positions, length)

/** The changed range in whole lines, because lines are bounded as a whole. */
function changedLines(before: string, after: string) {
  const same = commonPrefix(before, after)
  const from = same === 0 ? 0 : after.lastIndexOf('\n', same - 1) + 1
  const sameAtEnd = commonSuffix(before, after, Math.min(before.length, after.length) - from)
  const lineBreak = after.indexOf('\n', after.length - sameAtEnd)
  const atEnd = lineBreak < 0 ? 0 : after.length - lineBreak
  return { fromA: from, toA: before.length - atEnd, fromB: from, toB: after.length - atEnd }
}
