import { sentenceAt, sentenceSpans } from '../../shared/text/anchor'
import type { Span } from '../../shared/text/span'

/** The significant words of a question, without words such as "the" and "of"; compared by their stems. */
export type Keywords = ReadonlySet<string>

/** Words that occur in every text (English, German, French, Spanish, Italian, Portuguese, Dutch). */
const COMMON = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is it its ' +
    'me my no nor not of off on or our out over she should so some such than that the their them then there these they this those ' +
    'to too up us was we were what when where which while who whom whose why will with would you your about thing things ' +
    'aber als am auch auf aus bei bin bis da das dass dem den der des die du ein eine einem einen einer er es für hat ich ihr im ' +
    'ist kein mit nach nicht noch oder sein seine sich sie sind so über um und uns von vor war was wenn wer wie wir wird zu zum zur ' +
    'au aux avec ce ces dans de du elle en est et être eux il ils je la le les leur lui ma mais mes mon ne nos nous on ou où par pas ' +
    'pour qu que qui sa se ses son sur ta te tes ton tu un une vos vous y del el ella ellos era esa ese esta este está fue ha hay las ' +
    'lo los más mi muy nos o para pero por porque que se sin sobre su sus te tu una uno yo al che chi ci con cui da dei della di e gli ' +
    'ho il io nel nella non per più sono suo tra um uma com como dos ele ela em foi isso mais na nas no os ou pela pelo são seu sua um ' +
    'aan dat een en haar het hij ik maar met niet nog ook om te van voor werd zij zijn'
  ).split(' '),
)

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)?/gu

/** The significant words of a question; all of its words where none is more significant than the others. */
export function keywordsOf(question: string): Keywords {
  const roots = wordsIn(question).map(({ root }) => root)
  const keywords = roots.filter((root) => !COMMON.has(root))
  return new Set(keywords.length > 0 ? keywords : roots)
}

/** The significant words of a text as they are written, each once, without words such as "the" and "of". */
export function keywordsIn(text: string): readonly string[] {
  const byRoot = new Map<string, string>()
  for (const { from, to, root } of wordsIn(text))
    if (!COMMON.has(root) && !byRoot.has(root)) byRoot.set(root, text.slice(from, to))
  return [...byRoot.values()]
}

/** The positions of significant words, including the small words between two of them. */
export function marksOf(text: string, keywords: Keywords): Span[] {
  const marks: { from: number; to: number }[] = []
  let isBridge = false
  for (const { from, to, root } of wordsIn(text)) {
    if (keywords.has(root)) {
      const last = marks.at(-1)
      if (last && isBridge && /^[\s\p{L}'’-]*$/u.test(text.slice(last.to, from))) last.to = to
      else marks.push({ from, to })
      isBridge = true
    } else isBridge &&= COMMON.has(root)
  }
  return marks
}

/** The share of the significant words that a text contains, from 0 to 1. */
export function coverage(text: string, keywords: Keywords): number {
  const roots = new Set(wordsIn(text).map(({ root }) => root))
  return keywords.size === 0 ? 0 : [...keywords].filter((root) => roots.has(root)).length / keywords.size
}

/**
 * The sentence of a passage that answers best: the one with the most significant words; among equals the first that is
 * not a heading.
 */
export function keywordSentence(text: string, keywords: Keywords): Span {
  let best: Span | undefined
  let most = -1
  for (const span of sentenceSpans(text)) {
    const sentence = text.slice(span.from, span.to)
    const score = coverage(sentence, keywords) + (/^(?:#{1,6}\s|[-*_=|`]{3})/.test(sentence) ? 0 : 0.01)
    if (score > most) [best, most] = [span, score]
  }
  return best ?? sentenceAt(text, 0)
}

interface Word extends Span {
  readonly root: string
}

/** Words with their stems; a run of a script without spaces gives each pair of its letters. */
function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }): Word[] => {
    if (!UNSPACED.test(word)) return [{ from: index, to: index + word.length, root: rootOf(word) }]
    const letters = [...word]
    let at = index
    const pairs = letters.map((letter, place): Word => {
      const pair = letter + (letters[place + 1] ?? '')
      const from = at
      at += letter.length
      return { from, to: from + pair.length, root: pair }
    })
    return pairs.length > 1 ? pairs.slice(0, -1) : pairs
  })
}

/** The word without accents, case and its most common endings. */
function rootOf(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]\p{L}+$/u, '')
  if (plain.length < 5) return plain.length > 3 ? plain.replace(/s$/, '') : plain
  const stem = plain.replace(/(?:ings?|edly|ed|ies|es|s|ly|en|er|e)$/, '')
  return stem.length >= 3 ? stem.replace(/(.)\1$/, '$1') : plain
}
