/**
 * Counts words as a writer does: adjacent letters and digits, with the hyphens and apostrophes between them; in Chinese
 * and Japanese each character. A visible address counts as one word, and the target of a link does not count. The
 * alternative text of a picture and simple tags, such as that of a line break, do not count either.
 *
 * @param onWord called with the span of each word
 */
export function countWords(text: string, onWord?: (from: number, to: number) => void): number {
  let words = 0
  /** The beginning of the present word; -1: none. */
  let start = -1
  let end = 0
  const endWord = () => {
    if (start < 0) return
    words += 1
    onWord?.(start, end)
    start = -1
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind === 'letter') {
      if (start < 0) start = at
      end = at + 1
    } else if (kind === 'ideograph') {
      endWord()
      start = at
      end = at + (code >= 0xd800 && code <= 0xdbff ? 2 : 1)
      endWord()
    } else if (kind === 'break') {
      endWord()
      if (code === EXCLAMATION) at += alternativeAt(text, at)
      else if (code === LESS) at += tagAt(text, at)
      else if (isAddress(text, at, code)) at = endOfAddress(text, at)
      else if (code === BRACE && text.startsWith(')', at - 1)) at += widthAt(text, at)
    }
  }
  endWord()
  return words
}

const EXCLAMATION = 33
const COLON = 58
const SLASH = 47
const LESS = 60
const OPENING = 91
const BACKSLASH = 92
const BRACKET = 93
const PARENTHESIS = 40
const BRACE = 123

/** Whether this is the colon after `https`, or the end of a link's words before its address. */
const isAddress = (text: string, at: number, code: number): boolean =>
  (code === COLON && text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH) ||
  (code === BRACKET && text.charCodeAt(at + 1) === PARENTHESIS)

const ALTERNATIVE = /!\[(?:[^[\]\\\n]|\\.){0,1000}(?=\]\()/y

/** The length of an image's alternative text after the mark before its bracket; 0 where no image begins. */
function alternativeAt(text: string, from: number): number {
  if (text.charCodeAt(from + 1) !== OPENING || text.charCodeAt(from - 1) === BACKSLASH) return 0
  ALTERNATIVE.lastIndex = from
  return Math.max(0, (ALTERNATIVE.exec(text)?.[0].length ?? 0) - 1)
}

const TAG = /<(?:br ?\/?|\/?(?:b|strong|i|em|u|ins|s|del|strike|mark|sub|sup|kbd|samp|code)) ?>/iy

/** The length of a simple tag after its first character; 0 where none begins. */
function tagAt(text: string, from: number): number {
  TAG.lastIndex = from
  return Math.max(0, (TAG.exec(text)?.[0].length ?? 0) - 1)
}

/** The length of an image's width attribute after its first character. */
const widthAt = (text: string, from: number): number =>
  Math.max(0, (/^\{ ?width=\d{1,3}% ?\}/.exec(text.slice(from, from + 16))?.[0].length ?? 0) - 1)

/** The end of an address, before a space or the character that closes a link. */
function endOfAddress(text: string, from: number): number {
  let at = from + 1
  while (at + 1 < text.length && !/[\s)>"]/.test(text.charAt(at + 1))) at++
  return at
}

type Kind = 'letter' | 'ideograph' | 'break' | 'joint'

function kindOf(code: number): Kind {
  if (code < 128) {
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57))
      return 'letter'
    return code === 39 || code === 45 || code === 95 ? 'joint' : 'break'
  }
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? 'letter' : 'break'
  if (code === 0x2019) return 'joint'
  if (code >= 0x2000 && code <= 0x2bff) return 'break'
  if (code >= 0x3000 && code <= 0x303f) return 'break'
  if ((code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff)) return 'ideograph'
  if (code >= 0xf900 && code <= 0xfaff) return 'ideograph'
  // A character beyond the first plane counts once, by its first half.
  if (code >= 0xd840 && code <= 0xd87f) return 'ideograph'
  if (code >= 0xd800 && code <= 0xdfff) return 'joint'
  if (code >= 0xff00 && code <= 0xff0f) return 'break'
  return 'letter'
}
