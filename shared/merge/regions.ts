import type { Span } from '../text/span'

/**
 * A range of all three texts. Regions follow each other without a gap and cover each text completely. Line ends and a
 * missing last line end are ignored: they are decided for the text as a whole.
 */
export type MergeRegion =
  | { readonly kind: 'same'; readonly base: Span; readonly mine: Span; readonly theirs: Span }
  /** Changed on one side only, or alike on both. */
  | {
      readonly kind: 'mine' | 'theirs' | 'both'
      readonly base: Span
      readonly mine: Span
      readonly theirs: Span
    }
  /** Changed on both sides in different ways: the writer decides. */
  | { readonly kind: 'clash'; readonly base: Span; readonly mine: Span; readonly theirs: Span }

export type RegionKind = MergeRegion['kind']

/**
 * Collects regions in order: each begins where the one before ended. Adjacent regions of one kind are joined, except
 * clashes.
 */
export function regionList(): {
  readonly add: (kind: RegionKind, baseTo: number, mineTo: number, theirsTo: number) => void
  readonly regions: () => readonly MergeRegion[]
} {
  const regions: MergeRegion[] = []
  const at = { base: 0, mine: 0, theirs: 0 }
  const add = (kind: RegionKind, baseTo: number, mineTo: number, theirsTo: number): void => {
    if (baseTo === at.base && mineTo === at.mine && theirsTo === at.theirs) return
    const last = regions[regions.length - 1]
    const from = last?.kind === kind && kind !== 'clash' ? regions.pop()! : undefined
    regions.push({
      kind,
      base: { from: from?.base.from ?? at.base, to: baseTo },
      mine: { from: from?.mine.from ?? at.mine, to: mineTo },
      theirs: { from: from?.theirs.from ?? at.theirs, to: theirsTo },
    })
    Object.assign(at, { base: baseTo, mine: mineTo, theirs: theirsTo })
  }
  return { add, regions: () => regions }
}
