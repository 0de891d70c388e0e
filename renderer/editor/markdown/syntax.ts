import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView, ViewUpdate } from '@codemirror/view'
import { partOf } from '../../../shared/markdown/grammar/sections'

/** A node of the markdown tree. */
export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']
/** The part of a node that a walk over the tree provides without building the node. */
export type SyntaxNodeRef = Pick<SyntaxNode, 'name' | 'type' | 'from' | 'to' | 'node'>

/**
 * Visits the nodes that touch the range from `from` to `to`, without walking over the text before it; returning `false`
 * skips the children of a node.
 */
export function walkSyntax(
  state: EditorState,
  from: number,
  to: number,
  enter: (node: SyntaxNodeRef) => void | false,
): void {
  partOf(syntaxTree(state), from, to).iterate({ from, to, enter })
}

/** Asks the nodes around a position, from the innermost outwards, until one has an answer; null if none has. */
export function askAround<T>(
  state: EditorState,
  position: number,
  side: -1 | 1,
  ask: (node: SyntaxNode) => T | null,
): T | null {
  for (
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side);
    node !== null;
    node = node.parent
  ) {
    const answer = ask(node)
    if (answer !== null) return answer
  }
  return null
}

/** Blocks whose lines are not markdown. */
export const CODE_BLOCKS: ReadonlySet<string> = new Set([
  'FencedCode',
  'CodeBlock',
  'FrontMatter',
  'HTMLBlock',
])
/** Code blocks and inline code. */
export const CODE: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'InlineCode'])
export const TABLE: ReadonlySet<string> = new Set(['Table'])

/** Whether a position, or the text that ends there, is in a node with one of these names. */
export const isWithin = (state: EditorState, position: number, names: ReadonlySet<string>): boolean =>
  askAround(state, position, -1, ({ name }) => names.has(name) || null) === true

/**
 * Whether the text contains only white space and quotation marks: an empty line, or the part before the words of one.
 */
export const hasNoWords = (text: string): boolean => /^[\s>]*$/.test(text)

/**
 * Remembers how far the text was parsed when it was last rendered. Parsing after a key stops after 20 ms and continues
 * later, and until then the rendering stays: otherwise the screen would lose its marks and get them back, which lays
 * everything out twice, and the text would jump.
 */
export class DrawnTo {
  private position: number

  constructor(view: EditorView) {
    this.position = parsedTo(view)
  }

  /** Call this at every update. True: the rendering must only be moved with the text. */
  isAheadOfParse({ view, changes }: ViewUpdate): boolean {
    const drawn = Math.min(changes.mapPos(this.position, 1), view.viewport.to)
    const parsed = parsedTo(view)
    this.position = Math.max(drawn, parsed)
    return parsed < drawn
  }
}

const parsedTo = ({ state, viewport }: EditorView) => Math.min(syntaxTree(state).length, viewport.to)
