import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { partOf } from './sections'

/** A node of the markdown tree. */
export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']
/** The part of it that a walk over the tree hands out without building the node. */
export type SyntaxNodeRef = Pick<SyntaxNode, 'name' | 'from' | 'to' | 'node'>

/** Meets the nodes that touch `from` to `to`, however long the text before them is. */
export function walkSyntax(
  state: EditorState,
  from: number,
  to: number,
  enter: (node: SyntaxNodeRef) => void,
): void {
  partOf(syntaxTree(state), from, to).iterate({ from, to, enter })
}
