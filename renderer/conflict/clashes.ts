import type { ConflictView, Decision } from '../../shared/ipc-records'
import { mergedText } from '../../shared/merge/merged-text'

export type Region = ConflictView['regions'][number]

/** The regions of a conflict with the number of each clash; a conflict without regions is one clash of the whole. */
export function numbered(
  view: ConflictView,
): readonly { readonly region: Region; readonly clash: number | undefined }[] {
  let next = 0
  return regionsOf(view).map((region) => ({ region, clash: region.kind === 'clash' ? next++ : undefined }))
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
  const fields = view.fields.filter(({ decision }) => decision === undefined).length
  let open = fields
  for (let clash = 0; clash < clashesOf(view); clash++) if (view.decisions[clash] === undefined) open += 1
  return open
}

/** What the regions and the decisions so far make; a place still open stands in brackets. */
export function mergedSoFar(view: ConflictView): {
  readonly text: string
  readonly open: readonly { readonly from: number; readonly to: number }[]
} {
  const regions = regionsOf(view)
  const decisions: Record<number, Decision> = {}
  const marks: string[] = []
  let clash = 0
  for (const region of regions) {
    if (region.kind !== 'clash') continue
    const decision = view.decisions[clash]
    if (decision === undefined) {
      const mine = view.mine.slice(region.mine.from, region.mine.to)
      const mark = `[ ${firstWords(mine)} … ]${/\n$/.exec(mine)?.[0] ?? ''}`
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

const firstWords = (text: string) => text.trim().split(/\s+/).slice(0, 4).join(' ')
