import { isolateHistory } from '@codemirror/commands'
import { Prec, type EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { CLOSING, frontMatterLines } from '../../../shared/markdown/front-matter-lines'
import type { Span } from '../../../shared/text/span'
import { CODE, isWithin } from '../markdown/syntax'
import {
  marksOfLanguage,
  QUOTATION_STYLES,
  type QuotationMarks,
  type QuotationStyle,
} from './quotation-marks'

export interface SmartTyping {
  /** `typed`: a quotation mark stands as it was typed; `language`: as the document's language has it. */
  readonly quotationMarks: 'typed' | 'language' | QuotationStyle
  /** `--` becomes an en dash, `---` an em dash, three dots an ellipsis. */
  readonly typographicDashes: boolean
  /** The language of a document that does not name its own (`lang:` in its front matter). */
  readonly language: string
}

/**
 * Quotation marks, dashes and ellipses as print has them. The sign is typed first and replaced then, so that one step of
 * undo takes only the replacement back. Code, addresses, HTML and front matter keep what is typed.
 */
export function smartTyping(settings: SmartTyping): Extension {
  const { quotationMarks, typographicDashes } = settings
  const replaced = `${quotationMarks === 'typed' ? '' : `"'`}${typographicDashes ? '-.' : ''}`
  if (replaced === '') return []
  const take: Taking = (view, from, to, typed, insert) => {
    const { state } = view
    const { main } = state.selection
    if (typed.length !== 1 || !replaced.includes(typed)) return false
    if (state.readOnly || view.compositionStarted || from !== main.from || to !== main.to) return false
    const isQuote = typed === '"' || typed === "'"
    const inserted = insert()
    if (inserted.state.selection.ranges.some(({ head }) => isSource(inserted.state, head))) return false
    if (!main.empty) {
      typeByOthers(take, view, from, to, typed, insert)
      if (isQuote) replace(view, aroundSelection(view.state, typed, marksOf(view.state, settings)))
      return true
    }
    // Past the pairs: a quotation mark that is closed at once would have to be closed in another language.
    view.dispatch(inserted)
    const marks = marksOf(view.state, settings)
    replace(
      view,
      view.state.selection.ranges.flatMap(({ head }) => {
        const found = isQuote ? quoteAt(view.state, head, typed, marks) : signAt(view.state, head, typed)
        return found === undefined ? [] : [found]
      }),
    )
    return true
  }
  const elide: Taking = (view, from, to, typed, insert) => {
    const { state } = view
    const elision = elisionOf(state, settings)
    if (elision === undefined || !elisionAt(state, elision, from, typed)) return false
    if (from !== to || state.readOnly || view.compositionStarted || isSource(state, from)) return false
    typeByOthers(elide, view, from, to, typed, insert)
    replace(
      view,
      view.state.selection.ranges.flatMap(({ head }) => elisionAt(view.state, elision, head) ?? []),
    )
    return true
  }
  // Whichever handler takes the sign that ends the word, the mark before the word is replaced behind it.
  return [Prec.high(EditorView.inputHandler.of(elide)), EditorView.inputHandler.of(take)]
}

/** What is typed goes in as it does without this handler. */
function typeByOthers(own: Taking, ...[view, from, to, typed, insert]: Parameters<Taking>): void {
  const others = view.state.facet(EditorView.inputHandler).filter((other) => other !== own)
  if (!others.some((other) => other(view, from, to, typed, insert))) view.dispatch(insert())
}

type Taking = typeof EditorView.inputHandler extends { of(value: infer T): unknown } ? T : never

interface Replacement extends Span {
  readonly insert: string
}

function replace(view: EditorView, changes: readonly Replacement[]): void {
  if (changes.length === 0) return
  view.dispatch({
    changes,
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.replace',
  })
}

function marksOf(state: EditorState, { quotationMarks, language }: SmartTyping): QuotationMarks {
  if (quotationMarks === 'typed' || quotationMarks === 'language')
    return marksOfLanguage(languageOf(state) ?? language)
  return QUOTATION_STYLES[quotationMarks]
}

/** So much of a text is read for its front matter. */
const FRONT_MATTER_MAX = 4_000

/** The language that a text names in its front matter. */
export function languageOf({ doc }: EditorState): string | undefined {
  if (!knownLanguages.has(doc)) knownLanguages.set(doc, readLanguage(doc))
  return knownLanguages.get(doc)
}

/** Asked for line after line of one text. */
const knownLanguages = new WeakMap<Text, string | undefined>()

function readLanguage(doc: Text): string | undefined {
  if (doc.line(1).text.trimEnd() !== '---') return undefined
  const [head = ''] = doc
    .sliceString(0, FRONT_MATTER_MAX)
    .slice(3)
    .split(/\n---[ \t]*(?:\n|$)/, 1)
  return /\n(?:lang|language):[ \t]*["']?([a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]+)*)/.exec(head)?.[1]
}

/** Of a selection that has just been put between two straight marks. */
function aroundSelection(state: EditorState, typed: string, marks: QuotationMarks): readonly Replacement[] {
  const { from, to } = state.selection.main
  const pair = typed === '"' ? marks.double : marks.single
  if (pair === undefined || state.selection.ranges.length > 1) return []
  if (state.sliceDoc(from - 1, from) !== typed || state.sliceDoc(to, to + 1) !== typed) return []
  return [
    { from: from - 1, to: from, insert: pair[0] },
    { from: to, to: to + 1, insert: pair[1] },
  ]
}

/** What the quotation mark before `head`, just typed, becomes. */
function quoteAt(
  state: EditorState,
  head: number,
  typed: string,
  marks: QuotationMarks,
): Replacement | undefined {
  const line = state.doc.lineAt(head)
  const before = line.text.slice(0, head - 1 - line.from)
  const mark = { from: head - 1, to: head }
  const pair = typed === '"' ? marks.double : marks.single
  if (pair === undefined) return { ...mark, insert: APOSTROPHE }
  const [open, close] = pair
  const isOpen = open !== close && before.lastIndexOf(open) > before.lastIndexOf(close)
  const words = before.replace(/<\/[a-zA-Z][^<>]*>$|(?<![*_~])[*_~]+$|(?<!=)==$/, '')
  if (close.startsWith('\u00a0') && isOpen) {
    // A space that was typed before the mark is the one that must not break.
    const isSpaced = before.endsWith(' ')
    return { ...mark, from: isSpaced ? mark.from - 1 : mark.from, insert: close }
  }
  // The same sign typed twice is a pair around nothing, so far.
  if (open !== close && before.endsWith(open)) return { ...mark, insert: close }
  if (/(?:^|[\s([{/“„‘‚«‹»›「『]|<[a-zA-Z][^<>]*>)$/u.test(words) && !endsQuotation(words, marks))
    return { ...mark, insert: open }
  // After a dash, a colon or an ellipsis a quotation goes on, or begins; after an apostrophe that ends no quotation a word
  // of its own begins.
  const isBegin =
    /(?:[—–:…-]|\.{3})$/.test(words) || (/\p{L}’$/u.test(words) && marks.single?.[1] !== APOSTROPHE)
  if (isBegin && !isOpen && typed === '"') return { ...mark, insert: open }
  if (typed === '"') return { ...mark, insert: close }
  return { ...mark, insert: isOpen ? close : APOSTROPHE }
}

/** Marks that open in one language close in another. */
const endsQuotation = (words: string, { double, single }: QuotationMarks): boolean =>
  [double, single].some((pair) => pair !== undefined && words.endsWith(pair[1]))

const APOSTROPHE = '’'
const OPENING = '‘'

/**
 * A year or decade, or a word that English begins with an apostrophe. A quotation begins with a capital: what is a word
 * without the apostrophe too has it where it is written small.
 */
const ELISION =
  /‘(?:\d\ds|(?:\d\d|[tT](?:(?:is|was|were|would)(?:n’t)?|il|(?:IS|WAS|WERE|WOULD)(?:N’T)?|IL)|em|cause|n’?|round|bout)[^\p{L}\p{N}\p{M}'’])$/u
/** An article, or `es`, that German shortens at its beginning. */
const GERMAN_ELISION = /[‘‚‹›](?:s|n|ne[mnrs]?)[^\p{L}\p{N}\p{M}'’]$/iu
const ELISION_MAX = 12

/** What the language of a text shortens so, where `'` becomes a quotation mark. */
function elisionOf(state: EditorState, settings: SmartTyping): RegExp | undefined {
  const single = settings.quotationMarks === 'typed' ? undefined : marksOf(state, settings).single
  if (single === undefined) return undefined
  if (/^de\b/i.test(languageOf(state) ?? settings.language)) return GERMAN_ELISION
  return single[0] === OPENING ? ELISION : undefined
}

/** The mark before an elision that ends at `head`, with `typed` behind it: it opened while nothing said that it does not. */
function elisionAt({ doc }: EditorState, elision: RegExp, head: number, typed = ''): Replacement | undefined {
  const before = doc.sliceString(Math.max(0, head - ELISION_MAX), head)
  const found = elision.exec(before + typed)
  const from = head - before.length + (found?.index ?? 0)
  return found === null ? undefined : { from, to: from + 1, insert: APOSTROPHE }
}

/** A line that so far is a rule, the underline of a heading, or the dashes of a table. */
const RULE = /^[\s>|:-]*$/

/** What the dash or dot before `head`, just typed, becomes with those before it. */
function signAt(state: EditorState, head: number, typed: string): Replacement | undefined {
  const line = state.doc.lineAt(head)
  const before = line.text.slice(0, head - line.from)
  if (typed === '.')
    return /(?:^|[^.])\.\.\.$/.test(before) ? { from: head - 3, to: head, insert: '…' } : undefined
  if (RULE.test(before) || /<!-*$/.test(before)) return undefined
  if (before.endsWith('–-')) return { from: head - 2, to: head, insert: '—' }
  return /(?:^|[^-])--$/.test(before) ? { from: head - 2, to: head, insert: '–' } : undefined
}

const SOURCE: ReadonlySet<string> = new Set([
  ...CODE,
  'HTMLTag',
  'Comment',
  'CommentBlock',
  'ProcessingInstruction',
  'URL',
  'Autolink',
  'LinkTitle',
  'LinkReference',
  'InlineMath',
  'MathBlock',
  'WikiTarget',
])

/** What is not closed yet is no node: a tag, a comment, the target of a link, a link's definition. */
const UNCLOSED = /<[a-zA-Z!/][^<>]*$|\]\([^()]*$|^\s*\[[^\]^][^\]]*\]:/
/** The sign that a formula begins with, and no price. */
const FORMULA = /(?:^|[^\\$])\$(?![\s$\d])[^$]*$/

/** So far back an end is missed. */
const UNCLOSED_MAX = 2_000

/** Whether the sign that ends at a place stands in source; behind what ends with its own sign stand words. */
function isSource(state: EditorState, at: number): boolean {
  if (isWithin(state, at, SOURCE) || isInFrontMatter(state, at)) return true
  const from = Math.max(state.doc.lineAt(at).from, at - UNCLOSED_MAX)
  const before = state.sliceDoc(from, at)
  const isFormula = FORMULA.test(before) && !isWithin(state, from + before.lastIndexOf('$') + 1, SOURCE)
  return isFormula || UNCLOSED.test(before) || before.split('`').length % 2 === 0
}

/** Whether a line is one of front matter, or will be when its `key:` is there. */
function isInFrontMatter({ doc }: EditorState, at: number): boolean {
  const own = doc.lineAt(at).number
  const isLine = frontMatterLines()
  for (let number = 1; number <= doc.lines; number++) {
    const { text } = doc.line(number)
    if (!isLine(number === own ? '' : text)) return false
    if (number > own && CLOSING.test(text)) return true
  }
  return false
}
