const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
/** Unicode's first noncharacter of as many as there are signs: they stand in no text. */
const FIRST = 0xfdd0

/** Code, in which a back slash is one, or a sign after a back slash, which is that sign and marks nothing. */
const CODE_OR_ESCAPE = /(?<!`)(`+)(?!`)[^`]+\1(?!`)|\\([!-/:-@[-`{-~])/g
const HIDDEN = /[\uFDD0-\uFDEF]/g

/** What `plain` makes of a text, where an escaped sign is no sign of markdown and comes out as it is read. */
export function readingEscapes(text: string, plain: (text: string) => string): string {
  if (!text.includes('\\')) return plain(text)
  const hidden = text.replace(CODE_OR_ESCAPE, (whole: string, _ticks, sign: string | undefined) =>
    sign === undefined ? whole : String.fromCharCode(FIRST + PUNCTUATION.indexOf(sign)),
  )
  return plain(hidden).replace(HIDDEN, (sign) => PUNCTUATION[sign.charCodeAt(0) - FIRST]!)
}
