const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** The first of Unicode's noncharacters, one for each punctuation character; they do not occur in texts. */
const FIRST = 0xfdd0

/** Code, in which a backslash is an ordinary character, or an escaped punctuation character, which marks nothing. */
const CODE_OR_ESCAPE = /(?<!`)(`+)(?!`)[^`]+\1(?!`)|\\([!-/:-@[-`{-~])/g
const HIDDEN = /[\uFDD0-\uFDEF]/g

/**
 * The result of `plain` for a text in which escaped characters do not act as markdown and appear without their
 * backslashes.
 */
export function readingEscapes(text: string, plain: (text: string) => string): string {
  if (!text.includes('\\')) return plain(text)
  const hidden = text.replace(CODE_OR_ESCAPE, (whole: string, _ticks, sign: string | undefined) =>
    sign === undefined ? whole : String.fromCharCode(FIRST + PUNCTUATION.indexOf(sign)),
  )
  return plain(hidden).replace(HIDDEN, (sign) => PUNCTUATION[sign.charCodeAt(0) - FIRST]!)
}
