import type { EditorState, Line, Text } from '@codemirror/state'
import { headingIn } from '../../../shared/markdown/headings'
import type { Span } from '../../../shared/text/span'
import { askAround, CODE_BLOCKS, type SyntaxNode } from '../markdown/syntax'

export type FoldKind = 'section' | 'list item'

const MARKS: ReadonlySet<string> = new Set(['ListMark', 'QuoteMark'])

/** What a line folds, if anything: a heading its section, a list item everything below its first paragraph. */
export function foldKindAt(state: EditorState, line: Line): FoldKind | undefined {
  const heading = headingIn(line.text)
  if (heading !== undefined && !isVerbatim(state, line)) {
    const next = nextWords(state.doc, line.number + 1)
    const nextLevel = next === undefined ? 0 : headingIn(next.text)?.level
    return nextLevel === undefined || nextLevel > heading.level ? 'section' : undefined
  }
  return itemAt(state, line) === undefined ? undefined : 'list item'
}

/** The range hidden when the line is folded: from its end to the end of the last line with words. */
export function foldRangeAt(state: EditorState, line: Line): Span | undefined {
  const kind = foldKindAt(state, line)
  if (kind === undefined) return undefined
  const last = kind === 'section' ? lastOfSection(state.doc, line) : itemAt(state, line)
  return last === undefined || last <= line.to ? undefined : { from: line.to, to: last }
}

const isVerbatim = (state: EditorState, line: Line): boolean =>
  askAround(state, line.to, -1, ({ name }) => CODE_BLOCKS.has(name) || null) === true

function nextWords(doc: Text, from: number): Line | undefined {
  for (let number = from; number <= doc.lines; number++) {
    const line = doc.line(number)
    if (line.text.trim() !== '') return line
  }
  return undefined
}

/** The end of the last line with words before the next heading of the same or a higher level. */
function lastOfSection(doc: Text, { number, to, text: own }: Line): number {
  const level = headingIn(own)?.level ?? 0
  let fence: string | undefined
  let [end, last] = [to, to]
  for (const text of doc.iterLines(number + 1)) {
    const opening = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence === undefined && (headingIn(text)?.level ?? 7) <= level) break
    if (fence === undefined) fence = opening
    else if (opening?.startsWith(fence) === true) fence = undefined
    end += text.length + 1
    if (text.trim() !== '') last = end
  }
  return last
}

/** The end of the list item that begins on the line, if it contains more than one block. */
function itemAt(state: EditorState, line: Line): number | undefined {
  const indent = line.text.length - line.text.trimStart().length
  if (indent === line.text.length) return undefined
  const item = askAround<SyntaxNode>(state, line.from + indent, 1, (node) =>
    node.name === 'ListItem' && state.doc.lineAt(node.from).from === line.from ? node : null,
  )
  if (item === null || item.to <= line.to) return undefined
  let blocks = 0
  for (let child = item.firstChild; child !== null; child = child.nextSibling)
    if (!MARKS.has(child.name)) blocks += 1
  if (blocks < 2) return undefined
  let last = state.doc.lineAt(item.to)
  while (last.from > line.from && last.text.trim() === '') last = state.doc.line(last.number - 1)
  return Math.min(last.to, Math.max(item.to, line.to))
}
