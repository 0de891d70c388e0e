/** Columns of a line: as letters were typed, and as mail is read. */
export const LINE_COLUMNS = 72

/** East Asian characters, and signs drawn as pictures, are as wide as two letters. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u
const PLAIN = /^[\u0020-\u02ff]*$/

/** The columns that a text takes. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let columns = 0
  for (const character of text) columns += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}

/** Signs that no line begins with in Chinese and Japanese. */
const CLOSING = /[、。，．：；！？）］｝」』】〉》〕ー々…]/u

/**
 * Words in lines of at most `columns`. A word that is longer stands alone, because an address that is broken leads
 * nowhere; Chinese and Japanese, which know no spaces, are broken between characters.
 */
export function wrapped(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line, columns))
}

function wrappedLine(line: string, columns: number): readonly string[] {
  const lines: string[] = []
  let open = ''
  let width = 0
  for (const { piece, space } of pieces(line)) {
    const gap = open === '' ? '' : space
    const more = columnsOf(gap) + columnsOf(piece)
    if (open !== '' && width + more > columns) {
      lines.push(open)
      open = piece
      width = columnsOf(piece)
    } else {
      open += gap + piece
      width += more
    }
  }
  return [...lines, open]
}

interface Piece {
  readonly piece: string
  /** What parts it from the one before it on the same line. */
  readonly space: string
}

function* pieces(line: string): Generator<Piece> {
  // A space that must not break a line is no white space here.
  for (const word of line.split(/[ \t]+/).filter((one) => one !== '')) {
    if (PLAIN.test(word) || !WIDE.test(word)) yield { piece: word, space: ' ' }
    else yield* characters(word)
  }
}

function* characters(word: string): Generator<Piece> {
  let piece = ''
  let space = ' '
  for (const character of word) {
    const isApart = piece !== '' && !CLOSING.test(character) && (WIDE.test(character) || endsWide(piece))
    if (isApart) {
      yield { piece, space }
      piece = ''
      space = ''
    }
    piece += character
  }
  yield { piece, space }
}

const endsWide = (piece: string): boolean => {
  const last = [...piece].at(-1)
  return last !== undefined && WIDE.test(last)
}
