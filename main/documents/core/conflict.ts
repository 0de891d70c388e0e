import type { Decision, FieldClash } from '../../../shared/ipc/ipc-records'
import { mergedText } from '../../../shared/merge/merged-text'
import { merge3, type MergeRegion } from '../../../shared/merge3'
import { reconcile } from './reconcile'
import { fieldOf } from './record'
import type { ClashChange, Event } from './events'
import type { ClashDecision, Conflict, MergedDraft, WorkingCopy } from './working-copy'

/** What the conflict view shows, derived from the copy alone. */
export interface ConflictData {
  readonly kind: Conflict['kind']
  readonly token: string
  readonly base?: string
  readonly mine: string
  readonly theirs?: string
  readonly regions: readonly MergeRegion[]
  /** The decisions, by the index of the clash among the regions of kind `clash`. */
  readonly decisions: Readonly<Record<string, Decision>>
  /** The words that were typed for a clash, by the same index, whether it is decided or not. */
  readonly texts: Readonly<Record<string, string>>
  /** The name of the clash for which these words were typed, where the texts of that clash have changed since. */
  readonly typedFor: Readonly<Record<string, ClashName>>
  readonly fields: readonly FieldClash[]
  /** The merged text as the writer has changed it by hand, and the token with which it is resolved. */
  readonly draft?: { readonly text: string; readonly token: string }
  readonly mineSinceMs: number
  readonly theirsSinceMs: number
}

export function conflictOf(copy: WorkingCopy): ConflictData | undefined {
  const { conflict, mine, base } = copy
  if (conflict === undefined) return undefined
  const theirs = conflict.theirs
  // The service's text is not a newer one: it stands against mine as a whole.
  const common = conflict.kind === 'not-taken' ? undefined : base?.text
  const regions = theirs === undefined ? [] : regionsOf(common, mine.text, theirs.text)
  const decisions: Record<string, Decision> = {}
  const texts: Record<string, string> = {}
  const typedFor: Record<string, ClashName> = {}
  const clashes = clashTexts(regions, mine.text, theirs?.text ?? '')
  const left = conflict.decisions.filter((one) => !clashes.some((clash) => isSameClash(one, clash)))
  clashes.forEach((clash, index) => {
    const said = conflict.decisions.find((one) => isSameClash(one, clash))
    if (said?.decision !== undefined) decisions[index] = said.decision
    const typed = said ?? left.find((one) => one.text !== undefined && isNowAt(one, clash))
    if (typed?.text === undefined) return
    texts[index] = typed.text
    if (typed === said) return
    typedFor[index] = typed
    left.splice(left.indexOf(typed), 1)
  })
  return {
    kind: conflict.kind,
    token: conflict.token,
    ...(base !== undefined && { base: base.text }),
    mine: mine.text,
    ...(theirs !== undefined && { theirs: theirs.text }),
    regions,
    decisions,
    texts,
    typedFor,
    fields: fieldClashes(copy, conflict),
    ...(conflict.draft !== undefined && { draft: draftNow(conflict.draft, mine.text) }),
    mineSinceMs: conflict.mineSinceMs,
    theirsSinceMs: conflict.theirsSinceMs,
  }
}

/**
 * The text that undo restores after the writer decided: mine where both texts differ, with the changes that only theirs
 * made. Without a conflict it is mine. `undefined` where the event is no decision, and where mine must not replace a
 * theirs that it was never merged with.
 */
export function undecidedText(before: WorkingCopy, event: Event): string | undefined {
  const { conflict, mine } = before
  if (event.kind !== 'resolved' && (event.kind !== 'discarded' || conflict !== undefined)) return undefined
  const data = conflictOf(before)
  if (data?.theirs === undefined) return mine.text
  return mergedText(data.regions, { base: data.base ?? '', mine: data.mine, theirs: data.theirs }, {})
}

/**
 * The words that the writer has typed for clashes, and the merged text that was changed by hand. Mine contains none of
 * them.
 */
export const typedWhileDeciding = ({ decisions, draft }: Conflict): readonly string[] =>
  [...decisions.map(({ text }) => text), draft?.text].filter(
    (text): text is string => text !== undefined && text.trim() !== '',
  )

