import type { Publication } from '../publication'

/** A language whose glyphs and fonts differ for the same Chinese characters. */
export type EastAsian = 'ja-JP' | 'ko-KR' | 'zh-CN' | 'zh-TW'

/** The East Asian language of a tag; `undefined` for all others. */
export function eastAsianOf(language: string): EastAsian | undefined {
  if (/^ja(?:-|$)/i.test(language)) return 'ja-JP'
  if (/^ko(?:-|$)/i.test(language)) return 'ko-KR'
  if (!/^zh(?:-|$)/i.test(language)) return undefined
  return /-(?:Hant|TW|HK|MO)(?:-|$)/i.test(language) ? 'zh-TW' : 'zh-CN'
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const HANGUL = /\p{Script=Hangul}/gu
const HAN = /\p{Script=Han}/gu
/** How many parts, blocks of each, and UTF-16 units of these are looked at; a language shows sooner. */
const PARTS = 100
const BLOCKS = 200
const LOOKED_AT = 50_000

/** The East Asian language of most of the texts: that which they state, or that of their script. */
export function eastAsianIn({ language, title, parts }: Publication): EastAsian {
  const stated = eastAsianOf(language)
  if (stated !== undefined) return stated
  const words = [title, ...parts.slice(0, PARTS).map(wordsOf)].join('')
  const [kana, hangul, han] = [count(words, KANA), count(words, HANGUL), count(words, HAN)]
  // A Japanese text has more kana than this; a Chinese one may quote a few.
  if (kana > 0 && kana * 5 >= han) return 'ja-JP'
  return hangul > han ? 'ko-KR' : 'zh-CN'
}

const wordsOf = ({ title, tree }: Publication['parts'][number]): string =>
  title + (JSON.stringify(tree?.blocks.slice(0, BLOCKS)) ?? '').slice(0, LOOKED_AT)

const count = (words: string, letters: RegExp): number => words.match(letters)?.length ?? 0
