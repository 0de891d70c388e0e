import type { FolderSeen } from '../../../shared/api/api-reading'
import { AppError, type Problem } from '../../../shared/problem'
import type { Clock } from '../../system/clock'
import type { ApiClient } from '../../sync/http/api-client'
import { backgroundPauseMs } from '../../sync/service/connection-state'
import type { Connection } from '../../sync/service/connection'
import { walkPages } from '../../sync/pull/pages'
import { isBusy, isNewHere, pulledItem, type ItemKind } from './library-item'
import { baseOf, contentSeen, listOperation, type ItemRemote, type ItemSeen } from './item-remote'
import type { ItemSending } from './item-sending'
import { newItemId, type LibraryItems } from './library-items'

interface ItemPullParts {
  readonly client: ApiClient
  readonly connection: Connection
  readonly clock: Clock
  readonly items: LibraryItems
  readonly remote: ItemRemote
  readonly sending: ItemSending
  readonly newUuid: () => string
  readonly signal?: AbortSignal
}

/**
 * Reads all folders, then all tags, then the list of files. `undefined`: all lists that this key may read were read.
 */
export async function pullItems(parts: ItemPullParts): Promise<Problem | undefined> {
  return (
    (await pullKind(parts, 'folder')) ?? (await pullKind(parts, 'tag')) ?? (await pullKind(parts, 'file'))
  )
}

/**
 * Reads the list of files now, including recent uploads of other devices. Where it cannot be read it stays as it was.
 */
export async function pullFiles(parts: ItemPullParts): Promise<void> {
  const { reach, identity } = parts.connection.current()
  if (reach !== 'online' || identity !== 'same') return
  try {
    await pullKind(parts, 'file')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function pullKind(parts: ItemPullParts, kind: ItemKind): Promise<Problem | undefined> {
  const { client, clock, connection, items, signal } = parts
  const asked = items.moment()
  const seen = new Set<string>()
  const pages = walkPages(
    { client, clock, pauseMs: () => backgroundPauseMs(connection.current()) },
    listOperation(kind),
    signal ? { signal } : {},
  )
  for await (const step of pages) {
    if (step.kind === 'failed') return step.problem.code === 'missing-ability' ? undefined : step.problem
    if (step.kind === 'end') {
      if (step.complete) await askAboutMissing(parts, kind, seen, asked)
      return undefined
    }
    if (kind === 'folder') noteParents(connection, step.rows as readonly FolderSeen[])
    // Parents come first, so that the id of a child's parent is known here.
    for (const row of step.rows) {
      seen.add(row.id)
      absorbRow(parts, kind, row, asked)
    }
  }
  return undefined
}

function noteParents(connection: Connection, rows: readonly FolderSeen[]): void {
  if (rows.length > 0)
    connection.noteCapabilities({
      folderParent: rows.some(({ parent_id }) => parent_id !== undefined) ? 'yes' : 'no',
    })
}

function absorbRow(
  { items, sending, newUuid }: ItemPullParts,
  kind: ItemKind,
  row: ItemSeen,
  askedAt: number,
): void {
  const theirs = baseOf(items, row, undefined)
  const item = items.byRemoteId(kind, row.id)
  if (item) {
    sending.dispatch(item, { kind: 'remote-read', askedAt, outcome: { kind: 'found', theirs } })
    return
  }
  const content = contentSeen(row)
  const pulled = { ...pulledItem(kind, row.id, theirs, askedAt), ...(content && { content }) }
  if (!isNewHere(items.all(kind), pulled, items.goneAt(kind, row.id))) return
  // The item that had this id was created anew, and keeps it.
  const isIdUsed = items.get(kind, row.id) !== undefined
  sending.add(isIdUsed ? { ...pulled, id: newItemId(newUuid()) } : pulled)
}

/**
 * Verifies a missing row: its absence alone proves nothing. Tags have no route of their own, so their list decides
 * (A14).
 */
async function askAboutMissing(
  parts: ItemPullParts,
  kind: ItemKind,
  seen: ReadonlySet<string>,
  askedAt: number,
): Promise<void> {
  const { connection, items, remote, sending } = parts
  const missing = [...items.all(kind)].filter(({ remoteId }) => remoteId !== undefined && !seen.has(remoteId))
  for (const before of missing) {
    if (isBusy(before) || before.movedAt > askedAt) continue
    const outcome = kind === 'tag' ? ({ kind: 'gone' } as const) : await remote.read(before)
    // Until it is known whose account answers, no item counts as deleted (C7).
    if (connection.current().identity !== 'same') return
    const item = items.get(kind, before.id)
    if (item) sending.dispatch(item, { kind: 'remote-read', askedAt, outcome })
  }
}
