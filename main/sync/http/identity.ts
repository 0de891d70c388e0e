import { problem } from '../../../shared/problem'
import type { RemoteId } from '../../../shared/terms'
import type { Answer, DataOf, JsonOperation } from './answer'
import type { ApiClient, CallRequest } from './api-client'
import type { Connection } from '../service/connection'
import type { KnownThere } from '../pull/pulled'

/** How many known records of each kind are read. */
const READS_MAX = 5
export const ANOTHER = problem('not-allowed', 'The service shows another document under a known id.')

const SHOW_DOCUMENT: ReadonlySet<JsonOperation> = new Set([
  'documents.create',
  'documents.get',
  'documents.update',
])

/** The facts that this device knows about the account that its library belongs to. */
export interface KnownAccount {
  readonly documents: Iterable<KnownThere>
  readonly items: Iterable<KnownItem>
  /** Whether this device has something that no service has yet. */
  readonly hasDrafts: boolean
}

interface KnownItem {
  readonly kind: 'folder' | 'tag' | 'file'
  readonly remoteId: RemoteId
  readonly name: string
}

/** The result of reading a known record. */
type Reading = 'well' | 'missing' | 'another' | 'failed' | 'no proof'

/** What the service's answers prove about whose account it is. */
export type IdentityShown = 'same' | 'in-doubt' | 'ask' | 'unproved'

/**
 * Finds out whether a service and a key still stand for the account whose library is here (C7). The check runs after a
 * change of key, when a known id shows another `created_at`, and when documents are missing and none is found that
 * reads well. Up to five known documents are read, the oldest first, and folders, tags and files where no document can
 * be read.
 *
 * One unchanged record proves the account; all missing ones were lost on the service. A failed read decides nothing.
 * Two cases are left to the writer (`ask`): all known records, however few, are missing or were created at another
 * time, so the account is another one, or the service was emptied or restored from a backup; or nothing is known here
 * and drafts wait, which would go to whichever account the key opens. An empty library proves nothing (`unproved`) and
 * risks nothing.
 */
export async function checkIdentity(client: ApiClient, known: KnownAccount): Promise<IdentityShown> {
  const found = new Set<Reading>()
  const documents = [...known.documents].filter(({ phase }) => phase !== 'deleted')
  const isOlder = (one: KnownThere, other: KnownThere) =>
    (Date.parse(one.createdAt ?? '') || 0) - (Date.parse(other.createdAt ?? '') || 0)
  await readSome(documents.sort(isOlder), (one) => readDocument(client, one), found)
  if (found.has('well')) return 'same'
  // A folder with the same number and name does not weaken that: every account may have one.
  if (found.has('another')) return 'ask'
  for (const kind of ['folder', 'tag', 'file'] as const) {
    const items = [...known.items].filter((item) => item.kind === kind)
    await readSome(items, (item) => readItem(client, item), found)
    if (found.has('well')) return 'same'
  }
  if (found.has('failed') || found.has('no proof')) return 'in-doubt'
  return found.has('missing') || known.hasDrafts ? 'ask' : 'unproved'
}

/** Finds out whose account answers, after a change of key and when a known id belongs to another document (C7). */
export async function proveIdentity({
  client,
  connection,
  knownAccount,
}: {
  readonly client: ApiClient
  readonly connection: Connection
  readonly knownAccount: () => KnownAccount
}): Promise<void> {
  const { identity, keyGeneration } = connection.current()
  if (identity === 'same') return
  const shown = await checkIdentity(client, knownAccount())
  // The key has changed meanwhile: the answers to the earlier one say nothing about it.
  if (connection.current().keyGeneration !== keyGeneration) return
  connection.noteIdentity(shown === 'unproved' ? 'same' : shown)
}

/** Reads records until one of them proves the account, or five have been read. */
async function readSome<T>(
  known: Iterable<T>,
  read: (one: T) => Promise<Reading>,
  found: Set<Reading>,
): Promise<void> {
  let count = 0
  for (const one of known) {
    if (count++ === READS_MAX) return
    const reading = await read(one)
    found.add(reading)
    if (reading === 'well') return
  }
}

async function readDocument(client: ApiClient, { remoteId, createdAt }: KnownThere): Promise<Reading> {
  const answer = await client.call('documents.get', { params: { id: remoteId } })
  if (answer.kind === 'ok') return isAnother(createdAt, answer.data.created_at) ? 'another' : 'well'
  return answer.kind === 'failed' && answer.problem === ANOTHER ? 'another' : unread(answer)
}

/**
 * Reads a folder, tag or file. A tag has no route of its own (A14) and is looked for in the list. Another name proves
 * nothing, because the tag may have been renamed there.
 */
async function readItem(client: ApiClient, { kind, remoteId, name }: KnownItem): Promise<Reading> {
  if (kind === 'tag') {
    const answer = await client.call('tags.list', { query: { per_page: 100 } })
    if (answer.kind !== 'ok') return unread(answer)
    const tag = answer.data.find(({ id }) => id === remoteId)
    if (tag !== undefined) return tag.name === name ? 'well' : 'no proof'
    return (answer.page?.lastPage ?? 1) > 1 ? 'no proof' : 'missing'
  }
  const answer = await client.call(kind === 'folder' ? 'folders.get' : 'files.get', {
    params: { id: remoteId },
  })
  if (answer.kind !== 'ok') return unread(answer)
  return answer.data.name === name ? 'well' : 'no proof'
}

const unread = (answer: Answer<unknown>): Reading =>
  answer.kind === 'failed' && answer.problem.code === 'not-found' ? 'missing' : 'failed'

/**
 * True where a known id shows another time of creation. Times in whole seconds equal those with fractions; an
 * unreadable time proves nothing (C7).
 */
export function isAnother(known: string | undefined, shown: string | undefined): boolean {
  if (known === undefined || shown === undefined || known === shown) return false
  return Math.abs(Date.parse(known) - Date.parse(shown)) >= 1_000
}

/**
 * Wraps a client: an answer that shows another document under a known id fails, and stops every write until it is known
 * whose account answers (C7).
 */
export function withIdentity(
  client: ApiClient,
  connection: Connection,
  createdAtOf: (remoteId: RemoteId) => string | undefined,
  onAnother: () => void,
): ApiClient {
  return {
    ...client,
    async call<N extends JsonOperation>(name: N, request?: CallRequest): Promise<Answer<DataOf[N]>> {
      const answer = await client.call(name, request)
      if (!SHOW_DOCUMENT.has(name) || answer.kind !== 'ok') return answer
      const { id, created_at } = answer.data as DataOf['documents.get']
      if (!isAnother(createdAtOf(id), created_at)) return answer
      connection.noteIdentity('in-doubt')
      onAnother()
      return { kind: 'failed', problem: ANOTHER, certain: false }
    },
  }
}
