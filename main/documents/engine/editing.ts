import type { DocumentStatusReport, EditorView, OpenDocument } from '../../../shared/ipc/ipc-records'
import { AppError, appError } from '../../../shared/problem'
import { appended } from '../../../shared/text/append'
import { inEditor, inStore, lineEndOf } from '../../../shared/text/line-ends'
import type { TextChange } from '../../../shared/text/text-change'
import { wellFormed } from '../../../shared/text/well-formed'
import { WHEN_OPENED, type DocumentId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { Store } from '../../store/store'
import type { PlaceFromEnd } from '../../store/views'
import type { Connection } from '../../sync/service/connection'
import type { Engine } from './engine'
import type { Live, Shown } from './live'
import type { Emit } from './window-events'
import type { Documents } from '../documents'
import { openText } from './open-texts'
import { effectiveTitle } from '../core/record'

interface EditingParts {
  readonly store: Store
  readonly engine: Engine
  readonly connection: Connection
  readonly clock: Clock
  /** Called when words were typed into the document. */
  readonly typed: (id: DocumentId) => void
  /** Called when a window has closed the document. */
  readonly closed: () => void
  readonly emit: Emit
  /** Resolves when the document is on this device; rejects where it cannot be read. */
  readonly have: (id: DocumentId) => Promise<void>
  readonly here: (id: DocumentId) => Live
  readonly statusOf: (live: Live) => DocumentStatusReport
  /** Reports a fault of the program itself. */
  readonly report: (error: unknown) => void
}

/**
 * In a text longer than this, typing is applied to the working copy after a short delay; the journal has it at once.
 */
const SYNC_APPLY_MAX = 1 << 18

/** What windows do with the text of a document that they show: open, change and close it. */
export function createEditing(
  parts: EditingParts,
): Pick<Documents, 'open' | 'close' | 'change' | 'keepView'> {
  const { store, engine, emit, clock } = parts
  /** Versions go on counting while the app runs, so that a window with an outdated text is always recognised. */
  const nextVersion = new Map<DocumentId, number>()

  function show(live: Live): Shown {
    const { mine } = live.copy
    live.open ??= {
      text: openText(mine.text, nextVersion.get(live.id) ?? 0),
      windows: 0,
      shown: mine.text,
      asOpened: mine,
    }
    return live.open
  }

  /** Keeps the text as it was when it was opened, together with the first change after that. */
  function keepAsOpened(live: Live, open: Shown): void {
    const { asOpened } = open
    open.asOpened = undefined
    if (asOpened === undefined || asOpened.text.trim() === '') return
    try {
      store.snapshots.keep({
        documentId: live.id,
        kind: 'snapshot',
        reason: WHEN_OPENED,
        title: effectiveTitle(asOpened),
        text: asOpened.text,
      })
    } catch (error) {
      // The journal meets the same full disk and reports it; the change does not wait for a snapshot.
      if (!(error instanceof AppError)) parts.report(error)
    }
  }

  /**
   * The stored view state. If words were typed after it was stored, before the app was killed, the cursor is where the
   * last of them are; the window restores the undo history if they are all that is new.
   */
  function viewOf(live: Live, open: Shown): EditorView | undefined {
    const kept = store.views.read(live.id)
    if (kept?.fingerprint === open.text.fingerprint()) return kept.view
    const last = store.journal.lastChange(live.id)
    if (last !== undefined) {
      const head = open.text.editorPlace(endOf(last))
      return { scrollTop: 0, ...kept?.view, anchor: head, head }
    }
    if (kept === undefined) return undefined
    const { history: _history, anchor, head, scrollTop } = kept.view
    const text = open.text.editorText()
    const moved = kept.place === undefined ? 0 : movedBy(kept.place, head, text)
    const within = (place: number) => Math.max(0, Math.min(place + moved, text.length))
    return { anchor: within(anchor), head: within(head), scrollTop }
  }

  /** Notes that the document was used, so that its text is evicted later than others. */
  function noteUse({ id }: Live): void {
    try {
      store.table.opened(id, new Date(clock.now()).toISOString())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  function keep(live: Live, view: EditorView, isCurrent: boolean): void {
    const { history: _history, ...cursor } = view
    try {
      store.views.write(live.id, {
        view: isCurrent ? view : cursor,
        fingerprint: live.open?.text.fingerprint() ?? '',
        ...(isCurrent && live.open && { place: placeOf(view.head, live.open.text.editorText()) }),
      })
    } catch (error) {
      // On a full disk only the position of the cursor is lost, never a word.
      if (!(error instanceof AppError)) throw error
    }
  }

  return {
    async open({ id }): Promise<OpenDocument> {
      await parts.have(id)
      const live = parts.here(id)
      const open = show(live)
      open.windows++
      engine.applyTyped(live)
      engine.askForUpdate(live)
      const { mine, merge, phase } = live.copy
      const view = viewOf(live, open)
      return {
        id,
        title: mine.fields.title ?? '',
        text: open.text.editorText(),
        version: open.text.version(),
        folderId: mine.fields.folderId ?? null,
        tagIds: [...(mine.fields.tagIds ?? [])],
        status: mine.fields.status ?? 'draft',
        state: parts.statusOf(live),
        ...(view && { view }),
        ...(merge && {
          mergeNotice: { changes: merge.changes, undoable: phase !== 'conflicted' && phase !== 'rejected' },
        }),
      }
    },

    close({ id, view }) {
      const live = engine.inUse(id)
      if (!live?.open) return
      if (view) keep(live, view, true)
      if (--live.open.windows > 0) return
      engine.applyTyped(live)
      nextVersion.set(id, live.open.text.version() + 1)
      live.open = undefined
      engine.settleDown(live)
      noteUse(live)
      parts.closed()
    },

    change({ id, clientId, version, updates }) {
      const live = engine.inUse(id)
      const open = live?.open
      if (!open || engine.hasShut()) return { kind: 'reopen' }
      const accepted = open.text.accept(clientId, version, updates)
      if (!('announced' in accepted) || accepted.announced.updates.length === 0) return accepted.answer
      keepAsOpened(live, open)
      const { announced, stored } = accepted
      const tellFirst = () =>
        emit('document.changed', { id, version: announced.version, updates: [...announced.updates] })
      if (open.text.length() > SYNC_APPLY_MAX || live.hasUnappliedTyping) {
        engine.append(live, stored)
        tellFirst()
      } else {
        const text = open.text.storedText()
        open.shown = text
        engine.dispatch(live, { kind: 'typed', text }, { typed: stored, tellFirst })
      }
      parts.typed(id)
      return accepted.answer
    },

    keepView({ id, version, view }) {
      const live = engine.inUse(id)
      if (live?.open) keep(live, view, version === live.open.text.version())
    },
  }
}

/** The end of what a list of changes inserted last in the text, as an offset in the text after them. */
function endOf(changes: readonly TextChange[]): number {
  const grown = changes
    .slice(0, -1)
    .reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0)
  const last = changes.at(-1)
  return last === undefined ? 0 : last.from + grown + last.insert.length
}

/** How many UTF-16 units behind the cursor identify its position again. */
const AFTER = 32

function placeOf(head: number, text: string): PlaceFromEnd {
  return { rest: Math.max(0, text.length - head), after: text.slice(head, head + AFTER) }
}

/** How far the cursor has moved because of words written before it; 0 where other text follows it now. */
function movedBy({ rest, after }: PlaceFromEnd, head: number, text: string): number {
  const at = text.length - rest
  return at >= 0 && text.slice(at, at + after.length) === after ? at - head : 0
}

/** Appends words to the end of a text, whether or not a window shows it. */
export function createAppending({
  engine,
  have,
  statusOf,
}: Pick<EditingParts, 'engine' | 'have' | 'statusOf'>): Pick<Documents, 'append'> {
  return {
    async append(id, words, together) {
      await have(id)
      const written = engine.withCopy(id, (live) => {
        const { readOnly } = statusOf(live)
        if (readOnly !== undefined) throw appError('missing-ability', readOnly)
        engine.applyTyped(live)
        const { text } = live.copy.mine
        const lineEnd = lineEndOf(text)
        const before = inEditor(text, lineEnd)
        const insert = appended(before, wellFormed(words))
        engine.dispatch(live, { kind: 'typed', text: text + inStore(insert, lineEnd) }, { together })
        return { from: before.length, insert }
      })
      if (written === undefined) throw appError('not-found-here', 'This document is not here any more.')
      return written
    },
  }
}
