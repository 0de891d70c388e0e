import type { CommandInput } from '../../shared/ipc/ipc'
import type { ConflictView, Decision } from '../../shared/ipc/ipc-records'
import { frontMatterEnd, keyOf } from '../../shared/markdown/front-matter-lines'
import { merge3 } from '../../shared/merge3'
import { mergedRegions, type MergedRegions } from '../../shared/merge/merged-text'
import type { MarkedText } from '../editor/review/plain-editor'

export type Region = ConflictView['regions'][number]

export interface NumberedRegion {
  readonly region: Region
  /** Among the clashes, from 0. */
  readonly clash: number | undefined
  /** A clash keeps its key while others come and go around it and theirs moves, so that what is typed in it stays on screen. */
  readonly key: string
}

/** The regions of a conflict with the number of each clash; a conflict without regions is one clash of the whole. */
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

/** A front matter has each of its keys once: there a place gives both sides only where their keys are others. */
export function canKeepBoth(view: ConflictView, { mine, theirs }: Region): boolean {
  if (mine.from >= frontMatterEnd(view.mine)) return true
  const isWholeLine = mine.from === 0 || view.mine[mine.from - 1] === '\n'
  const keys = new Set(keysIn(view.mine.slice(mine.from, mine.to)))
  return (
    isWholeLine && !keysIn((view.theirs ?? '').slice(theirs.from, theirs.to)).some((key) => keys.has(key))
  )
}

/** Whether the place of that number in the text has a button for this decision. */
export const isOffered = (
  view: ConflictView,
  rows: readonly NumberedRegion[],
  clash: number,
  decision: 'mine' | 'theirs' | 'both',
): boolean =>
  rows.some((row) => row.clash === clash && (decision !== 'both' || canKeepBoth(view, row.region)))

const keysIn = (yaml: string): readonly string[] => yaml.split('\n').flatMap((line) => keyOf(line) ?? [])

/** The view once main has taken these decisions; `null` takes one back. */
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

/** How many clashes of text and fields still wait for a decision. */
export function openClashes(view: ConflictView): number {
  let open = view.fields.filter(({ decision }) => decision === undefined).length
  const clashes = clashesOf(view)
  for (let clash = 0; clash < clashes; clash++) if (view.decisions[clash] === undefined) open += 1
  return open
}

/**
 * The numbers of the clashes that wait for a decision, in order. Fields stand before the text: their clashes have the
 * numbers up to -1, those of the text begin at 0.
 */
export const openNumbers = (view: ConflictView, rows: readonly NumberedRegion[]): readonly number[] => [
  ...view.fields.flatMap(({ decision }, index) =>
    decision === undefined ? [index - view.fields.length] : [],
  ),
  ...rows.flatMap(({ clash }) => (clash !== undefined && view.decisions[clash] === undefined ? [clash] : [])),
]

/**
 * What the regions and the decisions so far make; a place still open stands in brackets. `places`: where each clash
 * begins, by its number.
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

/** A clash with what stands for it while it is open: no other clash has the same mark. */
interface MarkedClash {
  readonly region: Region
  /** Its place among all regions. */
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

/** The text with these decisions; the other clashes stand as their marks. */
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

/** Where a text that was changed by hand still has marks instead of words: it must not be saved like that. */
export function marksIn(view: ConflictView, typed: string): MarkedText['open'] {
  const marks = new Set(markedClashes(view).map(({ mark }) => mark))
  return placesOf(marks, typed).map(({ from, mark }) => ({ from, to: from + mark.length }))
}

/**
 * A text that was changed by hand, with the words that were decided for where their marks still stand in it. Where the
 * writer has written over a mark, what she wrote stays.
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
    // Nothing was decided for: the line of its mark goes too.
    if (words === '' && typed.startsWith(gap, end)) end += gap.length
  }
  return parts.join('') + typed.slice(end)
}

/** What a region gives, with what was put behind it. */
const regionText = ({ text, starts }: MergedRegions, at: number): string =>
  text.slice(starts[at], starts[at + 1])

/**
 * A text that was changed by hand once decisions have changed, and with them the merged text from `before` to `after`:
 * what differs comes into it as well. Where the writer has changed that place herself, what she wrote stays.
 */
export function redecided(typed: string, view: ConflictView, before: string, after: string): string {
  const merge = before === after ? undefined : merge3({ base: before, mine: typed, theirs: after })
  return withDecisions(merge?.kind === 'merged' ? merge.text : typed, view)
}

interface Marks {
  has(mark: string): boolean
  keys(): Iterable<string>
}

/** Where marks stand in a text, in one walk: both may have thousands. */
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
