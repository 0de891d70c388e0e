import { mergedText, type Decisions, type MergedTexts } from '../merge/merged-text'
import type { MergeRegion, MergeResult } from '../merge3'
import type { Span } from '../text/span'

/**
 * The text after a decision on each clash, by its index in order; a clash without one takes mine. A merge that was too
 * large counts as one clash of the whole text.
 */
export function resolve(result: MergeResult, texts: MergedTexts, decisions: Decisions): string {
  if (result.kind === 'merged') return result.text
  if (result.kind === 'clashes') return mergedText(result.regions, texts, decisions)
  const whole = decisions[0] ?? 'mine'
  if (whole === 'mine') return texts.mine
  return whole === 'theirs' ? texts.theirs : mergedText([wholeClash(texts)], texts, [whole])
}

function wholeClash({ base, mine, theirs }: MergedTexts): MergeRegion {
  const whole = (text: string): Span => ({ from: 0, to: text.length })
  return { kind: 'clash', base: whole(base), mine: whole(mine), theirs: whole(theirs) }
}
