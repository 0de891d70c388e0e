import { sentencesOf } from '../text/words/sentences'
import { withoutCommonEnds } from './common-ends'
import { tabulate, type Lines } from './lines'
import { numberOf } from './numbering'
import { pairUp } from './pair-up'
import { diffSequences } from './sequence-diff'
import type { Hunk, Sequence, Work } from './sequence'
import { wordParts } from './word-parts'

/**
 * The hunks that turn one text into another, in UTF-16 offsets (a is `before`, b is `after`): first by line, then by
 * sentence within changed lines, then by word within changed sentences. A changed line or sentence is paired with its
 * earlier state, so that a new one before it does not take its words. Hunks may touch. In scripts without spaces each
 * character is a word. Line ends count. Where the work runs out hunks are larger than necessary.
 */
export function wordHunks(before: string, after: string, work: Work): readonly Hunk[] {
  const { texts, ids } = tabulate([before, after], true)
  const [from, to] = texts as readonly [Lines, Lines]
  return refined(pairedHunks(partsOf(from), partsOf(to), ids, work), (lines) =>
    refined(hunksBetween(before, after, lines, sentencesIn, work), (sentences) =>
      hunksBetween(before, after, sentences, wordParts, work, false),
    ),
  )
}

/** Replaces each hunk by the smaller ones within it; a pure addition or removal stays whole. */
function refined(hunks: readonly Hunk[], within: (hunk: Hunk) => readonly Hunk[]): readonly Hunk[] {
  return hunks.flatMap((hunk) => (hunk.aFrom === hunk.aTo || hunk.bFrom === hunk.bTo ? [hunk] : within(hunk)))
}

type Parts = Sequence & { readonly starts: readonly number[] }

function hunksBetween(
  before: string,
  after: string,
  hunk: Hunk,
  split: (text: string) => readonly string[],
  work: Work,
  pairs = true,
): readonly Hunk[] {
  const short = lengthOf(hunk) > WHOLE_MAX ? withoutCommonEnds(before, after, hunk) : hunk
  if (lengthOf(short) > SPLIT_MAX) return [short]
  const { aFrom, aTo, bFrom, bTo } = short
  const numbers = new Map<string, number>()
  const a = splitParts(before, aFrom, aTo, split, numbers)
  const b = splitParts(after, bFrom, bTo, split, numbers)
  return pairs
    ? pairedHunks(a, b, numbers.size, work)
    : diffSequences(a, b, numbers.size, work).map((found) => inText(found, a.starts, b.starts))
}

/**
 * The bound, in UTF-16 units of both sides together, above which only the part between a hunk's common ends is split.
 */
const WHOLE_MAX = 200_000
/** A part that is still larger stays whole: splitting it would take longer than comparing may. */
const SPLIT_MAX = 1_000_000
const lengthOf = ({ aFrom, aTo, bFrom, bTo }: Hunk): number => aTo - aFrom + bTo - bFrom

function pairedHunks(a: Parts, b: Parts, ids: number, work: Work): readonly Hunk[] {
  const all = { aFrom: 0, aTo: a.ids.length, bFrom: 0, bTo: b.ids.length }
  return pairUp(diffSequences(a, b, ids, work), [all], a, b, work).map((hunk) =>
    inText(hunk, a.starts, b.starts),
  )
}

function partsOf({ text, starts, ids }: { text: string; starts: readonly number[]; ids: Int32Array }): Parts {
  return { starts, ids, textOf: (index) => text.slice(starts[index], starts[index + 1]) }
}

function inText({ aFrom, aTo, bFrom, bTo }: Hunk, a: readonly number[], b: readonly number[]): Hunk {
  return { aFrom: a[aFrom]!, aTo: a[aTo]!, bFrom: b[bFrom]!, bTo: b[bTo]! }
}

/**
 * The sentences of one or several lines, the white space before each, and the line ends, so that a removed sentence
 * takes none along.
 */
function sentencesIn(text: string): readonly string[] {
  const lines = text.match(/[^\n]*\n|[^\n]+/g) ?? []
  return lines.flatMap((line) =>
    sentencesOf(line).flatMap(({ from, to }) => {
      const sentence = line.slice(from, to)
      const space = sentence.length - sentence.trimStart().length
      const end = Math.max(space, sentence.endsWith('\n') ? sentence.trimEnd().length : sentence.length)
      return [sentence.slice(0, space), sentence.slice(space, end), sentence.slice(end)].filter(Boolean)
    }),
  )
}

function splitParts(
  text: string,
  from: number,
  to: number,
  split: (text: string) => readonly string[],
  numbers: Map<string, number>,
): Parts {
  const starts: number[] = []
  const ids: number[] = []
  let at = from
  for (const part of split(text.slice(from, to))) {
    starts.push(at)
    ids.push(numberOf(part, numbers))
    at += part.length
  }
  starts.push(to)
  return partsOf({ text, starts, ids: Int32Array.from(ids) })
}
