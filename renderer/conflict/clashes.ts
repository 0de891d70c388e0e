import type { CommandInput } from '../../shared/ipc/ipc'
import type { ConflictView, Decision } from '../../shared/ipc/ipc-records'
import { frontMatterEnd, keyOf } from '../../shared/markdown/front-matter-lines'
import { merge3 } from '../../shared/merge3'
import { mergedRegions, type MergedRegions } from '../../shared/merge/merged-text'
import type { MarkedText } from '../editor/review/plain-editor'

export type Region = ConflictView['regions'][number]

export interface NumberedRegion {
  readonly region: Region
  /** The number of the clash, from 0. */
  readonly clash: number | undefined
  /**
   * A clash keeps its key while others appear and disappear around it and theirs moves, so that text typed in it stays
   * on screen.
   */
  readonly key: string
}

/**
 * The regions of a conflict with the number of each clash. A conflict without regions is one clash of the whole text.
 */
export function numbered(view: ConflictView): readonly NumberedRegion[] {
  let next = 0
  const counts = new Map<string, number>()
  return regionsOf(view).map((region, index) => {
    if (region.kind !== 'clash') return { region, clash: undefined, key: `region ${index}` }
    const texts = JSON.stringify([
      view.base?.slice(region.base.from, region.base.to),
      view.mine.slice(region.mine.from, region.mine.to),
    ])
    const nth = counts.get(texts) ?? 0
    counts.set(texts, nth + 1)
    return { region, clash: next++, key: `clash ${nth} ${texts}` }
  })
}

function regionsOf(view: ConflictView): readonly Region[] {
  if (view.regions.length > 0 || view.theirs === undefined) return view.regions
  const whole = (text: string) => ({ from: 0, to: text.length })
  return [{ kind: 'clash', base: whole(view.base ?? ''), mine: whole(view.mine), theirs: whole(view.theirs) }]
}

export const clashesOf = (view: ConflictView): number =>
  regionsOf(view).filter(({ kind }) => kind === 'clash').length

/**
 * Whether both sides can be kept. Front matter must not contain a key twice, so there it is possible only if the keys
 * differ.
 */
export function canKeepBoth(view: ConflictView, { mine, theirs }: Region): boolean {
  if (mine.from >= frontMatterEnd(view.mine)) return true
  const isWholeLine = mine.from === 0 || view.mine[mine.from - 1] === '\n'
  const keys = new Set(keysIn(view.mine.slice(mine.from, mine.to)))
  return (
    isWholeLine && !keysIn((view.theirs ?? '').slice(theirs.from, theirs.to)).some((key) => keys.has(key))
  )
}

/** Whether this decision is offered for the clash with that number. */
export const isOffered = (
  view: ConflictView,
  rows: readonly NumberedRegion[],
  clash: number,
  decision: 'mine' | 'theirs' | 'both',
): boolean =>
  rows.some((row) => row.clash === clash && (decision !== 'both' || canKeepBoth(view, row.region)))

const keysIn = (yaml: string): readonly string[] => yaml.split('\n').flatMap((line) => keyOf(line) ?? [])

/** The view after the main process has taken these decisions; `null` undoes one. */
export function withChanges(
  view: ConflictView,
  { decisions, fields = {} }: Pick<CommandInput<'document.decide'>, 'decisions' | 'fields'>,
): ConflictView {
  const all: Record<string, Decision | null> = { ...view.decisions, ...decisions }
  return {
    ...view,
    decisions: Object.fromEntries(
      Object.entries(all).flatMap(([clash, decision]) => (decision === null ? [] : [[clash, decision]])),
    ),
    fields: view.fields.map(({ decision, ...clash }) => {
      const side = fields[clash.field] === undefined ? decision : fields[clash.field]
      return side == null ? clash : { ...clash, decision: side }
    }),
  }
}

/** The number of clashes of text and fields that still wait for a decision. */
export function openClashes(view: ConflictView): number {
  let open = view.fields.filter(({ decision }) => decision === undefined).length
  const clashes = clashesOf(view)
  for (let clash = 0; clash < clashes; clash++) if (view.decisions[clash] === undefined) open += 1
  return open
}

/**
 * The numbers of the clashes that wait for a decision, in order. Fields are before the text: their clashes have the
 * numbers up to -1, those of the text begin at 0.
 */
export const openNumbers = (view: ConflictView, rows: readonly NumberedRegion[]): readonly number[] => [
  ...view.fields.flatMap(({ decision }, index) =>
    decision === undefined ? [index - view.fields.length] : [],
  ),
  ...rows.flatMap(({ clash }) => (clash !== undefined && view.decisions[clash] === undefined ? [clash] : [])),
]

/**
 * The text made of the regions and the decisions so far; open places are in brackets. `places` has the offset of each
 * clash, by its number.
 */
