import type { ConflictView, Decision } from '../../shared/ipc/ipc-records'
import { mergedText } from '../../shared/merge/merged-text'

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

export function regionsOf(view: ConflictView): readonly Region[] {
  if (view.regions.length > 0 || view.theirs === undefined) return view.regions
  const whole = (text: string) => ({ from: 0, to: text.length })
  return [{ kind: 'clash', base: whole(view.base ?? ''), mine: whole(view.mine), theirs: whole(view.theirs) }]
}

export const clashesOf = (view: ConflictView): number =>
  regionsOf(view).filter(({ kind }) => kind === 'clash').length

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

/** A text in which some places are still to be decided. */
export interface MergedSoFar {
  readonly text: string
  readonly open: readonly { readonly from: number; readonly to: number }[]
}

/** What the regions and the decisions so far make; a place still open stands in brackets. */
export function mergedSoFar(view: ConflictView): MergedSoFar {
  const regions = regionsOf(view)
  const decisions: Record<number, Decision> = {}
  const marks: string[] = []
  let clash = 0
  for (const region of regions) {
    if (region.kind !== 'clash') continue
    const decision = view.decisions[clash]
    if (decision === undefined) {
      const mark = markOf(view, region)
      marks.push(mark)
      decisions[clash] = { text: mark }
    } else decisions[clash] = decision
    clash += 1
  }
  const text = mergedText(regions, view.base ?? '', view.mine, view.theirs ?? '', decisions)
  let at = 0
  const open = marks.flatMap((mark) => {
    const from = text.indexOf(mark.trimEnd(), at)
    if (from < 0) return []
    at = from + mark.trimEnd().length
    return [{ from, to: at }]
  })
  return { text, open }
}

/** What stands for a place that is still open. */
function markOf({ mine }: ConflictView, region: Region): string {
  const words = mine.slice(region.mine.from, region.mine.to)
  return `[ ${firstWords(words)} … ]${/\n$/.exec(words)?.[0] ?? ''}`
}

/** Whether a text that was changed by hand still has a mark instead of words: it must not be saved like that. */
export const hasMarks = (view: ConflictView, typed: string): boolean =>
  regionsOf(view).some((region) => region.kind === 'clash' && typed.includes(markOf(view, region).trimEnd()))

/** A text that was changed by hand, with the words that were decided for where their marks still stand in it. */
export function withDecisions(typed: string, view: ConflictView): string {
  if (!hasMarks(view, typed)) return typed
  const merged = mergedSoFar(view)
  return Object.keys(view.decisions).reduce((text, clash) => {
    const { [clash]: _, ...others } = view.decisions
    return withDecision(text, mergedSoFar({ ...view, decisions: others }), merged)
  }, typed)
}

/**
 * A text that was changed by hand after one more decision: where the mark of that place still stands, the words come
 * that were decided for; where the writer has written over it, what she wrote stays.
 */
export function withDecision(typed: string, before: MergedSoFar, after: MergedSoFar): string {
  const decided = before.open.find(({ from, to }) => {
    const rest = before.text.slice(to)
    return after.text.startsWith(before.text.slice(0, from)) && after.text.endsWith(rest)
  })
  if (decided === undefined || after.open.length >= before.open.length) return typed
  const { from, to } = decided
  const mark = before.text.slice(from, to)
  const words = after.text.slice(from, after.text.length - (before.text.length - to))
  const earlier = before.open.filter((one) => one.from < from && before.text.slice(one.from, one.to) === mark)
  let at = typed.indexOf(mark)
  for (let skipped = 0; skipped < earlier.length && at >= 0; skipped++) at = typed.indexOf(mark, at + 1)
  return at < 0 ? typed : typed.slice(0, at) + words + typed.slice(at + mark.length)
}

const firstWords = (text: string) => text.trim().split(/\s+/).slice(0, 4).join(' ')
