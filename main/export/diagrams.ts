import type { ExportFormat } from '../../shared/export-forms'
import { isDiagram } from '../../shared/markdown/diagram-messages'
import { changedTree } from '../../shared/markdown/tree/changed-tree'
import type { Block, DocumentTree } from '../../shared/markdown/tree/tree'
import type { ExportJob } from './job'
import type { Publication } from './publication'

/** The formats that show a diagram as a picture; the others show its source. */
export const DRAWS_DIAGRAMS: ReadonlySet<ExportFormat> = new Set(['pdf', 'docx', 'html', 'epub'])

/** The sources of the diagrams in all texts, each once. */
export function diagramsIn({ parts }: Publication): readonly string[] {
  const sources = new Set<string>()
  const look = (block: Block): Block => {
    if (block.kind === 'code' && isDiagram(block.language)) sources.add(block.text)
    return block
  }
  for (const { tree } of parts) if (tree !== undefined) changedTree(tree, look)
  return [...sources]
}

/** The tree with a picture in the place of each diagram that was drawn. */
export function withPictures(tree: DocumentTree, drawn: ExportJob['diagrams']): DocumentTree {
  if (drawn === undefined || drawn.size === 0) return tree
  return changedTree(tree, (block) => {
    const one = block.kind === 'code' && isDiagram(block.language) ? drawn.get(block.text) : undefined
    if (one?.kind !== 'drawn') return block
    const { from, to } = block
    const { address, alt } = one
    return { kind: 'paragraph', children: [{ kind: 'image', address, alt, title: '' }], from, to }
  })
}