export function mergedSoFar(view: ConflictView): MarkedText & { readonly places: readonly number[] } {
  const clashes = markedClashes(view)
  const { text, starts } = merged(view, clashes, view.decisions)
  const open = clashes.flatMap(({ mark, at }, clash) => {
    const from = starts[at]
    if (view.decisions[clash] !== undefined || from === undefined) return []
    return [{ from, to: from + mark.length }]
  })
  return { text, open, places: clashes.map(({ at }) => starts[at] ?? 0) }
}

/** A clash with the mark that stands for it while it is open; every mark is unique. */
interface MarkedClash {
  readonly region: Region
  /** Its index among all regions. */
  readonly at: number
  readonly mark: string
}

function markedClashes(view: ConflictView): readonly MarkedClash[] {
  const counts = new Map<string, number>()
  return regionsOf(view).flatMap((region, at) => {
    if (region.kind !== 'clash') return []
    const words = firstWords(view.mine.slice(region.mine.from, region.mine.to))
    const nth = (counts.get(words) ?? 0) + 1
    counts.set(words, nth)
    return [{ region, at, mark: nth === 1 ? `[ ${words} … ]` : `[ ${words} … ${nth} ]` }]
  })
}

/** The text with these decisions; the other clashes are represented by their marks. */
function merged(view: ConflictView, clashes: readonly MarkedClash[], decisions: ConflictView['decisions']) {
  const all: Record<number, Decision> = {}
  clashes.forEach(({ region, mark }, clash) => {
    const lineEnd = /(?:\r\n?|\n)$/.exec(view.mine.slice(region.mine.from, region.mine.to))?.[0] ?? ''
    all[clash] = decisions[clash] ?? { text: mark + lineEnd }
  })
  return mergedRegions(
    regionsOf(view),
    { base: view.base ?? '', mine: view.mine, theirs: view.theirs ?? '' },
    all,
  )
}

/** The marks that a text edited by hand still contains in place of words; such a text must not be saved. */
export function marksIn(view: ConflictView, typed: string): MarkedText['open'] {
  const marks = new Set(markedClashes(view).map(({ mark }) => mark))
  return placesOf(marks, typed).map(({ from, mark }) => ({ from, to: from + mark.length }))
}

/**
 * A text edited by hand, with decided words in place of the marks that it still contains. Words that the writer has
 * written over a mark stay.
 */
export function withDecisions(typed: string, view: ConflictView): string {
  const clashes = markedClashes(view)
  const numbers = new Map(clashes.map(({ mark }, clash) => [mark, clash]))
  const places = placesOf(numbers, typed)
  if (places.length === 0) return typed
  const before = merged(view, clashes, {})
  const after = merged(view, clashes, view.decisions)
  const parts: string[] = []
  let end = 0
  for (const { from, mark } of places) {
    const clash = numbers.get(mark) ?? -1
    const at = clashes[clash]?.at
    if (view.decisions[clash] === undefined || at === undefined) continue
    const words = regionText(after, at)
    const gap = regionText(before, at).slice(mark.length)
    parts.push(
      typed.slice(end, from),
      gap !== '' && words.endsWith(gap) ? words.slice(0, -gap.length) : words,
    )
    end = from + mark.length
    // If nothing was chosen for the place, the line of its mark is removed too.
    if (words === '' && typed.startsWith(gap, end)) end += gap.length
  }
  return parts.join('') + typed.slice(end)
}

/** The text of a region, including what follows it up to the next one. */
const regionText = ({ text, starts }: MergedRegions, at: number): string =>
  text.slice(starts[at], starts[at + 1])

/**
 * A text edited by hand after decisions have changed the merged text from `before` to `after`: the difference is merged
 * into it. Where the writer has changed the same place, her words stay.
 */
export function redecided(typed: string, view: ConflictView, before: string, after: string): string {
  const merge = before === after ? undefined : merge3({ base: before, mine: typed, theirs: after })
  return withDecisions(merge?.kind === 'merged' ? merge.text : typed, view)
}

interface Marks {
  has(mark: string): boolean
  keys(): Iterable<string>
}

/** The positions of the marks in a text, found in one pass: there may be thousands of marks and a long text. */
function placesOf(marks: Marks, typed: string) {
  let longest = 0
  for (const mark of marks.keys()) longest = Math.max(longest, mark.length)
  const places: { readonly from: number; readonly mark: string }[] = []
  for (let from = typed.indexOf('[ '); from >= 0; from = typed.indexOf('[ ', from + 1)) {
    const near = typed.slice(from, from + longest)
    for (let end = near.indexOf(' ]'); end >= 0; end = near.indexOf(' ]', end + 1)) {
      const mark = near.slice(0, end + 2)
      if (!marks.has(mark)) continue
      places.push({ from, mark })
      from += mark.length - 1
      break
    }
  }
  return places
}

const firstWords = (text: string) => text.trim().split(/\s+/).slice(0, 4).join(' ')
