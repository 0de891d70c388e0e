import { mergedText, type Decisions } from '../merge/merged-text'
import type { MergeRegion, MergeResult } from '../merge3'
import type { Span } from '../text/span'

/**
 * The text for a decision on each clash, by its number in order from 0; where none was made, mine. A merge that was
 * too large counts as one clash of the whole.
 */
export function resolve(
  result: MergeResult,
  base: string,
  mine: string,
  theirs: string,
  decisions: Decisions,
): string {
  if (result.kind === 'merged') return result.text
  if (result.kind === 'clashes') return mergedText(result.regions, base, mine, theirs, decisions)
  const whole = decisions[0] ?? 'mine'
  if (whole === 'mine') return mine
  return whole === 'theirs'
    ? theirs
    : mergedText([wholeClash(base, mine, theirs)], base, mine, theirs, [whole])
}

function wholeClash(base: string, mine: string, theirs: string): MergeRegion {
  const whole = (text: string): Span => ({ from: 0, to: text.length })
  return { kind: 'clash', base: whole(base), mine: whole(mine), theirs: whole(theirs) }
}
