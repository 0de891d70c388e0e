import type { Line, Range } from '@codemirror/state'
import { Decoration } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { calloutMark } from '../../../shared/markdown/grammar/callouts'
import type { SyntaxNode, SyntaxNodeRef } from '../markdown/syntax'
import { stepsOf } from './item-steps'

/** Blocks rendered with an edge, which is aligned with the words of their item; their content is indented from it. */
export const BOXES: ReadonlySet<string> = new Set(['Blockquote', 'FencedCode', 'CodeBlock'])
export const CODE: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock'])

/** The distance from the edge of a quotation, or of code, to its content, in px. */
const QUOTE_EDGE = 18
const CODE_EDGE = 14
/** The width of a quotation's line, in px. */
const BAR = 2
/** Quotations nested deeper are rendered like this one. */
const LEVELS_MAX = 8

interface Box {
  readonly node: SyntaxNode
  /** The indentation, in steps, by the items around it within the outermost box. */
  readonly steps: number
}

/** The boxes around a box, including itself, from the outermost inwards. */
function boxesAround(box: SyntaxNode): readonly Box[] {
  let steps = 0
  const boxes: Box[] = []
  for (let node: SyntaxNode | null = box; node !== null; node = node.parent) {
    if (node.name === 'ListItem' || node.name === 'Definition') steps += stepsOf(node)
    if (BOXES.has(node.name)) boxes.unshift({ node, steps })
  }
  const [outermost] = boxes
  return boxes.map(({ node, steps: inside }) => ({ node, steps: (outermost?.steps ?? 0) - inside }))
}

/** Gives a nested box an edge of its own, on lines that have the edge of the outermost one. */
export function nestedLines(
  { name, from, to, node }: SyntaxNodeRef,
  lineAt: (place: number) => Line,
  visible: Span,
  ranges: Range<Decoration>[],
): void {
  if (!BOXES.has(name)) return
  const [outermost, ...inner] = boxesAround(node).slice(0, LEVELS_MAX)
  const own = inner.at(-1)
  if (outermost === undefined || own === undefined) return
  const within = inner.length * QUOTE_EDGE - (CODE.has(own.node.name) ? QUOTE_EDGE - CODE_EDGE : 0)
  const edges = inner.map((box, index) => edgeOf(box, (index + 1) * QUOTE_EDGE - BAR))
  const outer = calloutMark(outermost.node) ? '' : '; border-inline-start-color: var(--line)'
  const style = `--depth: ${own.steps}; --within: ${within}px; --edges: ${edges.join(', ')}${outer}`
  const drawn = Decoration.line({ class: 'cm-nested', attributes: { style } })
  for (let at = Math.max(from, visible.from); at <= Math.min(to, visible.to);) {
    const line = lineAt(at)
    ranges.push(drawn.range(line.from))
    at = line.to + 1
  }
}

/**
 * The distance from the mark of an item to the words on its line, across the edges of the boxes that begin there, in
 * px.
 */
export function edgesBehind(mark: SyntaxNode, line: Line): number {
  let px = 0
  let block = mark.nextSibling
  while (block !== null && block.from <= line.to && BOXES.has(block.name)) {
    px += CODE.has(block.name) ? CODE_EDGE : QUOTE_EDGE
    block = block.firstChild
    while (block?.name === 'QuoteMark') block = block.nextSibling
  }
  return px
}

/** The line of a quotation, or the ground of code, so far from the edge of the outermost box. */
function edgeOf({ node, steps }: Box, px: number): string {
  const place = `calc(${steps} * var(--step) + ${px}px)`
  if (CODE.has(node.name)) {
    const ground = 'color-mix(in srgb, var(--ink) 5%, transparent)'
    return `linear-gradient(${ground}, ${ground}) var(--far) 0 top 0 / calc(100% - ${place}) 100% no-repeat`
  }
  const colour = calloutMark(node) ? 'var(--voice)' : 'var(--line)'
  return `linear-gradient(${colour}, ${colour}) var(--near) ${place} top 0 / ${BAR}px 100% no-repeat`
}
