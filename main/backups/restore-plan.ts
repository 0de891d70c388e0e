import { listPages } from '../library/catalog/list-pages'
import type { CommandOutput } from '../../shared/ipc/ipc'
import type { RestoreListed } from '../../shared/ipc/ipc-backups'
import { AppError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { excerptOf } from '../../shared/text/excerpt'
import type { OpenLibrary } from '../connections/open-libraries'
import { contentKey } from '../documents/retention/content-key'
import type { BackupFile } from '../store/backup-index'
import { stateDigest } from '../store/checksum'
import type { Backups } from './backups'

/** The effect that a restore would have on one document; planning changes nothing. */
export interface PlannedText extends BackupFile {
  /** The document's id at the time of the backup. */
  readonly documentId: DocumentId
  readonly state: RestoreListed['state'] | 'same'
}

export interface RestorePlan {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** All documents of the library that have backups, in the order of folders and titles. */
  readonly texts: readonly PlannedText[]
}

interface PlanRestoreOptions {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** How many index queries, or files, are handled at once: a key press waits for no more than these. */
export const AT_ONCE = 50

/**
 * Compares every text as backed up at this moment with the present text of the library. The present texts are backed up
 * first, so that none has to be read for the comparison. Throws an AppError where that backup fails.
 */
export async function planRestore(
  at: number,
  library: OpenLibrary,
  backups: Backups,
  { signal, onProgress }: PlanRestoreOptions,
): Promise<RestorePlan> {
  await backups.backUpPresent(at)
  const here = await idsHere(library)
  const ids = backups.documents(library.connectionId)
  const texts: PlannedText[] = []
  const digestsHere = new Set<string>()
  for (const [index, documentId] of ids.entries()) {
    signal.throwIfAborted()
    const { now, then } = backups.between(library.connectionId, documentId, at)
    if (now !== undefined && here.has(documentId)) digestsHere.add(now.digest)
    if (then !== undefined) {
      const isHere = here.has(documentId)
      const state = !isHere ? 'new' : then.digest === now?.digest ? 'same' : 'changed'
      texts.push({ ...then, documentId, state })
    }
    if (index % AT_ONCE !== AT_ONCE - 1) continue
    onProgress(index + 1, ids.length)
    await breathe()
  }
  const settled = await mapInBatches(texts, signal, async (text) => ({
    ...text,
    state: await stateOf(text, digestsHere, library, backups),
  }))
  signal.throwIfAborted()
  return { at, texts: settled }
}

/**
 * The results of `work` in the order of the items, up to an abort. While much is being sent, a single read waits for
 * other work, so that reading files one after another would take minutes.
 */
export async function mapInBatches<T, R>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const made: R[] = []
  for (let from = 0; from < items.length && !signal.aborted; from += AT_ONCE)
    made.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))))
  return made
}

async function idsHere({ catalog }: OpenLibrary): Promise<ReadonlySet<DocumentId>> {
  const ids = new Set<DocumentId>()
  for await (const { items } of listPages(catalog)) {
    for (const { id } of items) ids.add(id)
    await breathe()
  }
  return ids
}

/**
 * The state according to the index, corrected for texts that are not on this device, that exist here under another id,
 * or whose backup cannot be read.
 */
async function stateOf(
  { id, documentId, digest, state }: PlannedText,
  digestsHere: ReadonlySet<string>,
  { connectionId, documents }: OpenLibrary,
  backups: Backups,
): Promise<PlannedText['state']> {
  if (state === 'new' && digestsHere.has(digest)) return 'same'
  const isAway = state !== 'new' && backups.isAway(connectionId, documentId)
  if (state === 'same' && !isAway) return 'same'
  try {
    const { title, text } = await backups.read(id)
    if (!isAway) return state
    return documents.contentKey(documentId) === contentKey(title, text) ? 'same' : 'changed'
  } catch (error) {
    return error instanceof AppError && error.problem.code === 'damaged' ? 'damaged' : 'missing'
  }
}

export const breathe = () => new Promise((resolve) => setImmediate(resolve))

export const digestOf = (title: string, text: string): string => stateDigest(title, Buffer.from(text))

export function countsOf({ at, texts }: RestorePlan): NonNullable<CommandOutput<'restore.plan'>> {
  const counts = { new: 0, changed: 0, same: 0, missing: 0, damaged: 0 }
  for (const { state } of texts) counts[state]++
  return { at: new Date(at).toISOString(), ...counts }
}

/** A page of the documents that would change, with the first words of each backup. */
export async function pageOf(
  { texts }: RestorePlan,
  { offset, limit, find }: { readonly offset: number; readonly limit: number; readonly find: string },
  backups: Backups,
): Promise<CommandOutput<'restore.list'>> {
  const words = find.trim().toLowerCase()
  const found = texts.filter(
    ({ state, title, file }) =>
      state !== 'same' &&
      (title.toLowerCase().includes(words) || foldersIn(file).join('/').toLowerCase().includes(words)),
  )
  const items = found.slice(offset, offset + limit).map(async (text) => {
    const { id, documentId, title, file, at, state } = text
    const read = await backups.read(id).catch(() => undefined)
    return {
      id,
      documentId,
      title: title.slice(0, 500),
      folder: foldersIn(file).join(' / '),
      at: new Date(at).toISOString(),
      state: state === 'same' ? ('missing' as const) : state,
      excerpt: excerptOf(read?.text ?? ''),
    }
  })
  return { total: found.length, items: await Promise.all(items) }
}

/** The folders of a document, by their names on the disk. */
export const foldersIn = (file: string): readonly string[] => file.split('/').slice(1, -2)
