import type { LineKind } from './blocks'
import { contentEnd, isBlank, lineContent, type Lines } from '../diff/lines'
import { numberOf } from '../diff/numbering'
import { sentencesOf } from '../text/words/sentences'

/**
 * What a merge never splits: a sentence of a paragraph, the end of that paragraph, a block that stands for itself
 * (list item, quote, heading), a row of code or of a table, a blank line.
 */
export type TokenKind = 'sentence' | 'end' | 'block' | 'row' | 'blank'

/** Tokens follow each other without a gap: token i is text[starts[i]..starts[i + 1]). */
export type Tokens = {
  readonly text: string
  readonly starts: readonly number[]
  readonly kinds: readonly TokenKind[]
  /** Equal for tokens of equal words: white space between and within sentences does not count, nor do line ends. */
  readonly ids: Int32Array
}

/** The tokens of the lines from `from` to `to`. `numbers` is shared by the texts that are to be compared. */
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
    // What is a row here may be a block there, when a fence above it was opened or closed: the line is the same.
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

/** What makes two sentences equal: their words, whatever white space parts them. */
export function wordsOf(sentence: string): string {
  return sentence.trim().replace(/\s+/g, ' ').normalize('NFC')
}
