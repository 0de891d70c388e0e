import type { LineKind } from './blocks'
import { contentEnd, isBlank, lineContent, type Lines } from '../diff/lines'
import { numberOf } from '../diff/numbering'
import { sentencesOf } from '../text/words/sentences'

/**
 * The units that a merge never splits: a sentence of a paragraph, the end of that paragraph, a block (list item, quote,
 * heading), a row of code or of a table, a blank line.
 */
export type TokenKind = 'sentence' | 'end' | 'block' | 'row' | 'blank'

/** Tokens follow each other without a gap: token i is text[starts[i]..starts[i + 1]). */
export type Tokens = {
  readonly text: string
  readonly starts: readonly number[]
  readonly kinds: readonly TokenKind[]
  /** Equal for tokens with equal words: white space between and within sentences is ignored, and so are line ends. */
  readonly ids: Int32Array
}

/** The tokens of the lines from `from` to `to`. `numbers` is shared by the texts that are compared. */
export function tokensOf(
  lines: Lines,
  kinds: readonly LineKind[],
  from: number,
  to: number,
  numbers: Map<string, number>,
): Tokens {
  const starts: number[] = []
  const tokenKinds: TokenKind[] = []
  const ids: number[] = []
  const add = (kind: TokenKind, start: number, text: string): void => {
    starts.push(start)
    tokenKinds.push(kind)
    // A row in one text may be a block in another, when a fence above it was opened or closed: the line is the same.
    const key = kind === 'sentence' || kind === 'end' ? kind : 'line'
    ids.push(numberOf(`${key} ${text}`, numbers))
  }
  for (let index = from; index < to;) {
    const kind = kinds[index]!
    const start = lines.starts[index]!
    let next = index + 1
    if (kind === 'prose') {
      while (next < to && kinds[next] === 'prose') next++
      const paragraph = lines.text.slice(start, contentEnd(lines, next - 1)).trimEnd()
      for (const sentence of sentencesOf(paragraph))
        add('sentence', start + sentence.from, wordsOf(paragraph.slice(sentence.from, sentence.to)))
      add('end', start + paragraph.length, '')
    } else if (kind === 'blank') add('blank', start, '')
    else if (kind === 'row') add('row', start, isBlank(lines, index) ? '' : lineContent(lines, index))
    else {
      while (next < to && kinds[next] === 'more') next++
      const content: string[] = []
      for (let line = index; line < next; line++) content.push(lineContent(lines, line))
      add('block', start, content.join('\n'))
    }
    index = next
  }
  starts.push(lines.starts[to]!)
  return { text: lines.text, starts, kinds: tokenKinds, ids: Int32Array.from(ids) }
}

/** The words of a sentence, which make two sentences equal whatever white space separates the words. */
export function wordsOf(sentence: string): string {
  return sentence.trim().replace(/\s+/g, ' ').normalize('NFC')
}