/**
 * The conflict data that carried this token. A decision sent from that view names a clash by its index there, which may
 * differ from its index now (W15).
 */
export function conflictSeen(copy: WorkingCopy, token: string): ConflictData | undefined {
  const { conflict } = copy
  const serverRecord = conflict?.earlier.find((one) => one.token === token)?.serverRecord
  return conflictOf(
    conflict === undefined || serverRecord === undefined
      ? copy
      : { ...copy, conflict: { ...conflict, theirs: serverRecord } },
  )
}

/**
 * The draft, with the words that were typed into mine since it was begun, where they do not overlap with changes made
 * by hand.
 */
function draftNow({ text, token, mine }: MergedDraft, mineNow: string): { text: string; token: string } {
  const merged = mine === mineNow ? undefined : merge3({ base: mine, mine: mineNow, theirs: text })
  return { text: merged?.kind === 'merged' ? merged.text : text, token }
}

/**
 * Turns the decisions of the view, which names clashes by index, into decisions named by the clashing texts, so that
 * they survive when theirs moves (W15). A decision of `null` reopens the clash; a text of `null` drops the typed words.
 */
export function decisionsByText(
  data: ConflictData,
  decisions: Readonly<Record<string, Decision | null>>,
  texts: Readonly<Record<string, string | null>> = {},
): readonly ClashChange[] {
  const clashes = clashTexts(data.regions, data.mine, data.theirs ?? '')
  return clashes.flatMap((clash, index): readonly ClashChange[] => {
    const { [index]: decision = data.decisions[index] } = decisions
    const { [index]: before } = data.typedFor
    const { [index]: text = before && data.texts[index] } = texts
    if (!(index in decisions) && texts[index] === undefined) return []
    const said = { ...clash, ...(decision != null && { decision }), ...(text !== undefined && { text }) }
    return before === undefined ? [said] : [{ ...nameOf(before), text: null }, said]
  })
}

/** Whether both name the same clash: the same two texts, and the same one of the clashes with these texts. */
export const isSameClash = (a: ClashName, b: ClashName): boolean =>
  a.mine === b.mine && a.theirs === b.theirs && (a.nth ?? 0) === (b.nth ?? 0)

/** Whether these words were typed for this clash: one side may have moved since, the other did not. */
const isNowAt = (typed: ClashName, { mine, theirs }: ClashName): boolean =>
  isSameWords(typed.mine, mine) || isSameWords(typed.theirs, theirs)

const isSameWords = (before: string, now: string): boolean =>
  before.trim() !== '' && now.trim() !== '' && (now.includes(before.trim()) || before.includes(now.trim()))

const nameOf = ({ mine, theirs, nth }: ClashName): ClashName => ({
  mine,
  theirs,
  ...(nth !== undefined && { nth }),
})

type ClashName = Pick<ClashDecision, 'mine' | 'theirs' | 'nth'>

/** The regions of the text. Without a base, or where a merge takes too much work, the whole text is one clash. */
function regionsOf(base: string | undefined, mine: string, theirs: string): readonly MergeRegion[] {
  const result = base === undefined ? undefined : merge3({ base, mine, theirs })
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

function clashTexts(regions: readonly MergeRegion[], mine: string, theirs: string): readonly ClashName[] {
  const counts = new Map<string, number>()
  return regions
    .filter(({ kind }) => kind === 'clash')
    .map((region) => {
      const texts = {
        mine: mine.slice(region.mine.from, region.mine.to),
        theirs: theirs.slice(region.theirs.from, region.theirs.to),
      }
      const key = JSON.stringify(texts)
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      return nth === 0 ? texts : { ...texts, nth }
    })
}

function fieldClashes(copy: WorkingCopy, conflict: Conflict): readonly FieldClash[] {
  const { serverRecord } = conflict
  if (serverRecord === undefined) return []
  return reconcile(copy.base, copy.mine, serverRecord).clashes.map((field) => ({
    field,
    base: copy.base === undefined ? undefined : fieldOf(copy.base, field),
    mine: fieldOf(copy.mine, field),
    theirs: serverRecord.fields[field],
    ...(conflict.fieldDecisions[field] !== undefined && { decision: conflict.fieldDecisions[field] }),
  }))
}
