import type { Block, DocumentTree } from './tree'

/**
 * The tree with each of its blocks, including those of notes, replaced by the result of `change`; inner blocks are
 * changed first.
 */
export function changedTree(tree: DocumentTree, change: (block: Block) => Block): DocumentTree {
  const all = (blocks: readonly Block[]): readonly Block[] => blocks.map((block) => change(inside(block)))
  return {
    ...tree,
    blocks: all(tree.blocks),
    footnotes: tree.footnotes.map((note) => ({ ...note, blocks: all(note.blocks) })),
  }

  function inside(block: Block): Block {
    switch (block.kind) {
      case 'quote':
        return { ...block, blocks: all(block.blocks) }
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: all(item.blocks) })) }
      case 'definitions': {
        const items = block.items.map(({ term, definitions }) => ({
          term,
          definitions: definitions.map(all),
        }))
        return { ...block, items }
      }
      default:
        return block
    }
  }
}
