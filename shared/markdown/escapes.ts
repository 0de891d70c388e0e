const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** The first of Unicode's noncharacters, one for each punctuation character; they do not occur in texts. */
const FIRST = 0xfdd0

/**
 * Code, in which a backslash is an ordinary character; an escaped punctuation character, which marks nothing; or a
 * formula (`grammar/math.ts`), in a line or in lines of its own.
 */
const VERBATIM =
  /(?<!`)(`+)(?!`)[^`]+\1(?!`)|\\([!-/:-@[-`{-~])|(\$\$(?:[^$\n\\]|\\.|\n(?![ \t]*(?:\r?\n|>))){1,1000}\$\$|(?<![\p{L}\p{N}$])\$(?![\s$])(?:[^$\n\\]|\\.){1,1000}(?<!\s)\$(?![\p{L}\p{N}]))/gu
const SIGN = /[!-/:-@[-`{-~]/g
const HIDDEN = /[\uFDD0-\uFDEF]/g

const hide = (sign: string): string => String.fromCharCode(FIRST + PUNCTUATION.indexOf(sign))

/** The text in which no sign of a formula acts as markdown; all offsets stay. */
export const withHiddenFormulas = (text: string): string =>
  text.includes('$') ? text.replace(VERBATIM, formulaHidden) : text

const formulaHidden = (
  whole: string,
  _ticks: unknown,
  _sign: unknown,
  formula: string | undefined,
): string => (formula === undefined ? whole : formula.replace(SIGN, hide))

/**
 * The result of `plain` for a text in which escaped characters do not act as markdown and appear without their
 * backslashes, and formulas stay as they are written.
 */
export function readingEscapes(text: string, plain: (text: string) => string): string {
  if (!/[\\$]/.test(text)) return plain(text)
  const hidden = text.replace(VERBATIM, (whole: string, ticks, sign: string | undefined, formula?: string) =>
    sign === undefined ? formulaHidden(whole, ticks, sign, formula) : hide(sign),
  )
  return plain(hidden).replace(HIDDEN, (sign) => PUNCTUATION[sign.charCodeAt(0) - FIRST]!)
}
