import type { Decision, FieldClash } from '../../shared/ipc-records'
import { merge3, type MergeRegion } from '../../shared/merge3'
import { meet } from './meet'
import { fieldOf } from './record'
import type { ClashDecision, Conflict, MergedDraft, WorkingCopy } from './working-copy'

/** What the conflict view shows, derived from the copy alone. */
export interface ConflictData {
  readonly kind: Conflict['kind']
  readonly token: string
  readonly base?: string
  readonly mine: string
  readonly theirs?: string
  readonly regions: readonly MergeRegion[]
  /** By index of the clash among the regions of kind `clash`. */
  readonly decisions: Readonly<Record<string, Decision>>
  readonly fields: readonly FieldClash[]
  /** The merged text as it was changed by hand, and the token to finish it with. */
  readonly draft?: { readonly text: string; readonly token: string }
  readonly mineSinceMs: number
  readonly theirsSinceMs: number
}

export function conflictOf(copy: WorkingCopy): ConflictData | undefined {
  const { conflict, mine, base } = copy
  if (conflict === undefined) return undefined
  const theirs = conflict.theirs
  // What the service has is no newer text: it stands against mine as a whole.
  const common = conflict.kind === 'not-taken' ? undefined : base?.text
  const regions = theirs === undefined ? [] : regionsOf(common, mine.text, theirs.text)
  const decisions: Record<string, Decision> = {}
  clashTexts(regions, mine.text, theirs?.text ?? '').forEach((clash, index) => {
    const decided = conflict.decisions.find((one) => one.mine === clash.mine && one.theirs === clash.theirs)
    if (decided !== undefined) decisions[index] = decided.decision
  })
  return {
    kind: conflict.kind,
    token: conflict.token,
    ...(base !== undefined && { base: base.text }),
    mine: mine.text,
    ...(theirs !== undefined && { theirs: theirs.text }),
    regions,
    decisions,
    fields: fieldClashes(copy, conflict),
    ...(conflict.draft !== undefined && { draft: draftNow(conflict.draft, mine.text) }),
    mineSinceMs: conflict.mineSinceMs,
    theirsSinceMs: conflict.theirsSinceMs,
  }
}

/** Words typed into mine since are carried over, where they do not overlap with what was changed by hand. */
function draftNow({ text, token, mine }: MergedDraft, mineNow: string): { text: string; token: string } {
  const merged = mine === mineNow ? undefined : merge3(mine, mineNow, text)
  return { text: merged?.kind === 'merged' ? merged.text : text, token }
}

/** Decisions by index, as the view gives them, to decisions by the texts that clash. `null`: undecided again. */
export function decisionsByText(
  data: ConflictData,
  decisions: Readonly<Record<string, Decision | null>>,
): { readonly decided: readonly ClashDecision[]; readonly undecided: readonly ClashDecision[] } {
  const clashes = clashTexts(data.regions, data.mine, data.theirs ?? '')
  const named = Object.entries(decisions).flatMap(([index, decision]) => {
    const clash = clashes[Number(index)]
    return clash === undefined ? [] : [{ ...clash, decision }]
  })
  return {
    decided: named.flatMap(({ mine, theirs, decision }) =>
      decision === null ? [] : [{ mine, theirs, decision }],
    ),
    undecided: named.flatMap(({ mine, theirs, decision }) =>
      decision === null ? [{ mine, theirs, decision: 'mine' as const }] : [],
    ),
  }
}

/** Without a base, or past the bound of work, all of it is one clash. */
function regionsOf(base: string | undefined, mine: string, theirs: string): readonly MergeRegion[] {
  const result = base === undefined ? undefined : merge3(base, mine, theirs)
  if (result !== undefined && result.kind !== 'too-large') return result.regions
  return [
    {
      kind: 'clash',
      base: { from: 0, to: base?.length ?? 0 },
      mine: { from: 0, to: mine.length },
      theirs: { from: 0, to: theirs.length },
    },
  ]
}

function clashTexts(
  regions: readonly MergeRegion[],
  mine: string,
  theirs: string,
): readonly { readonly mine: string; readonly theirs: string }[] {
  return regions
    .filter(({ kind }) => kind === 'clash')
    .map((region) => ({
      mine: mine.slice(region.mine.from, region.mine.to),
      theirs: theirs.slice(region.theirs.from, region.theirs.to),
    }))
}

function fieldClashes(copy: WorkingCopy, conflict: Conflict): readonly FieldClash[] {
  const { ground } = conflict
  if (ground === undefined) return []
  return meet(copy.base, copy.mine, ground).clashes.map((field) => ({
    field,
    base: copy.base === undefined ? undefined : fieldOf(copy.base, field),
    mine: fieldOf(copy.mine, field),
    theirs: ground.fields[field],
    ...(conflict.fieldDecisions[field] !== undefined && { decision: conflict.fieldDecisions[field] }),
  }))
}
