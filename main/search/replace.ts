import type { CommandInput, CommandOutput } from '../../shared/ipc'
import type { ReplaceAsk } from '../../shared/ipc-replace'
import type { DocumentFilter } from '../../shared/ipc-records'
import { inEditor, inStore, lineEndOf } from '../../shared/line-ends'
import { AppError, problem } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import type { Emit } from '../documents/telling'
import type { Documents } from '../documents/documents'
import type { Preview } from './replace-preview'
import { expressionOf, replacedIn } from './replacing'

/** Replacing across the library: shown first, kept first, undone as a whole. */
export interface Replace {
  preview(input: ReplaceAsk): Promise<CommandOutput<'replace.preview'>>
  apply(input: CommandInput<'replace.apply'>): Promise<CommandOutput<'replace.apply'>>
  cancel(): void
  undo(input: CommandInput<'replace.undo'>): Promise<CommandOutput<'replace.undo'>>
}

export interface ReplaceParts {
  readonly documents: Pick<Documents, 'read' | 'replace'>
  /** Documents in which may be replaced: within the filter and, where searches are tied to a folder, within that (B9). */
  readonly candidates: (filter: DocumentFilter, below: boolean) => readonly DocumentId[]
  readonly find: (ask: ReplaceAsk, ids: readonly DocumentId[], most: number) => Promise<Preview>
  /** Why nothing can be written, if so. */
  readonly readOnly: () => string | undefined
  readonly emit: Emit
  /** Lets other work go first. */
  readonly breathe: () => Promise<void>
}

const PLACES_MOST = 10_000
const UNDOABLE = 5
const TELL_EVERY = 20

export function createReplace(parts: ReplaceParts): Replace {
  const { documents } = parts
  /** What each replacement made of each text, the latest last. */
  const done = new Map<string, ReadonlyMap<DocumentId, { readonly before: string; readonly after: string }>>()
  let number = 0
  let isCancelled = false

  return {
    async preview(ask) {
      if (expressionOf(ask) === undefined)
        throw new AppError(problem('invalid-input', 'This is not a regular expression.'))
      const filter = {
        ...(ask.folderId !== undefined && { folderId: ask.folderId }),
        ...(ask.status !== undefined && { status: ask.status }),
      }
      const found = await parts.find(ask, parts.candidates(filter, ask.below === true), PLACES_MOST)
      return { documents: [...found.documents], more: found.more }
    },

    async apply({ documents: chosen }) {
      const reason = parts.readOnly()
      if (reason !== undefined) throw new AppError(problem('missing-ability', reason))
      isCancelled = false
      const allowed = new Set(parts.candidates({}, false))
      const changed = new Map<DocumentId, { before: string; after: string }>()
      let [places, skipped, at] = [0, 0, 0]
      for (const { documentId, hits } of chosen) {
        if (isCancelled) break
        const found = allowed.has(documentId) ? documents.read(documentId) : undefined
        if (found === undefined || found.phase === 'conflicted' || found.phase === 'deleted') {
          skipped += hits.length
          continue
        }
        const lineEnd = lineEndOf(found.text)
        const made = replacedIn(inEditor(found.text, lineEnd), hits)
        skipped += made.skipped
        if (made.replaced > 0) {
          const after = inStore(made.text, lineEnd)
          documents.replace(documentId, { text: after, reason: 'replace' })
          changed.set(documentId, { before: found.text, after })
          places += made.replaced
        }
        if (++at % TELL_EVERY === 0) parts.emit('replace.progressed', { done: at, total: chosen.length })
        await parts.breathe()
      }
      const id = String(++number)
      done.set(id, changed)
      for (const old of [...done.keys()].slice(0, -UNDOABLE)) done.delete(old)
      return { id, places, documents: changed.size, skipped }
    },

    cancel() {
      isCancelled = true
    },

    async undo({ id }) {
      const changed = done.get(id)
      if (!changed) throw new AppError(problem('not-found-here', 'This can no longer be undone as a whole.'))
      done.delete(id)
      let [undone, skipped] = [0, 0]
      for (const [documentId, { before, after }] of changed) {
        if (documents.read(documentId)?.text === after) {
          documents.replace(documentId, { text: before, reason: 'replace' })
          undone++
        } else skipped++
        await parts.breathe()
      }
      return { documents: undone, skipped }
    },
  }
}
