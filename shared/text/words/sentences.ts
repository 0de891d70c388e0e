import type { Span } from '../span'

/**
 * The sentences of one paragraph: spans that follow each other without a gap from 0 to its length, each beginning with
 * the white space before it. The rules are our own, because a merge must give the same result everywhere, and the
 * splitters of runtimes differ (W9). In doubt two sentences stay one: a merge may be too coarse, never too fine. Takes
 * time in proportion to the text.
 */
export function sentencesOf(paragraph: string): readonly Span[] {
  const spans: Span[] = []
  const end = paragraph.trimEnd().length
  const purse = { left: 4 * paragraph.length + reach }
  let from = 0
  candidate.lastIndex = 0
  for (let found = candidate.exec(paragraph); found; found = candidate.exec(paragraph)) {
    const past = pastCandidate(paragraph, found[0], found.index, purse)
    candidate.lastIndex = past.to
    if (!past.endsSentence || past.to >= end) continue
    spans.push({ from, to: past.to })
    from = past.to
  }
  if (from < paragraph.length) spans.push({ from, to: paragraph.length })
  return spans
}

/** Characters that may end a sentence, and constructs in which no sentence ends: code, links, brackets. */
const candidate = /[.!?…؟۔।॥։።။។]+|[。！？．｡‼⁇⁈⁉]+|`+|[[(（]/g
const wide = /^[。！？．｡‼⁇⁈⁉]/

type Past = { readonly to: number; readonly endsSentence: boolean }

function pastCandidate(text: string, mark: string, at: number, purse: Purse): Past {
  const inside = (to: number): Past => ({ to, endsSentence: false })
  if (mark[0] === '`') return inside(pastCode(text, at, mark, purse))
  if (mark === '[') return inside(pastLink(text, at, purse))
  if (mark === '(' || mark === '（') {
    // The character before the closing bracket: a mark there may end the sentence.
    const end = pastBracket(text, at, mark, mark === '(' ? ')' : '）', purse)
    return inside(Math.max(at + 1, end - 2))
  }
  const isWide = wide.test(mark)
  const to = pastClosers(text, at + mark.length, isWide ? wideClosers : closers)
  const closed = text.slice(at + mark.length, to)
  return {
    to,
    endsSentence: isWide ? endsWide(text, mark, closed, to) : endsSpaced(text, mark, at, closed, to),
  }
}

/** Quotes, brackets, emphasis, a footnote reference, an emoji, a hard break: they belong to the sentence that ends. */
const closers =
  /(?:["'“”‘’«»‹›)\]}*_~]|[ \u00a0\u202f][»›]|\[\^[^\]\s]{1,40}\]|\\(?=\r?\n)| ?\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{M}|\u200d|\p{Emoji_Modifier})*)*/uy
const wideClosers = /["'”’»›)\]}」』】）》〉〕*_~]*/y

function pastClosers(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at
  pattern.test(text)
  return Math.max(at, pattern.lastIndex)
}

/** For scripts that separate sentences by a mark alone. */
function endsWide(text: string, mark: string, closed: string, to: number): boolean {
  const next = text[to] ?? ''
  if (next === '' || space.test(next)) return true
  // After a closing quote the surrounding sentence may continue: 「…。」と言った.
  if (closed !== '') return /[「『“（《]/.test(next)
  if (mark === '．' && /\p{N}/u.test(next)) return false
  return mark.includes('。') || mark.includes('｡') || !/^(?:と|って)/.test(text.slice(to, to + 2))
}

/** For scripts that separate sentences by a mark and white space. */
function endsSpaced(text: string, mark: string, at: number, closed: string, to: number): boolean {
  const gap = text[to] ?? ' '
  if (!space.test(gap)) return false
  openers.lastIndex = to
  openers.test(text)
  const opened = text.slice(to, openers.lastIndex)
  const next = String.fromCodePoint(text.codePointAt(openers.lastIndex) ?? 0x20)
  if (lowerCase.test(next)) return false
  if (/^(?:\.{2,}|…+)$/.test(mark)) return false
  if (mark === '.') return !digit.test(next) && !abbreviated(text, at)
  // “Stop!” Mary said: the sentence around a quote may continue, unless the next one is spoken too.
  return !quoteEnd.test(closed) || quoteStart.test(opened)
}

const space = /\s/
const lowerCase = /\p{Ll}/u
const digit = /\p{N}/u
const openers = /[\s"'“‘«‹„‚([{¿¡*_~—–-]*/y
const quoteEnd = /["'“”‘’«»‹›]/
const quoteStart = /\s["'“‘«‹„‚»]/

/** Whether the full stop at `at` belongs to an abbreviation, an initial or an ordinal number. */
function abbreviated(text: string, at: number): boolean {
  const word =
    /(?<![\p{L}\p{M}\p{N}.])[\p{L}\p{M}\p{N}.]+$/u.exec(text.slice(Math.max(0, at - 24), at))?.[0] ?? ''
  return (
    word.includes('.') || /^(?:\p{L}\p{M}*|\p{N}{1,2})$/u.test(word) || shortForms.has(word.toLowerCase())
  )
}

const shortForms = new Set(
  (
    'mr mrs ms dr prof st sr jr vs etc fig figs nr vol pp cf al viz ibid ca approx dept inc ltd co corp blvd gen ' +
    'col sgt capt lt maj rev hon pres gov sen jan feb apr aug sept oct nov dec tel resp bzw usw ggf vgl bsp evtl ' +
    'abs hr fr frl str mio mrd inkl exkl zzgl geb gest mme mlle mgr env sra srta ud uds vd pág núm sig dott avv ' +
    'ecc pag dhr mevr blz enz ul tzn tzw np tj atd např св гг др пр стр см ред проф'
  ).split(' '),
)

/** The remaining steps for finding closing brackets, in proportion to the text whatever it contains. */
type Purse = { left: number }

const reach = 1000

/** The offset after a code span that opens with these backticks; after the backticks where none closes it. */
function pastCode(text: string, at: number, ticks: string, purse: Purse): number {
  const from = at + ticks.length
  let run = 0
  const end = Math.min(text.length, from + Math.min(reach, purse.left))
  for (let index = from; index <= end; index++) {
    purse.left--
    if (text[index] === '`') run++
    else if (run === ticks.length) return index
    else run = 0
  }
  return from
}

/** The offset after `[text](target)`, after `[text]`, or after an unclosed bracket. */
function pastLink(text: string, at: number, purse: Purse): number {
  const end = pastBracket(text, at, '[', ']', purse)
  return end > at + 1 && text[end] === '(' ? pastBracket(text, end, '(', ')', purse) : end
}

/** The offset after the bracket that closes the one at `at`; directly after that one where none does nearby. */
function pastBracket(text: string, at: number, open: string, close: string, purse: Purse): number {
  let depth = 0
  const end = Math.min(text.length, at + Math.min(reach, purse.left))
  for (let index = at; index < end; index++) {
    purse.left--
    const unit = text[index]
    if (unit === open) depth++
    else if (unit === close && --depth === 0) return index + 1
  }
  return at + 1
}
