import type { SyntaxNode, Tree } from '@lezer/common'
import { createCounts, createIds } from './numbering'
import { readBlocks } from './read-blocks'
import { referencesOf, type Target } from './references'
import { Source } from './source'
import type { Block, Footnote } from './tree'
import { remembered, type Whole } from './whole'

type Note = Pick<Footnote, 'label' | 'blocks'>

/**
 * A run of whole top-level blocks. They are read again only where the rest of the text has changed in a way that
 * affects them.
 */
export interface Section {
  readonly targets: ReadonlyMap<string, Target>
  readonly notes: ReadonlyMap<string, (whole: Whole) => Note>
  /** The labels of all its footnotes, including repeated ones. */
  readonly footnoteLabels: readonly string[]
  readonly blocks: (whole: Whole) => readonly Block[]
}

/** Spans refer to `text`, from which `tree` was parsed. */
export function sectionOf(tree: Tree, text: string): Section {
  const source = new Source(text)
  const { targets, footnotes, footnoteLabels } = referencesOf(tree, source)
  const noteOf = (node: SyntaxNode) =>
    remembered((whole) => ({
      label: text.slice(node.from + 2, node.getChild('FootnoteLabel')!.to - 2),
      blocks: readBlocks(node, { source, ...whole }),
    }))
  return {
    ...{ targets, footnoteLabels },
    notes: new Map(Array.from(footnotes, ([key, node]) => [key, noteOf(node)])),
    blocks: remembered((whole) => readBlocks(tree.topNode, { source, ...whole })),
  }
}

/** The blocks of each section of a text, and the text's footnotes. */
export function readSections(sections: readonly Section[]): {
  readonly blocks: readonly (readonly Block[])[]
  readonly footnotes: readonly Footnote[]
} {
  const targets = firstOf(sections.map((section) => section.targets))
  const notes = firstOf(sections.map((section) => section.notes))
  const counts = createCounts()
  const whole: Whole = {
    targetOfLabel: (key) => targets.get(key),
    refer: (key) => (notes.has(key) ? counts.refer(key) : undefined),
    idOf: createIds(),
  }
  const blocks = sections.map((section) => section.blocks(whole))
  // A footnote may refer to others, which then follow it.
  const read = Array.from(counts.keys(), (key) => notes.get(key)!(whole))
  const referred = counts.counts()
  return { blocks, footnotes: read.map((note, index) => ({ ...note, references: referred[index]! })) }
}

/** Merges maps; of several values with one key the first counts. */
const firstOf = <T>(maps: readonly ReadonlyMap<string, T>[]): ReadonlyMap<string, T> =>
  new Map(maps.toReversed().flatMap((map) => [...map]))
