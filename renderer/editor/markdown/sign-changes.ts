import type { Span } from '../../../shared/text/span'
import { applyChanges, type TextChange } from '../../../shared/text/text-change'
import { isVerbatim, touches, type InlineParts, type InlineText, type Mark, type Part } from './inline-parts'

/** A way to place signs if there are other signs among the words. */
export interface Way {
  /**
   * Around other marks if all of their words get the mark, `within` each of them, or `cutting` those that extend beyond
   * it in two.
   */
  readonly shape: 'around' | 'within' | 'cutting'
  /** Whether punctuation at both ends is excluded. */
  readonly isBare: boolean
  /** Whether characters that would become signs after the mark is removed get a backslash. */
  readonly isEscaped: boolean
}

/** Words that get a mark or lose it. */
interface Asked {
  readonly words: InlineText
  readonly own: InlineParts
  readonly spans: readonly Span[]
  readonly mark: Mark
  readonly isOn: boolean
}

type Leaf = Exclude<Part, { readonly kind: 'group' }>
type Group = Extract<Part, { readonly kind: 'group' }>

/** A sign inserted at a position; `role` is that of a sign of the mark, which may exist already. */
interface Put {
  readonly at: number
  readonly insert: string
  readonly role?: 'open' | 'close'
}

/**
 * Removes the signs of the mark around the selected words and inserts the required ones; signs that are already in
 * place stay.
 */
export function signChanges(asked: Asked, way: Way): readonly TextChange[] {
  const { words, own, spans } = asked
  const parts = wantedParts(own.parts, asked)
  const runs = way.shape === 'cutting' ? leafRuns(parts) : runsOf(parts, way.shape === 'within')
  // Punctuation alone, between a mark that begins and one that ends, gets no mark.
  const filled = runs.filter((run) => leavesOf(run).some((leaf) => hasWords(words.text, leaf)))
  const pairs = (filled.length > 0 ? filled : runs).map((run) => signsAround(run, asked, way))
  const put = pairs.flat()
  const taken = own.signs.flatMap(([open, close]) => {
    const ends = [
      { ...open, at: open.to, role: 'open' },
      { ...close, at: close.from, role: 'close' },
    ] as const
    // Other signs for the same mark, such as underscores, stay as a pair.
    const isPair = pairs.some((pair) =>
      ends.every((end) => pair.some(({ at, role }) => at === end.at && role === end.role)),
    )
    return ends.map((end) => ({ ...end, isPair }))
  })
  const isThere = ({ at, from, to, role, isPair }: (typeof taken)[number], one: Put) =>
    role === one.role &&
    at === one.at &&
    (words.text.slice(from, to) === one.insert || (isPair && to - from === one.insert.length))
  // Pairs of signs outside the selection are left unchanged.
  const reached = spans.map((span) =>
    own.signs.reduce(
      (wide, [{ from }, { to }]) =>
        from <= span.to && to >= span.from
          ? { from: Math.min(from, wide.from), to: Math.max(to, wide.to) }
          : wide,
      span,
    ),
  )
  const isReached = ({ from, to }: Span) => reached.some((span) => span.from <= to && from <= span.to)
  return [
    ...put
      .filter((one) => !taken.some((sign) => isThere(sign, one)))
      .filter(({ at, role }) => role === undefined || isReached({ from: at, to: at }))
      .map(({ at, insert }) => ({ from: at, to: at, insert })),
    ...taken
      .filter((sign) => isReached(sign) && !put.some((one) => isThere(sign, one)))
      .map(({ from, to }) => ({ from, to, insert: '' })),
    ...(isVerbatim(asked.mark) ? escapeChanges(words, parts, way) : []),
  ].sort((one, other) => one.from - other.from || one.to - other.to)
}

/** The parts with the requested mark, cut at the beginning and end of the selection. */
const wantedParts = (parts: readonly Part[], asked: Asked): readonly Part[] =>
  parts.flatMap((part): readonly Part[] => {
    const { spans, isOn } = asked
    if (part.kind === 'group') return [{ ...part, parts: wantedParts(part.parts, asked) }]
    if (part.kind === 'thing') return [touches(spans, part) && !part.isBarred ? { ...part, isOn } : part]
    const ends = spans.flatMap(({ from, to }) => [from, to]).filter((at) => part.from < at && at < part.to)
    const places = [part.from, ...ends.sort((one, other) => one - other), part.to]
    return places.slice(1).map((to, index) => {
      const span = { from: places[index] ?? part.from, to }
      return { ...part, ...span, isOn: touches(spans, span) ? isOn : part.isOn }
    })
  })

const leavesOf = (parts: readonly Part[]): readonly Leaf[] =>
  parts.flatMap((part) => (part.kind === 'group' ? leavesOf(part.parts) : [part]))

const groupsOf = (parts: readonly Part[]): readonly Group[] =>
  parts.flatMap((part) => (part.kind === 'group' ? [part, ...groupsOf(part.parts)] : []))

const hasWords = (text: string, leaf: Leaf): boolean =>
  leaf.kind === 'words' ? /[\p{L}\p{N}]/u.test(text.slice(leaf.from, leaf.to)) : leaf.name !== 'Escape'

