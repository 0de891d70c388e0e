import { DEFINITION_LINE } from './definitions'
import {
  NodeProp,
  NodeType,
  Parser,
  Tree,
  type Input,
  type PartialParse,
  type TreeFragment,
} from '@lezer/common'

type Span = { readonly from: number; readonly to: number }

/** The first section is short, so that opening a text waits only for its visible part. */
const FIRST_CHARACTERS = 4_000
const SECTION_CHARACTERS = 16_000
/** Longer than a term and the text between it and its definition. */
const NEAR = 1_500

/** Blocks that end the one before them wherever they begin. */
const BEGINS_ANYWHERE = /^(?:ATXHeading\d|FootnoteDefinition)$/

/** Marks the tree of a section that ends where the next block begins. */
const isWhole = new NodeProp<boolean>({ perNode: true })

/**
 * A markdown parser that keeps its tree in sections of whole top-level blocks, so that a key in a long text costs the
 * parsing of one section and a check of the others. Lezer's own reuse costs more the longer the text is: 80 ms for each
 * key in the middle of 10 MB.
 *
 * A top-level block of markdown does not depend on anything before it, and ends where the line that begins the next one
 * says so. So a section can be reused when its text and the first line after it are unchanged, and any section may be
 * parsed by itself. The nodes of the tree are those of the plain parser; sections are anonymous.
 */
export function inSections(parser: Parser): Parser {
  return new (class extends Parser {
    createParse(input: Input, fragments: readonly TreeFragment[], ranges: readonly Span[]): PartialParse {
      // Only a whole text has sections: a part of another language's text is parsed in the ordinary way.
      return ranges.length === 1 && ranges[0]?.from === 0
        ? new SectionParse(parser, input, fragments, ranges[0].to)
        : parser.startParse(input, fragments, ranges)
    }
  })()
}

class SectionParse implements PartialParse {
  stoppedAt: number | null = null
  parsedPos = 0
  private readonly sections: Tree[] = []
  private readonly positions: number[] = []
  private document: Tree | undefined
  private current: { readonly parse: PartialParse; readonly to: number } | undefined

  constructor(
    private readonly parser: Parser,
    private readonly input: Input,
    private readonly fragments: readonly TreeFragment[],
    private readonly to: number,
  ) {}

  stopAt(position: number): void {
    if (this.stoppedAt !== null && this.stoppedAt < position)
      throw new RangeError('a parse stops earlier, never later')
    this.stoppedAt = position
  }

  advance(): Tree | null {
    const isStopped = this.stoppedAt !== null && this.parsedPos >= this.stoppedAt
    if (this.document !== undefined && (isStopped || this.parsedPos >= this.to)) return this.finish()
    if (this.current === undefined) {
      if (this.takeUnchanged()) return null
      this.begin(this.usualEnd())
    }
    const { parse, to } = this.current!
    const tree = parse.advance()
    if (tree === null) return null
    this.current = undefined
    this.document ??= tree
    if (to >= this.to) {
      this.add(before(tree, this.to - this.parsedPos), this.to)
      return null
    }
    const end = this.lastStart(tree)
    // There is one block so far, and it continues.
    if (end === 0) this.begin(to + 2 * (to - this.parsedPos))
    else this.add(before(tree, end, [[isWhole, true]]), this.parsedPos + end)
    return null
  }

  private begin(end: number): void {
    const to = lineEnd(this.input, Math.min(end, this.to), this.to)
    const ranges = [{ from: this.parsedPos, to }]
    this.current = {
      parse: this.parser.startParse(this.input, this.fragmentsFor(this.parsedPos, to), ranges),
      to,
    }
  }

  /** The reusable fragments. A line after a blank one may turn a paragraph that Lezer would reuse into a term. */
  private fragmentsFor(from: number, to: number): readonly TreeFragment[] {
    const changes = new Set(this.fragments.flatMap((one) => [one.from, one.to]))
    const isNear = [...changes].some(
      (at) =>
        at >= from &&
        at <= to &&
        DEFINITION_LINE.test(this.input.read(Math.max(from, at - NEAR), Math.min(to, at + NEAR))),
    )
    return isNear ? [] : this.fragments
  }

