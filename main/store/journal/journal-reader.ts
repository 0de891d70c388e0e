import type { DocumentId } from '../../../shared/terms'
import type { WorkingCopy } from '../../documents/core/working-copy'
import type { Database } from '../database'
import { storageError } from '../../system/storage-error'
import { createJournalRows, soundBytes, type HeadRow, type JournalRows } from './journal-rows'
import { noQuarantine, type Quarantine } from './quarantine'
import { textHistoriesOf, Unreadable, type KnownText, type Ref, type TextMeasure } from './text-histories'

/** A working copy with the facts that the journal needs to continue writing it. */
export interface Found {
  readonly kind: 'kept'
  readonly copy: WorkingCopy
  readonly typed?: string
  readonly head: string
  readonly mine: Ref
  readonly texts: ReadonlyMap<number, TextMeasure>
  readonly known: readonly KnownText[]
}

/** Reads the journal's rows without trusting them: each is checked, and a row that fails is quarantined (W16). */
export function createJournalReader(
  database: Database,
  rows: JournalRows = createJournalRows(database),
  quarantine: Quarantine = noQuarantine,
) {
  const textIdsOf = database.prepare('SELECT id FROM texts WHERE document_id = ?')
  const lastText = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'texts'")

  function read(id: DocumentId): Found | { readonly kind: 'quarantined' } | undefined {
    try {
      return readOnce(id)
    } catch (error) {
      const failure = storageError(error, database.location() ?? 'the library')
      if (failure.problem.code !== 'damaged') throw failure
      // A wrong index is rebuilt from the rows, which have checksums of their own.
      try {
        database.exec('REINDEX heads; REINDEX texts')
        return readOnce(id)
      } catch (again) {
        throw storageError(again, database.location() ?? 'the library')
      }
    }
  }

  function readOnce(id: DocumentId): Found | { readonly kind: 'quarantined' } | undefined {
    const row = rows.head(id)
    if (!row) return undefined
    try {
      return assembled(id, row, rows)
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof SyntaxError)) throw error
      quarantine(id, row)
      return { kind: 'quarantined' }
    }
  }

  return {
    read,
    /** The greatest id that a text ever had here. */
    lastTextId(): number {
      const row = lastText.get() as { seq: number } | undefined
      return row?.seq ?? 0
    },
    textIds: (id: DocumentId): readonly number[] =>
      (textIdsOf.all(id) as { id: number }[]).map((row) => row.id),
  }
}

function assembled(id: DocumentId, row: HeadRow, rows: JournalRows): Found {
  const head = soundBytes(`${id}:${row.mine_changes}`, row)?.toString('utf8')
  if (head === undefined) throw new Unreadable('head')
  const texts = textHistoriesOf(id, rows)
  const { mine: stored, ...rest } = JSON.parse(head, (key, value: unknown) =>
    key === 'text' && Array.isArray(value) ? texts.find(Number(value[0]), Number(value[1])).text : value,
  ) as WorkingCopy & { readonly mine: WorkingCopy['mine'] & { readonly row: number } }
  const { row: mineRow, ...mine } = stored
  const { text } = texts.find(mineRow, row.mine_changes)
  const latest = texts.latest(mineRow)
  return {
    kind: 'kept',
    copy: { ...rest, mine: { ...mine, text } },
    head,
    mine: latest.ref,
    texts: texts.measures(),
    known: texts.known,
    ...(latest.ref[1] > row.mine_changes && { typed: latest.text }),
  }
}