/** Groups of adjacent parts that get the mark together. */
function runsOf(parts: readonly Part[], isWithin: boolean): readonly (readonly Part[])[] {
  const runs: (readonly Part[])[] = []
  let run: Part[] = []
  const end = () => {
    const [first] = run
    if (run.length === 1 && first?.kind === 'group') runs.push(...runsOf(first.parts, isWithin))
    else if (run.length > 0) runs.push(run)
    run = []
  }
  for (const part of parts) {
    const isWanted = leavesOf([part]).every(({ isOn }) => isOn)
    if (isWanted && !(isWithin && part.kind === 'group')) run.push(part)
    else {
      end()
      if (part.kind === 'group') runs.push(...runsOf(part.parts, isWithin))
    }
  }
  end()
  return runs
}

/** Like `runsOf`, across the boundaries of other marks. */
function leafRuns(parts: readonly Part[]): readonly (readonly Part[])[] {
  return runsOf(leavesOf(parts), true)
}

/** The signs around a run, and those needed by other marks where they are cut. */
function signsAround(run: readonly Part[], { words, own, mark }: Asked, way: Way): readonly Put[] {
  const { text } = words
  const span = trimmed(text, run, way.isBare)
  if (span === undefined) return []
  const [open, close] = signsFor(mark, within(text, span, own.signs.flat()))
  if (way.shape !== 'cutting')
    return [
      { at: span.from, insert: open, role: 'open' },
      { at: span.to, insert: close, role: 'close' },
    ]
  const groups = groupsOf(own.parts)
  let { from, to } = span
  for (const { inner, ...group } of groups.toReversed()) {
    if (from === inner.from && to > inner.to) from = group.from
    if (to === inner.to && from < inner.from) to = group.to
  }
  const holds = ({ inner }: Group, at: number) => inner.from < at && at < inner.to
  const left = groups.filter((group) => holds(group, from) && !holds(group, to) && to > group.inner.to)
  const right = groups.filter((group) => holds(group, to) && !holds(group, from) && from < group.inner.from)
  const opening = (all: readonly Group[]) =>
    all.map((group) => text.slice(group.from, group.inner.from)).join('')
  const closing = (all: readonly Group[]) =>
    all
      .map((group) => text.slice(group.inner.to, group.to))
      .toReversed()
      .join('')
  return [
    { at: text.slice(0, from).trimEnd().length, insert: closing(left) },
    { at: from, insert: open, role: 'open' },
    { at: from, insert: opening(left) },
    { at: to, insert: closing(right) },
    { at: to, insert: close, role: 'close' },
    { at: text.length - text.slice(to).trimStart().length, insert: opening(right) },
  ]
}

/** The text of a range without these signs. */
const within = (text: string, span: Span, signs: readonly Span[]): string =>
  applyChanges(
    text.slice(0, span.to),
    signs
      .filter(({ from, to }) => from >= span.from && to <= span.to)
      .map(({ from, to }) => ({ from, to, insert: '' }))
      .sort((one, other) => one.from - other.from),
  ).slice(span.from)

/** A run without white space at its ends, and without punctuation if it is bare; undefined if nothing is left. */
function trimmed(text: string, run: readonly Part[], isBare: boolean): Span | undefined {
  const edge = isBare ? /^[^\p{L}\p{N}\p{M}]+/u : /^\s+/
  const isEdge = (part: Part) =>
    part.kind === 'words'
      ? text.slice(part.from, part.to).replace(edge, '') === ''
      : part.kind === 'thing' && (part.name === 'HardBreak' || (isBare && part.name === 'Escape'))
  const filled = run.slice(
    run.findIndex((part) => !isEdge(part)),
    run.findLastIndex((part) => !isEdge(part)) + 1,
  )
  const [first, last] = [filled[0], filled.at(-1)]
  if (first === undefined || last === undefined) return undefined
  let { from } = first
  let { to } = last
  if (first.kind === 'words') from += edge.exec(text.slice(from, first.to))?.[0].length ?? 0
  if (last.kind === 'words') {
    const words = [...text.slice(Math.max(from, last.from), to)].reverse().join('')
    to -= edge.exec(words)?.[0].length ?? 0
  }
  return { from, to }
}

function signsFor(mark: Mark, words: string): readonly [string, string] {
  if (mark === '[') return ['[', ']()']
  if (mark !== '`') return [mark, mark]
  const inner = words.replace(/\\(?=`)/g, '')
  const runs = new Set((inner.match(/`+/g) ?? []).map(({ length }) => length))
  let length = 1
  while (runs.has(length)) length += 1
  const space = inner.startsWith('`') || inner.endsWith('`') ? ' ' : ''
  const ticks = '`'.repeat(length)
  return [ticks + space, space + ticks]
}

/** Inside code, no sign is escaped; outside it, one may have to be. */
const escapeChanges = (
  { text, isCell }: InlineText,
  parts: readonly Part[],
  way: Way,
): readonly TextChange[] =>
  leavesOf(parts).flatMap((leaf): readonly TextChange[] => {
    if (leaf.kind === 'thing')
      return leaf.name === 'Escape' && leaf.isOn ? [{ from: leaf.from, to: leaf.from + 1, insert: '' }] : []
    if (!leaf.isRaw || leaf.isOn || !way.isEscaped) return []
    const signs = isCell ? /\\(?!\|)|[`*_[\]<>&~=$^:!]/g : /[\\`*_[\]<>&~=$^:!]/g
    return [...text.slice(leaf.from, leaf.to).matchAll(signs)].map(({ index }) => {
      const at = leaf.from + index
      return { from: at, to: at, insert: '\\' }
    })
  })
