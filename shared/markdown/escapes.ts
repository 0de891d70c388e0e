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
const hideAll = (formula: string): string => formula.replace(SIGN, hide)

/** The text in which no sign of a formula acts as markdown; all offsets stay. */
export const withHiddenFormulas = (text: string): string =>
  text.includes('$')
    ? text.replace(VERBATIM, (whole: string, _ticks, _sign, formula?: string) =>
        formula === undefined ? whole : hideAll(formula),
      )
    : text

/**
 * The result of `plain` for a text in which escaped characters do not act as markdown and appear without their
 * backslashes, and formulas stay as they are written.
 */
export function readingEscapes(text: string, plain: (text: string) => string): string {
  if (!/[\\$]/.test(text)) return plain(text)
  const hidden = text.replace(VERBATIM, (whole: string, _ticks, sign?: string, formula?: string) => {
    if (sign !== undefined) return hide(sign)
    return formula === undefined ? whole : hideAll(formula)
  })
  return plain(hidden).replace(HIDDEN, (sign) => PUNCTUATION[sign.charCodeAt(0) - FIRST]!)
}
