import { changedTree } from '../../../shared/markdown/tree/changed-tree'
import type { Block, DocumentTree } from '../../../shared/markdown/tree/tree'
import type { OwnWords } from './own-words'

/**
 * The tree with these words as titles of callouts that have none in the text; a kind that the writer has invented keeps
 * its name.
 */
export const withCalloutTitles = (tree: DocumentTree, words: OwnWords['callouts']): DocumentTree =>
  changedTree(tree, (block) => {
    const [title, ...said] = block.kind === 'quote' ? block.blocks : []
    if (block.kind !== 'quote' || block.isUntitled !== true || title === undefined) return block
    const { callout = 'plain' } = block
    return callout === 'plain' ? block : { ...block, blocks: [withWords(title, words[callout]), ...said] }
  })

const withWords = ({ from, to }: Block, text: string): Block => ({
  ...{ kind: 'paragraph', from, to },
  children: [{ kind: 'strong', children: [{ kind: 'text', text }] }],
})
