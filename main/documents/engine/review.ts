import type { ConflictView } from '../../../shared/ipc/ipc-records'
import { inEditor, inStore, lineEndOf } from '../../../shared/text/line-ends'
import { appError } from '../../../shared/problem'
import type { DocumentId } from '../../../shared/terms'
import { conflictOf, conflictSeen, decisionsByText, type ConflictData } from '../core/conflict'
import type { Engine } from './engine'
import type { Live } from './live'
import type { Documents } from '../documents'
import { editorOffset, longText } from '../../../shared/text/long-text'
import { wellFormed } from '../../../shared/text/well-formed'

interface ReviewParts {
  readonly engine: Engine
  readonly here: (id: DocumentId) => Live
  /** Works on a document and releases it again; throws where its text is not on this device. */
  readonly withText: <T>(id: DocumentId, work: (live: Live) => T) => T
}

const MOVED = 'The text was changed meanwhile. Nothing was decided: please look at both texts once more.'

/** Shows the conflict to a window and takes the writer's decisions. */
export function createReview({
  engine,
  here,
  withText,
}: ReviewParts): Pick<Documents, 'conflict' | 'decide' | 'resolve'> {
  return {
    conflict({ id }): ConflictView | null {
      const live = here(id)
      engine.applyTyped(live)
      const data = conflictOf(live.copy)
      return data ? viewOf(id, data) : null
    },

    decide({ id, reviewed, decisions, texts, fields, draft }) {
      const live = here(id)
      engine.applyTyped(live)
      const { mine } = live.copy
      const data = conflictSeen(live.copy, reviewed)
      if (!data) return
      const stored = (text: string) => inStore(wellFormed(text), lineEndOf(mine.text))
      engine.dispatch(live, {
        kind: 'decided',
        token: reviewed,
        decisions: decisionsByText(data, decisions, texts),
        fields: fields ?? {},
        ...(draft !== undefined && {
          draft: draft && {
            text: stored(draft.text),
            mine: draft.mine === shown(mine.text).text ? mine.text : stored(draft.mine),
          },
        }),
      })
    },

    resolve({ id, reviewed, mine, resolution }) {
      return withText(id, (live) => {
        engine.applyTyped(live)
        const { copy } = live
        const lineEnd = lineEndOf(copy.mine.text)
        const isSeen = shown(copy.mine.text).text === mine
        const stored =
          resolution.kind === 'merged'
            ? { kind: 'merged' as const, text: inStore(wellFormed(resolution.text), lineEnd) }
            : resolution
        engine.dispatch(live, {
          kind: 'resolved',
          token: reviewed,
          resolution: stored,
          ...(!isSeen && { mineSeen: inStore(wellFormed(mine), lineEnd) }),
        })
        if (live.copy === copy) throw appError('not-allowed', MOVED)
        return { ended: live.copy.conflict === undefined }
      })
    },
  }
}

/** The conflict as a window is shown it, in the window's own lines and offsets. */
function viewOf(id: DocumentId, data: ConflictData): ConflictView {
  const base = shown(data.base ?? '')
  const mine = shown(data.mine)
  const theirs = shown(data.theirs ?? '')
  const regions = data.regions.map((region): ConflictView['regions'][number] => ({
    kind: region.kind,
    base: base.span(region.base),
    mine: mine.span(region.mine),
    theirs: theirs.span(region.theirs),
  }))
  return {
    id,
    kind: data.kind,
    reviewed: data.token,
    mine: mine.text,
    regions,
    decisions: { ...data.decisions },
    texts: { ...data.texts },
    fields: [...data.fields],
    mineSince: new Date(data.mineSinceMs).toISOString(),
    theirsSince: new Date(data.theirsSinceMs).toISOString(),
    ...(data.base !== undefined && { base: base.text }),
    ...(data.theirs !== undefined && { theirs: theirs.text }),
    ...(Object.keys(data.typedFor).length > 0 && { typedBefore: true }),
    ...(data.draft !== undefined && {
      draft: { text: inEditor(data.draft.text, lineEndOf(data.draft.text)), reviewed: data.draft.token },
    }),
  }
}

/** A text with `\n` between its lines, and conversions for offsets in it. */
function shown(stored: string) {
  const lineEnd = lineEndOf(stored)
  const pieces = lineEnd === '\n' ? undefined : longText(stored)
  const at = (offset: number) => (pieces ? editorOffset(pieces, offset) : offset)
  return {
    text: inEditor(stored, lineEnd),
    span: ({ from, to }: { readonly from: number; readonly to: number }) => ({ from: at(from), to: at(to) }),
  }
}
