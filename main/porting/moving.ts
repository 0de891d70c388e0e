import type { CommandOutput } from '../../shared/ipc/ipc'
import { AppError, appError, problem } from '../../shared/problem'
import type { Emit } from '../documents/engine/window-events'
import type { OpenLibrary } from '../connections/open-libraries'
import type { Workspace } from '../connections/workspace/workspace'
import { countNew, summaryOf } from './import'
import type { ImportPlan } from './import-plan'
import { planLibrary } from './library-plan'
import { movedDocuments, runMove, takeBack, withinAbilities } from './move'
import { leftOut } from './listed'
import type { Asked, Asker, Mutex } from './mutex'

/** *Move this library to a service*: the library on screen is read, another one is added to. */
export interface Moving {
  readonly plan: Asked<'move.plan'>
  readonly start: Asked<'move.start'>
  look(library: OpenLibrary): CommandOutput<'move.look'>
  keep(library: OpenLibrary): void
  takeBack(library: OpenLibrary, by?: Asker): Promise<CommandOutput<'move.take-back'>>
}

interface MovingParts {
  /** Opens the library of another connection beside the one on screen; both reach their services meanwhile. */
  readonly withSecondLibrary: <T>(id: string, work: (workspace: Workspace) => Promise<T>) => Promise<T>
  readonly emit: Emit
  readonly mutex: Mutex
}

export function createMoving({ withSecondLibrary, emit, mutex }: MovingParts): Moving {
  const progressed = (done: number, total?: number) =>
    emit('porting.progressed', { kind: 'move', done, ...(total !== undefined && { total }) })

  /** Plans a move. All planned texts stay on this device until `work` is done with them. */
  async function planned<T>(
    source: OpenLibrary,
    target: Workspace,
    signal: AbortSignal,
    work: (plan: ImportPlan) => Promise<T>,
  ): Promise<T> {
    await requireRead(target, signal)
    const release = source.documents.pinAll()
    try {
      return await work(await planLibrary(source, { signal, onProgress: progressed }))
    } catch (error) {
      throw signal.aborted ? cancelled() : error
    } finally {
      release()
    }
  }

  /** Runs `work` with the target library; no other import or export runs meanwhile. */
  const withTarget = <T>(
    to: string,
    source: OpenLibrary,
    by: Asker,
    work: (plan: ImportPlan, target: Workspace, signal: AbortSignal) => Promise<T>,
  ): Promise<T> =>
    mutex.runExclusive(
      (signal) =>
        withSecondLibrary(to, (target) =>
          planned(source, target, signal, (whole) => work(whole, target, signal)),
        ),
      by,
    )

  return {
    plan: ({ to }, source, by) =>
      withTarget(to, source, by, (whole, target) => reportOf(whole, source, target)),

    start: ({ to }, source, by) =>
      withTarget(to, source, by, async (whole, target, signal) => {
        const plan = withinAbilities(whole, target.record().abilities)
        const { id, name } = source.record()
        const move = () =>
          runMove(plan, target, {
            from: { id, name },
            signal,
            onProgress: (count) => progressed(count, plan.documents.length),
          })
        const work = { kind: 'move', name: target.record().name } as const
        return summaryOf(await source.unfinished.during(work, move))
      }),

    look(library) {
      const moved = library.moved.read()
      if (!moved) return null
      const documents = movedDocuments(library)
      return {
        from: moved.from.name,
        isComplete: moved.isComplete,
        documents: documents.length,
        changed: documents.filter(({ isChanged }) => isChanged).length,
        folders: moved.folders.length,
        tags: moved.tags.length,
        files: moved.files.length,
      }
    },

    keep(library) {
      library.moved.forget()
      library.settingsChanged()
    },

    takeBack: (library, by) =>
      mutex.runExclusive(async () => {
        const taken = await takeBack(library)
        library.settingsChanged()
        return taken
      }, by),
  }
}

/** Waits until the target library was read once: before that its contents are unknown. */
async function requireRead(target: Workspace, signal: AbortSignal): Promise<void> {
  const isRead = await Promise.race([target.whenRead(), aborted(signal)])
  if (signal.aborted) throw cancelled()
  if (isRead === true) return
  const { name, problem: why } = target.record()
  throw new AppError({
    ...(why ?? problem('unreachable', '')),
    message:
      `“${name}” cannot be read now, so Stet does not know what it has already. ${why?.message ?? ''}`.trim(),
  })
}

/** The documents that the move would copy, and those that the target has already. */
async function reportOf(
  whole: ImportPlan,
  library: OpenLibrary,
  target: Workspace,
): Promise<CommandOutput<'move.plan'>> {
  const before = target.moved.from()
  const source = library.record()
  return {
    from: source.name,
    to: target.record().name,
    documents: whole.documents.length,
    ...(await countNew(whole, target)),
    published: whole.documents.filter(({ status }) => status === 'published').length,
    folders: whole.folders.length,
    tags: whole.tags.length,
    ...leftOut(whole.left),
    abilities: target.record().abilities,
    ...(before && before.id !== source.id && { endsMoveFrom: before.name }),
  }
}

const cancelled = () => appError('cancelled', 'Cancelled.')

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
