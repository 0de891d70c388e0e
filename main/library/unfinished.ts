import { z } from 'zod'
import { batchUnderWay, SHOW_RECOVERED, type Notice } from '../../shared/ipc/ipc-records'
import { DELETING, REPLACING } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import type { Facts } from '../store/facts'

/** Long operations on a library that the end of the process may interrupt. */
export interface Unfinished {
  /** Runs `work`; if the process ends before it does, the next opening of the library tells the writer. */
  during<T>(job: Job, work: () => Promise<T>): Promise<T>
  /** Notes an operation of a window on many documents, done in parts; `null` when it has ended. */
  batch(batch: Batch | null): void
}

const job = z.object({
  kind: z.enum(['import', 'export', 'move', 'restore']),
  /** The name of the source, of the folder, or of the library that this one is moved to; empty for a restore. */
  name: z.string(),
})
type Job = Readonly<z.infer<typeof job>>

const FACT = 'unfinished'
const BATCH_FACT = 'unfinished-batch'
type Batch = Readonly<z.infer<typeof batchUnderWay>>

/** Tells the writer once: what this opening finds is forgotten after the notice was raised. */
export function createUnfinished(facts: Facts, raise: (notice: Omit<Notice, 'id'>) => void): Unfinished {
  const before = job.safeParse(facts.read(FACT)).data
  if (before !== undefined) {
    raise(noticeOf(before))
    facts.write(FACT, null)
  }
  const batchBefore = batchUnderWay.safeParse(facts.read(BATCH_FACT)).data
  if (batchBefore !== undefined) {
    const { doing, done, total } = batchBefore
    const place = done === 0 ? 'at its beginning' : `after about ${done.toLocaleString('en')} of them`
    const interrupted = `${doing} ${counted(total, 'document')} was interrupted when Stet ended, ${place}. What was done before that stays done`
    raise({
      tone: 'attention',
      ...(doing === DELETING
        ? { text: `${interrupted}; the texts are kept under Recovered texts.`, action: SHOW_RECOVERED }
        : doing === REPLACING
          ? { text: `${interrupted}; each text as it was before is in its history.` }
          : { text: `${interrupted}.` }),
    })
    facts.write(BATCH_FACT, null)
  }
  return {
    batch: (batch) => facts.write(BATCH_FACT, batch),
    async during(begun, work) {
      facts.write(FACT, begun)
      try {
        return await work()
      } finally {
        facts.write(FACT, null)
      }
    },
  }
}

function noticeOf({ kind, name }: Job): Omit<Notice, 'id'> {
  const attention = { tone: 'attention' } as const
  if (kind === 'import')
    return {
      ...attention,
      text: `Importing “${name}” was interrupted when Stet ended. Import it again to bring in the rest; nothing is imported twice.`,
      action: { label: 'Import…', kind: 'import' },
    }
  if (kind === 'export')
    return {
      ...attention,
      text: `Exporting into “${name}” was interrupted when Stet ended. Export there again; what is already written stays.`,
      action: { label: 'Export…', kind: 'export' },
    }
  if (kind === 'move')
    return {
      ...attention,
      text: `Moving this library to “${name}” was interrupted when Stet ended. Move it again to bring the rest; nothing is moved twice.`,
      action: { label: 'Move…', kind: 'move-library' },
    }
  return {
    ...attention,
    text: 'Restoring from the backups was interrupted when Stet ended. The moment before it is among the backups.',
    action: { label: 'Backups…', kind: 'restore' },
  }
}
