import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { OpenLibrary } from '../connections/open-libraries'
import type { Emit } from '../documents/engine/window-events'
import { NOTHING_MADE, withMade, type Made } from '../library/move-record'
import { takeBackMade } from '../porting/move'
import type { Asked, Asker, Mutex } from '../porting/mutex'
import { failures } from '../porting/listed'
import type { Backups } from './backups'
import { bringBack } from './bring-back'
import { replaceTexts, takeBackTexts, type Changed, type RestoreRun } from './replace-texts'
import { countsOf, pageOf, planRestore, type PlannedText, type RestorePlan } from './restore-plan'

/**
 * Restores texts of a library from its backups. A restore is shown first, keeps the present texts first, and can be
 * undone as a whole.
 */
export interface Restoring {
  moments(library: OpenLibrary): Promise<CommandOutput<'restore.moments'>>
  /** Plans a restore without changing anything. */
  readonly plan: Asked<'restore.plan'>
  /** Lists the documents of the last plan. */
  list(input: CommandInput<'restore.list'>, library: OpenLibrary): Promise<CommandOutput<'restore.list'>>
  readonly start: Asked<'restore.start'>
  /** Undoes the last restore in this library, except documents that somebody has changed since. */
  undo(library: OpenLibrary, by?: Asker): Promise<CommandOutput<'restore.undo'>>
}

interface RestoringParts {
  readonly backups: Backups
  readonly emit: Emit
  readonly mutex: Mutex
}

/** The changes that one restore made in a library. */
interface Batch {
  readonly library: OpenLibrary
  readonly changed: Changed
  made: Required<Made>
}

const MOMENTS_MAX = 2_000

export function createRestoring({ backups, emit, mutex }: RestoringParts): Restoring {
  let planned: { readonly plan: RestorePlan; readonly library: OpenLibrary } | undefined
  let last: Batch | undefined
  const progressed = (done: number, total: number) =>
    emit('porting.progressed', { kind: 'restore', done, total })
  const exclusively = <T>(by: Asker, work: (signal: AbortSignal) => Promise<T>) =>
    mutex.runExclusive(async (signal) => {
      try {
        return await work(signal)
      } catch (error) {
        throw signal.aborted ? appError('cancelled', 'Cancelled.') : error
      }
    }, by)
  const planOf = (at: string, library: OpenLibrary): RestorePlan => {
    if (planned?.library !== library || planned.plan.at !== Date.parse(at))
      throw appError('not-found-here', 'Look at the backups of this library once more.')
    return planned.plan
  }

  return {
    moments: async ({ connectionId }) => {
      await backups.ready()
      const held = new Set(
        backups.heldMoments().flatMap(({ at, isBeforeRestore }) => (isBeforeRestore ? at : [])),
      )
      const times = [...new Set([...backups.moments(connectionId, MOMENTS_MAX), ...held])]
      return times
        .toSorted((one, other) => other - one)
        .slice(0, MOMENTS_MAX)
        .map((at) => ({ at: new Date(at).toISOString(), isBeforeRestore: held.has(at) }))
    },

    plan: ({ at }, library, by) =>
      exclusively(by, async (signal) => {
        planned = undefined
        const plan = await planRestore(Date.parse(at), library, backups, { signal, onProgress: progressed })
        planned = { plan, library }
        return countsOf(plan)
      }),

    list: async (input, library) => pageOf(planOf(input.at, library), input, backups),

    start: (chosen, library, by) =>
      exclusively(by, async (signal) => {
        const texts = planOf(chosen.at, library).texts.filter(chosenOf(chosen))
        if (library.record().abilities['documents:write'] === 'no')
          throw appError('missing-ability', 'This key may not write documents.')
        // Whatever happens later, the present texts can be read and restored from now on.
        await backups.holdPresent()
        planned = undefined
        const batch: Batch = { library, changed: new Map(), made: NOTHING_MADE }
        last = batch
        const onProgress = (done: number) => progressed(done, texts.length)
        return library.unfinished.during({ kind: 'restore', name: '' }, () =>
          restore(texts, batch, backups, { signal, onProgress }),
        )
      }),

    undo: (library, by) =>
      exclusively(by, async () => {
        const batch = last
        if (batch?.library !== library)
          throw appError(
            'not-found-here',
            'This can no longer be undone as a whole. Restore the moment before it instead.',
          )
        const back = await takeBackTexts(batch.changed, library, backups)
        const taken = await takeBackMade(library, batch.made)
        // The next press continues where the undo failed.
        if (back.unread !== undefined) throw back.unread
        last = undefined
        return { documents: back.documents + taken.documents, skipped: back.skipped + taken.changed }
      }),
  }
}

async function restore(
  texts: readonly PlannedText[],
  batch: Batch,
  backups: Backups,
  { signal, onProgress }: RestoreRun,
): Promise<CommandOutput<'restore.start'>> {
  const { library, changed } = batch
  const failed = await replaceTexts(texts, library, backups, changed, { signal, onProgress })
  const created = await bringBack(texts, library, backups, {
    signal,
    onProgress: (done) => onProgress(changed.size + done),
    onMade(made) {
      batch.made = withMade(batch.made, made)
    },
  })
  failed.push(...created.failed)
  return {
    changed: changed.size,
    created: created.count,
    ...failures(failed),
    isComplete: !signal.aborted,
  }
}

function chosenOf(chosen: CommandInput<'restore.start'>): (text: PlannedText) => boolean {
  const named = new Set(chosen.kind === 'all' ? chosen.except : chosen.ids)
  return ({ id, state }) =>
    (state === 'new' || state === 'changed') && named.has(id) === (chosen.kind === 'only')
}
