import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView, ViewUpdate } from '@codemirror/view'
import { partOf } from '../../../shared/markdown/grammar/sections'

/** A node of the markdown tree. */
export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']
/** The part of it that a walk over the tree hands out without building the node. */
export type SyntaxNodeRef = Pick<SyntaxNode, 'name' | 'type' | 'from' | 'to' | 'node'>

/** Meets the nodes that touch `from` to `to`, however long the text before them is; `false`: nothing within this one. */
export function walkSyntax(
  state: EditorState,
  from: number,
  to: number,
  enter: (node: SyntaxNodeRef) => void | false,
): void {
  partOf(syntaxTree(state), from, to).iterate({ from, to, enter })
}

/** Asks the nodes around a position, from the innermost outwards, until one has an answer; null where none has. */
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

/** Blocks whose lines are no markdown. */
export const CODE_BLOCKS: ReadonlySet<string> = new Set([
  'FencedCode',
  'CodeBlock',
  'FrontMatter',
  'HTMLBlock',
])
/** The same, and code within a line. */
export const CODE: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'InlineCode'])
export const TABLE: ReadonlySet<string> = new Set(['Table'])

/** Whether a position, or what ends there, lies in a node of one of these names. */
export const isWithin = (state: EditorState, position: number, names: ReadonlySet<string>): boolean =>
  askAround(state, position, -1, ({ name }) => names.has(name) || null) === true

/** Nothing but white space and the marks of quotations: an empty line, or what stands before the words of one. */
export const hasNoWords = (text: string): boolean => /^[\s>]*$/.test(text)

/**
 * How far the text was parsed when something was last drawn by it. A parse gives a key up after 20 ms and goes on later;
 * what was drawn stays until then. Else a whole screen would lose its marks and get them back, which lays all of it out
 * twice, and the text would jump.
 */
export class DrawnTo {
  private position: number

  constructor(view: EditorView) {
    this.position = parsedTo(view)
  }

  /** To be asked at every update. True: what is drawn is only to be moved with the text. */
  isAheadOfParse({ view, changes }: ViewUpdate): boolean {
    const drawn = Math.min(changes.mapPos(this.position, 1), view.viewport.to)
    const parsed = parsedTo(view)
    this.position = Math.max(drawn, parsed)
    return parsed < drawn
  }
}

const parsedTo = ({ state, viewport }: EditorView) => Math.min(syntaxTree(state).length, viewport.to)
