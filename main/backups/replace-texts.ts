import { AppError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import type { OpenLibrary } from '../connections/open-libraries'
import type { Left } from '../porting/import-plan'
import { whyLeft } from '../porting/listed'
import type { Backups } from './backups'
import { breathe, digestOf, type PlannedText } from './restore-plan'

/** Digests of title and text, before the restore and after it. */
export type Changed = Map<DocumentId, { readonly before: string; readonly after: string }>

export type Failed = Pick<Left, 'path' | 'why'>

export interface RestoreRun {
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/**
 * Replaces existing texts with their backups, as restoring from the history does: each text is kept first. Returns the
 * texts that could not be replaced.
 */
export async function replaceTexts(
  texts: readonly PlannedText[],
  library: OpenLibrary,
  backups: Backups,
  changed: Changed,
  { signal, onProgress }: RestoreRun,
): Promise<Failed[]> {
  const failed: Failed[] = []
  for (const { state, id, documentId, title } of texts) {
    if (state !== 'changed') continue
    if (signal.aborted) break
    const why = await replaceOne(id, documentId, library, backups, changed)
    if (why !== undefined) failed.push({ path: title, why })
    onProgress(changed.size + failed.length)
    await breathe()
  }
  return failed
}

/** Why the text could not be replaced; `undefined` where it was, or was the same already. */
async function replaceOne(
  id: number,
  documentId: DocumentId,
  { documents }: OpenLibrary,
  backups: Backups,
  changed: Changed,
): Promise<string | undefined> {
  try {
    const { title, text } = await backups.read(id)
    const now = await documents.fetch(documentId)
    if (now.phase === 'conflicted' || now.phase === 'deleted') return 'It needs your decision first.'
    const [before, after] = [digestOf(now.fields.title ?? '', now.text), digestOf(title, text)]
    if (before === after) return undefined
    documents.replace(documentId, { title, text, reason: 'restore' })
    changed.set(documentId, { before, after })
    return undefined
  } catch (error) {
    return whyLeft(error)
  }
}

/**
 * Undoes a restore of texts; a text that somebody has changed since stays. Finished documents are removed from
 * `changed`; a text that cannot be read now stays in it, and `unread` is the reason.
 */
export async function takeBackTexts(
  changed: Changed,
  library: OpenLibrary,
  backups: Backups,
): Promise<{ readonly documents: number; readonly skipped: number; readonly unread?: AppError }> {
  const { documents } = library
  let [done, skipped] = [0, 0]
  let unread: AppError | undefined
  for (const [id, { before, after }] of [...changed]) {
    const isAsMade = async () => {
      const now = await documents.fetch(id)
      return digestOf(now.fields.title ?? '', now.text) === after
    }
    try {
      const words = (await isAsMade()) ? await wordsBefore(id, before, library, backups) : undefined
      // Somebody may have typed while the file was read.
      if (words !== undefined && (await isAsMade())) {
        documents.replace(id, { ...words, reason: 'restore' })
        done++
      } else skipped++
      changed.delete(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.problem.code === 'not-found-here') {
        skipped++
        changed.delete(id)
      } else unread ??= error
    }
    await breathe()
  }
  return { documents: done, skipped, ...(unread !== undefined && { unread }) }
}

/**
 * The words before the restore, from the backups, or from the snapshots of this device where the text was not on it.
 */
async function wordsBefore(
  id: DocumentId,
  digest: string,
  { connectionId, snapshots }: OpenLibrary,
  backups: Backups,
): Promise<{ readonly title: string; readonly text: string } | undefined> {
  const file = backups.versions(connectionId, id).find((one) => one.digest === digest)
  const words = file && (await backups.read(file.id).catch(() => undefined))
  if (words !== undefined && digestOf(words.title, words.text) === digest)
    return { title: words.title, text: words.text }
  for (const { id: snapshotId } of snapshots.list(id)) {
    const kept = snapshots.read(snapshotId)
    if (digestOf(kept.title, kept.text) === digest) return { title: kept.title, text: kept.text }
  }
  return undefined
}
