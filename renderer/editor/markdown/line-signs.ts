import type { ChangeSpec, EditorState, Line, StateCommand } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { change, chosenLines, tearsTable, wholeBlocks } from './chosen-lines'
import { shareOf, type Share } from './mark-changes'
import { withSecondPress } from './second-press'
import { askAround, isWithin, type SyntaxNode } from './syntax'

interface LineSign {
  readonly sign: string
  readonly on: RegExp
  /** Whether the sign goes around other signs, as a quotation does; all others replace each other. */
  readonly isAround?: true
  /** Whether the lines keep their indentation. */
  readonly hasLevels?: true
  /** Whether the sign of each line counts on from the line before. */
  readonly isNumbered?: true
}

/** Matches the signs of headings, list items and tasks, of which a line can have one. */
const OTHERS = /^(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\](?:[ \t]+|$))?)+/

export const LINE_SIGNS = {
  'heading-1': { sign: '# ', on: /^# +/ },
  'heading-2': { sign: '## ', on: /^## +/ },
  'heading-3': { sign: '### ', on: /^### +/ },
  // A task is different from an item, and is turned into one.
  list: { sign: '- ', on: /^[-*+] +(?! |\[[ xX]\] )/, hasLevels: true },
  'numbered-list': { sign: '1. ', on: /^\d{1,9}[.)] +(?! )/, hasLevels: true, isNumbered: true },
  task: { sign: '- [ ] ', on: /^[-*+] +\[[ xX]\] +/, hasLevels: true },
  quote: { sign: '> ', on: /^\s*> ?/, isAround: true },
} as const satisfies Readonly<Record<string, LineSign>>

/** Whether the command with this name would remove its sign. */
export const hasSign = (state: EditorState, name: keyof typeof LINE_SIGNS): boolean =>
  signedShare(wordsOf(state, LINE_SIGNS[name]), LINE_SIGNS[name]) === 'all'

interface LineWords {
  readonly at: number
  readonly words: string
  /** The width of the indentation before them. */
  readonly indent: number
  /** The part of the common indentation that an empty line lacks. */
  readonly lacking: string
  /** Whether the line is in a quotation without having its sign, as a later line of a paragraph may be. */
  readonly isLazy?: boolean
}

/**
 * The selected lines to which a sign applies, each with the position of the sign: for a quotation, which takes whole
 * paragraphs, at the common indentation, else after the quotation marks. The mark of a callout stays first in its
 * quotation. A quotation does not include empty lines around the words.
 */
function wordsOf(state: EditorState, { isAround, on }: LineSign): readonly LineWords[] {
  const lines = isAround ? wholeBlocks(state) : chosenLines(state)
  if (isAround) {
    const shared = sharedIndent(lines)
    const hasWords = ({ text }: Line) => text.trim() !== ''
    const first = lines.findIndex(hasWords)
    const inside = first < 0 ? lines : lines.slice(first, lines.findLastIndex(hasWords) + 1)
    return inside.map(({ from, text }) => {
      const before = text.trim() === '' ? text.length : shared.length
      const words = text.slice(before)
      const isLazy = words !== '' && !on.test(words) && isWithin(state, from, QUOTE)
      return { at: from + before, words, indent: 0, lacking: shared.slice(before), isLazy }
    })
  }
  const all = lines.map(({ from, text }) => {
    const [before = '', space = ''] = /^(?:\s*> ?)*(\s*)/.exec(text) ?? []
    const words = text.slice(before.length)
    return { at: from + before.length, words, indent: space.length, lacking: '' }
  })
  return all.filter(({ at, words }) =>
    words === ''
      ? all.length === 1
      : !isWithin(state, at + 1, CALLOUT) && underlineAt(state, at)?.from !== at,
  )
}

/** The underline that makes a heading of the words above it. */
function underlineAt(state: EditorState, place: number): Span | undefined {
  const ask = (node: SyntaxNode) => (node.name.startsWith('SetextHeading') ? node : null)
  return askAround(state, place, 1, ask)?.getChild('HeaderMark') ?? undefined
}

/** The changes that remove the underlines of words that get another sign. */
function withoutUnderlines(state: EditorState, lines: readonly LineWords[]): readonly ChangeSpec[] {
  const places = new Set(lines.map(({ at }) => underlineAt(state, at)?.from ?? -1))
  places.delete(-1)
  return [...places].map((place) => {
    const { from, to } = state.doc.lineAt(place)
    return { from: from - 1, to }
  })
}

const CALLOUT: ReadonlySet<string> = new Set(['CalloutMark'])
const QUOTE: ReadonlySet<string> = new Set(['Blockquote'])

const indentOf = (text: string): number => text.length - text.trimStart().length

/** The indentation that all non-empty lines share. */
const sharedIndent = (lines: readonly Line[]): string => {
  const [first = '', ...others] = lines.flatMap(({ text }) =>
    text.trim() === '' ? [] : [/^\s*/.exec(text)?.[0] ?? ''],
  )
  let end = first.length
  while (others.some((one) => !one.startsWith(first.slice(0, end)))) end -= 1
  return first.slice(0, end)
}

/** How many of the non-empty lines have the sign. */
function signedShare(lines: readonly LineWords[], { on }: LineSign): Share {
  const filled = lines.filter(({ words, isLazy }) => words !== '' && isLazy !== true)
  return shareOf((filled.length > 0 ? filled : lines).map(({ words }) => on.test(words)))
}

/** The numbers of the lines with their indentation: an item is inside another if its words begin below those of it. */
function numbersFor(lines: readonly LineWords[]): readonly string[] {
  let levels: readonly { readonly indent: number; readonly left: number; readonly count: number }[] = []
  return lines.map(({ indent }) => {
    const outer = levels.filter((level) => level.indent < indent)
    const same = levels.find((level) => level.indent === indent)
    const above = outer.at(-1)
    const left = above === undefined ? indent : above.left + `${above.count}. `.length
    const count = (same?.count ?? 0) + 1
    levels = [...outer, { indent, left, count }]
    return `${' '.repeat(left)}${count}. `
  })
}

/**
 * Puts a sign before the words of each line, or removes it if all lines have it; a quotation goes around existing ones.
 */
export function toggleSign(own: LineSign): StateCommand {
  return withSecondPress(
    ({ state, dispatch }) => {
      if (state.readOnly || tearsTable(state, own.isAround === true)) return false
      const lines = wordsOf(state, own)
      const isOn = signedShare(lines, own) === 'all'
      const numbered = own.isNumbered ? numbersFor(lines) : []
      // Items of several levels would become code if they kept their indentation.
      const least = isOn || own.hasLevels !== true ? Math.min(...lines.map(({ indent }) => indent)) : Infinity
      change(state, dispatch, [
        ...(own.isAround ? [] : withoutUnderlines(state, lines)),
        ...lines.flatMap(({ at, words, indent, lacking }, index): ChangeSpec[] => {
          const length = own.on.exec(words)?.[0].length ?? 0
          const begin = at - Math.max(0, indent - least)
          if (isOn) {
            if (length === 0) return []
            const isEmptied = own.isAround && lines.length > 1 && words.trim() === '>'
            const from = isEmptied ? state.doc.lineAt(at).from : begin + indentOf(words)
            return [{ from, to: at + length }]
          }
          const sign = lines.length > 1 && words === '' ? own.sign.trimEnd() : own.sign
          if (own.isAround) return [{ from: at, insert: lacking + sign }]
          if (length > 0) return []
          const to = at + (OTHERS.exec(words)?.[0].length ?? 0)
          return [{ from: own.isNumbered ? at - indent : begin, to, insert: numbered[index] ?? own.sign }]
        }),
      ])
      return lines.length > 0
    },
    (state) => own.isAround !== true && signedShare(wordsOf(state, own), own) === 'some',
  )
}
