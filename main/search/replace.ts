import { randomUUID } from 'node:crypto'
import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { REPLACE_PLACES_MAX, type ReplaceAsk } from '../../shared/ipc/ipc-replace'
import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import { mergedText } from '../../shared/merge/merged-text'
import { merge3 } from '../../shared/merge3'
import { inEditor, inStore, lineEndOf } from '../../shared/text/line-ends'
import { AppError, appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import type { Emit } from '../documents/engine/window-events'
import type { Documents } from '../documents/documents'
import { insertLink } from './insert-link'
import type { Preview } from './replace-preview'
import { replacedIn, whyNoExpression } from './replacing'

/**
 * Replaces text across the library. A replacement is previewed first, keeps the earlier texts, and can be undone as a
 * whole.
 */
export interface Replace {
  preview(input: ReplaceAsk): Promise<CommandOutput<'replace.preview'>>
  /** `by` is the caller, the page of a window. Rejects with an AppError where no document at all could be written. */
  apply(input: CommandInput<'replace.apply'>, by?: unknown): Promise<CommandOutput<'replace.apply'>>
  /** Throws an AppError where the mention is gone or cannot become a link. */
  link(input: CommandInput<'replace.link'>): CommandOutput<'replace.link'>
  /** Cancels the operation that the same caller began. */
  cancel(by?: unknown): void
  last(): CommandOutput<'replace.last'>
  /** Rejects with an AppError where the disk takes no more data; the remaining documents can be undone later. */
  undo(input: CommandInput<'replace.undo'>): Promise<CommandOutput<'replace.undo'>>
}

interface ReplaceParts {
  readonly documents: Pick<Documents, 'fetch' | 'read' | 'replace'>
  /**
   * Documents in which text may be replaced: those of the filter and, where searches are limited to a folder, of that
   * folder (B9).
   */
  readonly candidates: (filter: DocumentFilter) => readonly DocumentId[]
  readonly titleOf: (id: DocumentId) => string | undefined
  readonly find: (ask: ReplaceAsk, ids: readonly DocumentId[], most: number) => Promise<Preview>
  /** Why nothing can be written; `undefined` where it can. */
  readonly readOnly: () => string | undefined
  readonly emit: Emit
  /** Lets other work run first. */
  readonly breathe: () => Promise<void>
}

/** A replacement: the number of places, and its effect on each text. */
interface Batch {
  /** Whether links were made, or were adapted to a new title. */
  readonly isOfLinks?: boolean
  readonly places: number
  readonly changed: ReadonlyMap<DocumentId, { readonly before: string; readonly after: string }>
}

const GONE_SENTENCE = 'The text has changed since; there is no such mention in this sentence any more.'
const BOUND_SENTENCE = 'This mention is in code, in an address or in a link, and is not changed.'
const UNDOABLE = 5
const TELL_EVERY = 20

export function createReplace(parts: ReplaceParts): Replace {
  const { documents } = parts
  /**
   * The replacements, the latest last. Ids are unique across openings of the library, because a window may keep one.
   */
  const done = new Map<string, Batch>()
  const underWay = new Map<unknown, { isCancelled: boolean }>()

  function requireWriting(): void {
    const reason = parts.readOnly()
    if (reason !== undefined) throw appError('missing-ability', reason)
  }

  function undoable(batch: Batch, id: string = randomUUID()): string {
    done.set(id, batch)
    for (const old of [...done.keys()].slice(0, -UNDOABLE)) done.delete(old)
    return id
  }

  return {
    async preview(ask) {
      const wrong = whyNoExpression(ask)
      if (wrong !== undefined) throw appError('invalid-input', wrong)
      const found = await parts.find(ask, parts.candidates(ask.filter), REPLACE_PLACES_MAX)
      return { documents: [...found.documents], more: found.more }
    },

    async apply({ documents: chosen, isOfLinks = false }, by) {
      requireWriting()
      const job = { isCancelled: false }
      underWay.set(by, job)
      const { changed, ...made } = await replaceIn(parts, chosen, job)
      if (underWay.get(by) === job) underWay.delete(by)
      const id = undoable({ places: made.places, changed, isOfLinks })
      return { id, documents: changed.size, ...made }
    },

    link({ documentId, targetId, passage, start, before, after }) {
      requireWriting()
      const title = parts.titleOf(targetId)
      const found = parts.candidates({}).includes(documentId) ? documents.read(documentId) : undefined
      if (title === undefined || found === undefined)
        throw appError('not-found-here', 'This document is not on this device.')
      if (found.phase === 'conflicted' || found.phase === 'deleted')
        throw appError('not-allowed', `“${parts.titleOf(documentId) ?? ''}” needs your decision first.`)
      const made = linked(found.text, title, { passage, start, before, after })
      documents.replace(documentId, { text: made, reason: 'replace' })
      const changed = new Map([[documentId, { before: found.text, after: made }]])
      return { id: undoable({ places: 1, changed, isOfLinks: true }) }
    },

    cancel(by) {
      const job = underWay.get(by)
      if (job !== undefined) job.isCancelled = true
    },

    last() {
      const [id, batch] = [...done].findLast(([, { isOfLinks }]) => isOfLinks !== true) ?? []
      if (id === undefined || batch === undefined) return null
      const { places, changed } = batch
      return isAsMade(batch, documents) ? { id, places, documents: changed.size } : null
    },

    async undo({ id }) {
      const batch = done.get(id)
      if (!batch) throw appError('not-found-here', 'This can no longer be undone as a whole.')
      done.delete(id)
      let undone = 0
      const stayed: { id: DocumentId; title: string }[] = []
      const left = new Map(batch.changed)
      for (const [documentId, change] of batch.changed) {
        const found = await read(documents, documentId)
        const { text, isWhole } = undoneIn(found, change)
        if (text !== undefined && text !== found?.text) {
          try {
            documents.replace(documentId, { text, reason: 'replace' })
          } catch (error) {
            undoable({ ...batch, changed: left }, id)
            throw error
          }
          undone++
        }
        if (!isWhole) stayed.push({ id: documentId, title: parts.titleOf(documentId) ?? '' })
        left.delete(documentId)
        await parts.breathe()
      }
      return { documents: undone, stayed }
    },
  }
}

/** Whether some text is as the replacement left it. */
const isAsMade = ({ changed }: Batch, documents: ReplaceParts['documents']): boolean =>
  [...changed].some(([id, { after }]) => documents.read(id)?.text === after)

/** The text with the replaced places as they were before, but for those that were changed since. */
function undoneIn(
  found: Awaited<ReturnType<typeof read>>,
  { before, after }: { readonly before: string; readonly after: string },
): { readonly text?: string; readonly isWhole: boolean } {
  if (found === undefined || found.phase === 'conflicted' || found.phase === 'deleted')
    return { isWhole: false }
  const texts = { base: after, mine: found.text, theirs: before }
  if (texts.mine === after) return { text: before, isWhole: true }
  const merged = merge3(texts)
  if (merged.kind === 'too-large') return { isWhole: false }
  return { text: mergedText(merged.regions, texts, []), isWhole: merged.kind === 'merged' }
}

/** Reads a text. One that was evicted since the preview is fetched again, or is skipped and counted. */
const read = (documents: ReplaceParts['documents'], id: DocumentId) =>
  documents.fetch(id).catch(() => undefined)

/**
 * Replaces in one document after another. Where the disk takes no more data, the documents written before stay changed.
 */
async function replaceIn(
  { documents, candidates, emit, breathe }: ReplaceParts,
  chosen: CommandInput<'replace.apply'>['documents'],
  job: { readonly isCancelled: boolean },
) {
  const allowed = new Set(candidates({}))
  const changed = new Map<DocumentId, { before: string; after: string }>()
  let [places, skipped, at] = [0, 0, 0]
  for (const { documentId, hits } of chosen) {
    if (job.isCancelled) break
    const found = allowed.has(documentId) ? await read(documents, documentId) : undefined
    if (found === undefined || found.phase === 'conflicted' || found.phase === 'deleted') {
      skipped += hits.length
      continue
    }
    const lineEnd = lineEndOf(found.text)
    const made = replacedIn(inEditor(found.text, lineEnd), hits)
    skipped += made.skipped
    if (made.replaced > 0) {
      const after = inStore(made.text, lineEnd)
      try {
        documents.replace(documentId, { text: after, reason: 'replace' })
      } catch (error) {
        if (!(error instanceof AppError) || changed.size === 0) throw error
        return { changed, places, skipped, stopped: error.problem.message }
      }
      changed.set(documentId, { before: found.text, after })
      places += made.replaced
    }
    if (++at % TELL_EVERY === 0) emit('replace.progressed', { done: at, total: chosen.length })
    await breathe()
  }
  return { changed, places, skipped }
}

type Mention = Pick<CommandInput<'replace.link'>, 'passage' | 'start' | 'before' | 'after'>

/** The text with this mention of the title as a link. */
function linked(text: string, title: string, { passage, start, before, after }: Mention): string {
  const lineEnd = lineEndOf(text)
  const inLines = inEditor(text, lineEnd)
  const quote = passage.replaceAll('\r\n', '\n')
  const mention = { quote, before, after, unchanged: false, ...(start !== undefined && { start }) }
  const insertion = insertLink(inLines, title, mention)
  if (insertion.kind !== 'place')
    throw appError('not-allowed', insertion.kind === 'gone' ? GONE_SENTENCE : BOUND_SENTENCE)
  return inStore(inLines.slice(0, insertion.from) + insertion.link + inLines.slice(insertion.to), lineEnd)
}
