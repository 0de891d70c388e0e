import type { Span } from '../../../shared/text/span'
import { applyChanges, type TextChange } from '../../../shared/text/text-change'
import {
  isVerbatim,
  readParts,
  readSeen,
  type InlineParts,
  type InlineText,
  touches,
  type Mark,
  type Seen,
} from './inline-parts'
import { signChanges, type Way } from './sign-changes'

/** The ways to place the signs; the first that gives the intended result is used. */
const WAYS: readonly Way[] = (['around', 'within', 'cutting'] as const).flatMap((shape) =>
  [false, true].map((isBare) => ({ shape, isBare, isEscaped: false })),
)
/** A link stays one link, whatever marks it begins in. */
const LINK_WAYS: readonly Way[] = [...WAYS.slice(4), ...WAYS.slice(0, 4)]
const VERBATIM_WAYS: readonly Way[] = [false, true].map((isEscaped) => ({
  shape: 'within',
  isBare: false,
  isEscaped,
}))

/**
 * The changes that add a mark to the selected words of a block (`isOn`), or remove it, without affecting any other
 * words or marks. Undefined if markdown cannot express the result, as beside another mark within a word; empty if there
 * is nothing to do.
 */
export function markChanges(
  words: InlineText,
  selected: readonly Span[],
  mark: Mark,
  isOn: boolean,
): readonly TextChange[] | undefined {
  const own = readParts(words, mark)
  const spans = widened(own.parts, selected)
  const seen = readSeen(words, own)
  const wanted = seen.map((one) => (touches(spans, one) && !one.isBarred ? isOn : one.isOn))
  if (wanted.every((want, index) => want === seen[index]?.isOn)) return []
  const ways = mark === '[' ? LINK_WAYS : isVerbatim(mark) ? VERBATIM_WAYS : WAYS
  for (const way of ways) {
    const changes = signChanges({ words, own, spans, mark, isOn }, way)
    const after = { ...words, text: applyChanges(words.text, changes) }
    if (isReadAs(seen, wanted, readSeen(after, readParts(after, mark))))
      return withoutBlocks(words.text, seen, changes)
  }
  return undefined
}

/** How many of some words have a mark. */
export type Share = 'all' | 'some' | 'none'

/** How many of the selected words that can have the mark have it; undefined if there are none. */
export function markedShare(words: InlineText, selected: readonly Span[], mark: Mark): Share | undefined {
  const own = readParts(words, mark)
  const spans = widened(own.parts, selected)
  const seen = readSeen(words, own).filter((one) => touches(spans, one) && !one.isBarred)
  const counted = seen.some(({ isWord }) => isWord) ? seen.filter(({ isWord }) => isWord) : seen
  return counted.length === 0 ? undefined : shareOf(counted.map(({ isOn }) => isOn))
}

export const shareOf = (all: readonly boolean[]): Share =>
  all.length > 0 && all.every((isOn) => isOn) ? 'all' : all.some((isOn) => isOn) ? 'some' : 'none'

const isReadAs = (before: readonly Seen[], wanted: readonly boolean[], after: readonly Seen[]): boolean =>
  before.length === after.length &&
  before.every(({ shown, others, isWord }, index) => {
    const one = after[index]
    const isSame = one?.shown === shown && one.others === others
    return isSame && (!isWord || one.isOn === wanted[index])
  })

/** Extends partly selected elements to the whole, unless only their signs are selected. */
const widened = (parts: InlineParts['parts'], spans: readonly Span[]): readonly Span[] =>
  parts.reduce<readonly Span[]>((wide, part) => {
    if (part.kind === 'group') return widened(part.parts, wide)
    if (part.kind === 'words') return wide
    return wide.map((span) => {
      if (!touches([span], part)) return span
      const isMeant = touches([span], part.inner)
      const from = span.from <= part.from ? span.from : isMeant ? part.from : part.to
      const to = span.to >= part.to ? span.to : isMeant ? part.to : part.from
      return { from, to: Math.max(from, to) }
    })
  }, spans)

const BLOCK = /^\s*(?:(?:#{1,6}|[-+*]|(\d{1,9})[.)])(?=\s|$)|>|-{3,}\s*$|={2,}\s*$)/

/** Escapes words at the beginning of a line that would become a heading, list or quotation without their marks. */
function withoutBlocks(text: string, seen: readonly Seen[], changes: readonly TextChange[]) {
  const escapes: TextChange[] = []
  let from = 0
  for (const line of text.split('\n')) {
    const to = from + line.length
    const own = changes.filter((change) => change.from >= from && change.to <= to)
    const after = applyChanges(
      line,
      own.map((one) => ({ ...one, from: one.from - from, to: one.to - from })),
    )
    const found = BLOCK.test(line) ? null : BLOCK.exec(after)
    const at = found && seen[seen.findIndex((one) => one.from >= from) + (found[1]?.length ?? 0)]?.from
    if (at != null) escapes.push({ from: at, to: at, insert: '\\' })
    from = to + 1
  }
  return [...changes, ...escapes].sort((one, other) => one.from - other.from || one.to - other.to)
}