  /**
   * The position at which an earlier section began, so that sections after a change are found again; otherwise the
   * usual length.
   */
  private usualEnd(): number {
    for (const { from, to, offset, tree } of this.fragments) {
      if (to <= this.parsedPos) continue
      const start = tree.positions[firstAtLeast(tree.positions, Math.max(from, this.parsedPos + 1) + offset)]
      if (start === undefined || start - offset >= to) continue
      if (start - offset <= this.parsedPos + 2 * SECTION_CHARACTERS) return start - offset
      break
    }
    return this.parsedPos + (this.parsedPos === 0 ? FIRST_CHARACTERS : SECTION_CHARACTERS)
  }

  private takeUnchanged(): boolean {
    const old = this.sectionAt(this.parsedPos)
    if (old?.length === undefined || old.section.prop(isWhole) !== true) return false
    const { fragment, section } = old
    const end = this.parsedPos + old.length
    if (fragment.from > Math.max(0, this.parsedPos - 1)) return false
    if (end >= this.to || lineEnd(this.input, end, this.to) >= fragment.to) return false
    this.document ??= fragment.tree
    this.add(section, end)
    return true
  }

  /** The section of an earlier tree that began at this position. */
  private sectionAt(position: number) {
    const fragment = this.fragments.find(({ from, to }) => from <= position && position < to)
    if (fragment === undefined) return undefined
    const { children, positions } = fragment.tree
    const index = firstAtLeast(positions, position + fragment.offset)
    const [section, at, next] = [children[index], positions[index], positions[index + 1]]
    return at === position + fragment.offset && section instanceof Tree
      ? { fragment, section, length: next === undefined ? undefined : next - at }
      : undefined
  }

  /**
   * The line of the last top-level block that any parse would begin there, from the start of the section: a heading, a
   * footnote, or a block after a blank line. 0 where there is only the first block.
   */
  private lastStart(tree: Tree): number {
    for (let node = tree.topNode.lastChild; node !== null; node = node.prevSibling) {
      const block = this.parsedPos + node.from
      let line = block
      while (line > this.parsedPos && this.input.read(line - 1, line) !== '\n') line--
      if (line === this.parsedPos) return 0
      // Without the line below it, its next term looks like a paragraph.
      if (node.prevSibling?.name === 'DefinitionList') continue
      if (BEGINS_ANYWHERE.test(node.name) || this.input.read(line - 2, line - 1) === '\n')
        return line - this.parsedPos
    }
    return 0
  }

  private add(section: Tree, end: number): void {
    this.sections.push(section)
    this.positions.push(this.parsedPos)
    this.parsedPos = end
  }

  private finish(): Tree {
    const { type, propValues } = this.document!
    return new Tree(type, this.sections, this.positions, this.parsedPos, propValues)
  }
}

/** The end of the line at a position: the break itself, or the end of the text. */
function lineEnd(input: Input, position: number, end: number): number {
  for (let at = position; at < end;) {
    const chunk = input.chunk(at)
    const found = chunk.indexOf('\n')
    if (found >= 0) return Math.min(end, at + found)
    if (chunk.length === 0) return end
    at += chunk.length
  }
  return end
}

/** The index of the first of the ascending numbers that is at least `least`. */
function firstAtLeast(numbers: readonly number[], least: number): number {
  let low = 0
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The part of a tree that touches `from` to `to`, with unchanged positions. Walking a tree passes every block before
 * the requested range, which in a long text is more work than everything on screen.
 */
export function partOf(tree: Tree, from: number, to: number): Tree {
  const { type, children, positions, length, propValues } = tree
  const first = Math.max(0, firstAtLeast(positions, from) - 1)
  const end = firstAtLeast(positions, to + 1)
  return new Tree(type, children.slice(first, end), positions.slice(first, end), length, propValues)
}

/**
 * The blocks that begin before `end`, as an anonymous tree of exactly their length: when Lezer reuses it, it continues
 * at the next line.
 */
function before(tree: Tree, end: number, props: [NodeProp<boolean>, boolean][] = []): Tree {
  const count = firstAtLeast(tree.positions, end)
  const children = tree.children.slice(0, count)
  const last = children.at(-1)
  const from = tree.positions[count - 1] ?? 0
  if (last instanceof Tree && last.type.isAnonymous && from + last.length > end)
    children[count - 1] = before(last, end - from)
  const length = from + (children.at(-1)?.length ?? 0)
  return new Tree(NodeType.none, children, tree.positions.slice(0, count), length, props)
}
