import type { Problem } from '../../../shared/problem'
import type { RemoteId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { ApiClient } from '../http/api-client'
import type { Connection } from '../service/connection'
import { backgroundPauseMs } from '../service/connection-state'
import type { ListOperation, RowOf } from '../http/answer'
import { walkPages, type WalkEnd } from './pages'
import type { KnownAccount } from '../http/identity'
import type { Pulled } from './pulled'

export interface DocumentPullParts {
  readonly client: ApiClient
  readonly connection: Connection
  readonly clock: Clock
  readonly pulled: Pulled
  /** The records by which the account is recognised (C7). */
  readonly knownAccount: () => KnownAccount
  readonly signal?: AbortSignal
}

/** How a round ended. */
export type RoundEnd =
  | {
      readonly kind: 'done'
      readonly newest?: string
      readonly total?: number
      readonly complete: boolean
      /** Documents to read again in later rounds: their answers proved nothing, or were held back (W17). */
      readonly unread: readonly RemoteId[]
      /** Whether some documents were held back: they can be taken in once no create is in doubt. */
      readonly isHeldBack: boolean
      /** More documents are missing than one round requests, and those that were requested have answered. */
      readonly isHalfRead?: boolean
    }
  /** The service has an older state than before: a backup was restored there (C7). */
  | { readonly kind: 'went-back' }
  | Stopped
export type Stopped = { readonly kind: 'failed'; readonly problem: Problem } | { readonly kind: 'cancelled' }

/** Calls `take` with each page and the moment when it was requested; `enough` ends the walk. */
export async function eachPage<N extends ListOperation>(
  { client, clock, connection, pulled, signal }: DocumentPullParts,
  name: N,
  query: Readonly<Record<string, string>>,
  take: (rows: readonly RowOf<N>[], asked: number, total: number | undefined) => Promise<'on' | 'enough'>,
  options: {
    readonly params?: Readonly<Record<string, string>>
    readonly perPage?: 25
    readonly pagesAhead?: number
  } = {},
): Promise<WalkEnd | Stopped> {
  const { params, ...how } = options
  const pages = walkPages(
    {
      client,
      clock,
      pauseMs: () => backgroundPauseMs(connection.current()),
      moment: () => pulled.asking(),
      ...how,
    },
    name,
    {
      query,
      ...(params && { params }),
      ...(signal && { signal }),
    },
  )
  for (;;) {
    const { value: step, done } = await pages.next()
    if (signal?.aborted) return { kind: 'cancelled' }
    if (done || !step) return { kind: 'end', complete: false, ignoresPage: false }
    if (step.kind === 'failed') return { kind: 'failed', problem: step.problem }
    if (step.kind === 'end') return step
    if ((await take(step.rows, step.asked, step.total)) === 'enough')
      return { kind: 'end', complete: true, ignoresPage: false }
  }
}
