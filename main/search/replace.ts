import { randomUUID } from 'node:crypto'
import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { REPLACE_PLACES_MAX, type ReplaceAsk } from '../../shared/ipc/ipc-replace'
import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import { inEditor, inStore, lineEndOf } from '../../shared/text/line-ends'
import { AppError, appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import type { Emit } from '../documents/engine/window-events'
import type { Documents, ReadDocument } from '../documents/documents'
import { insertLink } from './insert-link'
import type { Preview } from './replace-preview'
import { replacedIn, takenBack, whyNoExpression, type ReplacedText } from './replacing'

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
  readonly isOfLinks: boolean
  readonly isDeletion: boolean
  readonly places: number
  readonly changed: ReadonlyMap<DocumentId, ReplacedText>
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
      const isDeletion = chosen.every(({ hits }) => hits.every(({ replacement }) => replacement === ''))
      const id = undoable({ places: made.places, changed, isOfLinks, isDeletion })
      return { id, documents: changed.size, isDeletion, ...made }
    },

    link({ documentId, targetId, passage, start, before, after }) {
      requireWriting()
      const title = parts.titleOf(targetId)
      const found = parts.candidates({}).includes(documentId) ? documents.read(documentId) : undefined
      if (title === undefined || found === undefined)
        throw appError('not-found-here', 'This document is not on this device.')
      if (needsDecision(found))
        throw appError('not-allowed', `“${parts.titleOf(documentId) ?? ''}” needs your decision first.`)
      const made = linked(found.text, title, { passage, start, before, after })
      documents.replace(documentId, { text: made.after, reason: 'replace' })
      const changed = new Map([[documentId, made]])
      return { id: undoable({ places: 1, changed, isOfLinks: true, isDeletion: false }) }
    },

    cancel(by) {
      const job = underWay.get(by)
      if (job !== undefined) job.isCancelled = true
    },

    last() {
      const [id, batch] = [...done].findLast(([, { isOfLinks }]) => !isOfLinks) ?? []
      if (id === undefined || batch === undefined) return null
      const { places, changed, isDeletion } = batch
      return hasPlaces(batch, documents) ? { id, places, documents: changed.size, isDeletion } : null
    },

    async undo({ id }) {
      const batch = done.get(id)
      if (!batch) throw appError('not-found-here', 'This can no longer be undone as a whole.')
      done.delete(id)
      let undone = 0
      const stayed: { id: DocumentId; title: string }[] = []
      const left = new Map(batch.changed)
      for (const [documentId, made] of batch.changed) {
        const { text, taken } = undoneIn(await read(documents, documentId), made)
        if (taken > 0) {
          try {
            documents.replace(documentId, { text, reason: 'replace' })
          } catch (error) {
            undoable({ ...batch, changed: left }, id)
            throw error
          }
          undone++
        }
        if (taken < made.places.length)
          stayed.push({ id: documentId, title: parts.titleOf(documentId) ?? '' })
        left.delete(documentId)
        await parts.breathe()
      }
      return { documents: undone, stayed }
    },
  }
}

/** Whether some place still stands as the replacement left it. */
function hasPlaces({ changed }: Batch, documents: ReplaceParts['documents']): boolean {
  const texts = [...changed].flatMap(([documentId, made]) => {
    const now = documents.read(documentId)?.text
    return now === undefined ? [] : [{ made, now }]
  })
  return (
    texts.some(({ made, now }) => now === made.after) ||
    texts.some(({ made, now }) => takenBack(made, now).taken > 0)
  )
}

/** As `takenBack`; nothing in a text that is gone or has changed and waits for a decision. */
function undoneIn(now: Awaited<ReturnType<typeof read>>, made: ReplacedText): ReturnType<typeof takenBack> {
  const isLeft = now === undefined || (now.text !== made.after && needsDecision(now))
  return isLeft ? { text: '', taken: 0 } : takenBack(made, now.text)
}

const needsDecision = ({ phase }: Pick<ReadDocument, 'phase'>) =>
  phase === 'conflicted' || phase === 'deleted'

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
  const changed = new Map<DocumentId, ReplacedText>()
  let [places, skipped, at] = [0, 0, 0]
  for (const { documentId, hits } of chosen) {
    if (job.isCancelled) break
    const found = allowed.has(documentId) ? await read(documents, documentId) : undefined
    if (found === undefined || needsDecision(found)) {
      skipped += hits.length
      continue
    }
    const lineEnd = lineEndOf(found.text)
    const made = replacedIn(inEditor(found.text, lineEnd), hits)
    skipped += made.skipped
    if (made.places.length > 0) {
      const after = inStore(made.text, lineEnd)
      try {
        documents.replace(documentId, { text: after, reason: 'replace' })
      } catch (error) {
        if (!(error instanceof AppError) || changed.size === 0) throw error
        return { changed, places, skipped, stopped: error.problem.message }
      }
      changed.set(documentId, { before: found.text, after, places: made.places })
      places += made.places.length
    }
    if (++at % TELL_EVERY === 0) emit('replace.progressed', { done: at, total: chosen.length })
    await breathe()
  }
  return { changed, places, skipped }
}

type Mention = Pick<CommandInput<'replace.link'>, 'passage' | 'start' | 'before' | 'after'>

/** The text with this mention of the title as a link. */
function linked(text: string, title: string, { passage, start, before, after }: Mention): ReplacedText {
  const lineEnd = lineEndOf(text)
  const inLines = inEditor(text, lineEnd)
  const quote = passage.replaceAll('\r\n', '\n')
  const mention = { quote, before, after, unchanged: false, ...(start !== undefined && { start }) }
  const insertion = insertLink(inLines, title, mention)
  if (insertion.kind !== 'place')
    throw appError('not-allowed', insertion.kind === 'gone' ? GONE_SENTENCE : BOUND_SENTENCE)
  const { from, to, link } = insertion
  const found = inLines.slice(from, to)
  const made = replacedIn(inLines, [{ from, to, found, replacement: link }])
  return { before: text, after: inStore(made.text, lineEnd), places: made.places }
}
