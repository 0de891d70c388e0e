import type { ExportFormat } from '../../shared/export-forms'
import { isDiagram } from '../../shared/markdown/diagram-messages'
import type { Block, DocumentTree } from '../../shared/markdown/tree/tree'
import type { ExportJob } from './job'
import type { Publication } from './publication'

/** The forms that show a diagram as a picture; the others have its source. */
export const DRAWS_DIAGRAMS: ReadonlySet<ExportFormat> = new Set(['pdf', 'docx', 'html', 'epub'])

/** The sources of the diagrams in all texts, each once. */
export function diagramsIn({ parts }: Publication): readonly string[] {
  const sources = new Set<string>()
  const look = (block: Block): Block => {
    if (block.kind === 'code' && isDiagram(block.language)) sources.add(block.text)
    return block
  }
  for (const { tree } of parts) if (tree !== undefined) mapped(tree, look)
  return [...sources]
}

/** The tree with a picture in the place of each diagram that was drawn. */
export function withPictures(tree: DocumentTree, drawn: ExportJob['diagrams']): DocumentTree {
  if (drawn === undefined || drawn.size === 0) return tree
  return mapped(tree, (block) => {
    const one = block.kind === 'code' && isDiagram(block.language) ? drawn.get(block.text) : undefined
    if (one?.kind !== 'drawn') return block
    const { from, to } = block
    const { address, alt } = one
    return { kind: 'paragraph', children: [{ kind: 'image', address, alt, title: '' }], from, to }
  })
}

function mapped(tree: DocumentTree, change: (block: Block) => Block): DocumentTree {
  const all = (blocks: readonly Block[]): readonly Block[] => blocks.map(one)
  return {
    ...tree,
    blocks: all(tree.blocks),
    footnotes: tree.footnotes.map((note) => ({ ...note, blocks: all(note.blocks) })),
  }

  function one(block: Block): Block {
    if (block.kind === 'quote') return { ...block, blocks: all(block.blocks) }
    if (block.kind === 'list')
      return { ...block, items: block.items.map((item) => ({ ...item, blocks: all(item.blocks) })) }
    if (block.kind === 'definitions')
      return {
        ...block,
        items: block.items.map(({ term, definitions }) => ({ term, definitions: definitions.map(all) })),
      }
    return change(block)
  }
}
