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
  /** `typed` keeps quotation marks as typed; `language` uses those of the document's language. */
  readonly quotationMarks: 'typed' | 'language' | QuotationStyle
  /** Whether `--` becomes an en dash, `---` an em dash and three dots an ellipsis. */
  readonly typographicDashes: boolean
  /** The language of documents that do not name their own (`lang:` in the front matter). */
  readonly language: string
}

/**
 * Replaces quotation marks, dashes and ellipses by typographic ones. The sign is inserted first and then replaced, so
 * that one undo reverts only the replacement. Code, addresses, HTML and front matter keep what is typed.
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
    // Inserted without automatic pairs: a pair would have to be closed with the mark of the language.
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
  // Whichever handler takes the sign that ends the word, the mark before the word is replaced afterwards.
  return [Prec.high(EditorView.inputHandler.of(elide)), EditorView.inputHandler.of(take)]
}

/** Inserts typed text as without this handler. */
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

/** The length of text read to find the front matter, in UTF-16 units. */
const FRONT_MATTER_MAX = 4_000

/** The language named in the front matter of a text. */
export function languageOf({ doc }: EditorState): string | undefined {
  if (!knownLanguages.has(doc)) knownLanguages.set(doc, readLanguage(doc))
  return knownLanguages.get(doc)
}

/** Cached, because it is needed for line after line of the same text. */
const knownLanguages = new WeakMap<Text, string | undefined>()

function readLanguage(doc: Text): string | undefined {
  if (doc.line(1).text.trimEnd() !== '---') return undefined
  const [head = ''] = doc
    .sliceString(0, FRONT_MATTER_MAX)
    .slice(3)
    .split(/\n---[ \t]*(?:\n|$)/, 1)
  return /\n(?:lang|language):[ \t]*["']?([a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]+)*)/.exec(head)?.[1]
}

/** The replacements for two straight marks that were just put around a selection. */
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

/** The replacement for the quotation mark just typed before `head`. */
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
    // A space typed before the mark becomes the non-breaking one.
    const isSpaced = before.endsWith(' ')
    return { ...mark, from: isSpaced ? mark.from - 1 : mark.from, insert: close }
  }
  // The same sign typed twice is a pair without content so far.
  if (open !== close && before.endsWith(open)) return { ...mark, insert: close }
  if (/(?:^|[\s([{/“„‘‚«‹»›「『]|<[a-zA-Z][^<>]*>)$/u.test(words) && !endsQuotation(words, marks))
    return { ...mark, insert: open }
  // After a dash, colon or ellipsis a quotation may begin or continue; after an apostrophe that ends no quotation, a
  // word begins.
  const isBegin =
    /(?:[—–:…-]|\.{3})$/.test(words) || (/\p{L}’$/u.test(words) && marks.single?.[1] !== APOSTROPHE)
  if (isBegin && !isOpen && typed === '"') return { ...mark, insert: open }
  if (typed === '"') return { ...mark, insert: close }
  return { ...mark, insert: isOpen ? close : APOSTROPHE }
}

/** Whether the words end with a closing mark; some marks open in one language and close in another. */
const endsQuotation = (words: string, { double, single }: QuotationMarks): boolean =>
  [double, single].some((pair) => pair !== undefined && words.endsWith(pair[1]))

const APOSTROPHE = '’'
const OPENING = '‘'

/**
 * Matches a year or decade, or an English word that begins with an apostrophe. A quotation begins with a capital, so
 * words that also exist without the apostrophe match only in lower case.
 */
const ELISION =
  /‘(?:\d\ds|(?:\d\d|[tT](?:(?:is|was|were|would)(?:n’t)?|il|(?:IS|WAS|WERE|WOULD)(?:N’T)?|IL)|em|cause|n’?|round|bout)[^\p{L}\p{N}\p{M}'’])$/u
/** Matches a German article, or `es`, shortened at its beginning. */
const GERMAN_ELISION = /[‘‚‹›](?:s|n|ne[mnrs]?)[^\p{L}\p{N}\p{M}'’]$/iu
const ELISION_MAX = 12

/** The elisions of the text's language, if `'` becomes a quotation mark in it. */
function elisionOf(state: EditorState, settings: SmartTyping): RegExp | undefined {
  const single = settings.quotationMarks === 'typed' ? undefined : marksOf(state, settings).single
  if (single === undefined) return undefined
  if (/^de\b/i.test(languageOf(state) ?? settings.language)) return GERMAN_ELISION
  return single[0] === OPENING ? ELISION : undefined
}

/**
 * The replacement for the opening mark before an elision that ends at `head`, with `typed` after it: until now it could
 * have been a quotation.
 */
function elisionAt({ doc }: EditorState, elision: RegExp, head: number, typed = ''): Replacement | undefined {
  const before = doc.sliceString(Math.max(0, head - ELISION_MAX), head)
  const found = elision.exec(before + typed)
  const from = head - before.length + (found?.index ?? 0)
  return found === null ? undefined : { from, to: from + 1, insert: APOSTROPHE }
}

/** Matches a line that may still become a rule, the underline of a heading, or the delimiter row of a table. */
const RULE = /^[\s>|:-]*$/

/** The replacement for the dash or dot just typed before `head`, together with those before it. */
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

/** Unfinished elements have no syntax node: a tag, a comment, the target of a link, a link definition. */
const UNCLOSED = /<[a-zA-Z!/][^<>]*$|\]\([^()]*$|^\s*\[[^\]^][^\]]*\]:/
/** Matches the beginning of a formula, but not a price. */
const FORMULA = /(?:^|[^\\$])\$(?![\s$\d])[^$]*$/

/** The distance in which an unfinished element is searched, in UTF-16 units. */
const UNCLOSED_MAX = 2_000

/** Whether the sign that ends at a position is in source; text follows an element that ends with a sign of its own. */
function isSource(state: EditorState, at: number): boolean {
  if (isWithin(state, at, SOURCE) || isInFrontMatter(state, at)) return true
  const from = Math.max(state.doc.lineAt(at).from, at - UNCLOSED_MAX)
  const before = state.sliceDoc(from, at)
  const isFormula = FORMULA.test(before) && !isWithin(state, from + before.lastIndexOf('$') + 1, SOURCE)
  return isFormula || UNCLOSED.test(before) || before.split('`').length % 2 === 0
}

/** Whether a line belongs to front matter, or will once its `key:` is typed. */
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
