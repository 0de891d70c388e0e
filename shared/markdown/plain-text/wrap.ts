/** The columns of a line, as in typewritten letters and mail. */
export const LINE_COLUMNS = 72

/** East Asian characters, and emoji, are as wide as two letters. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u
const PLAIN = /^[\u0020-\u02ff]*$/

/** The width of a text in columns. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length
  let columns = 0
  for (const character of text) columns += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return columns
}

/** Characters that must not begin a line in Chinese and Japanese. */
const CLOSING = /[、。，．：；！？）］｝」』】〉》〕ー々…]/u

/**
 * Wraps words in lines of at most `columns`. A longer word has a line of its own, because a broken address leads
 * nowhere; Chinese and Japanese, which have no spaces, are broken between characters.
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
  /** The space before it on the same line. */
  readonly space: string
}

function* pieces(line: string): Generator<Piece> {
  // A no-break space does not count as white space here.
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
