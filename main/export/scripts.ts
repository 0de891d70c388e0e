import type { EastAsian } from './language/east-asian'
import { RIGHT_TO_LEFT } from '../../shared/markdown/direction'

/** Text of one script and direction. */
export interface ScriptRun {
  readonly text: string
  readonly isRightToLeft: boolean
  /** The language whose glyphs its East Asian characters use. */
  readonly eastAsian?: EastAsian
}

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u
const STRONG = /\p{L}/u
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HANGUL = /\p{Script=Hangul}/u

/**
 * The text in runs of one script each. Characters without a script (digits, spaces, punctuation) belong to the run
 * before them. Kana or hangul in `context` decide about the Chinese characters beside them, `usual` about all others.
 */
export function scriptRuns(
  text: string,
  context: string = text,
  usual: EastAsian = 'zh-CN',
): readonly ScriptRun[] {
  if (text === '') return []
  if (!RIGHT_TO_LEFT.test(text) && !EAST_ASIAN.test(text)) return [{ text, isRightToLeft: false }]
  const eastAsian = HANGUL.test(context) ? 'ko-KR' : KANA.test(context) ? 'ja-JP' : usual
  const runs: ScriptRun[] = []
  let start = 0
  let at = 0
  let kind: Kind | undefined
  for (const character of text) {
    const next = kindOf(character)
    if (next !== undefined && kind !== undefined && next !== kind) {
      runs.push(runOf(text.slice(start, at), kind, eastAsian))
      start = at
    }
    kind = next ?? kind
    at += character.length
  }
  runs.push(runOf(text.slice(start), kind ?? 'other', eastAsian))
  return runs
}

type Kind = 'right-to-left' | 'east-asian' | 'other'

function kindOf(character: string): Kind | undefined {
  if (RIGHT_TO_LEFT.test(character)) return 'right-to-left'
  if (EAST_ASIAN.test(character)) return 'east-asian'
  return STRONG.test(character) ? 'other' : undefined
}

const runOf = (text: string, kind: Kind, eastAsian: EastAsian): ScriptRun => ({
  text,
  isRightToLeft: kind === 'right-to-left',
  ...(kind === 'east-asian' && { eastAsian }),
})
