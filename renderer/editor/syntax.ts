import type { syntaxTree } from '@codemirror/language'

/** A node of the markdown tree. */
export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']
/** The part of it that a walk over the tree hands out without building the node. */
export type SyntaxNodeRef = Pick<SyntaxNode, 'name' | 'from' | 'to' | 'node'>
