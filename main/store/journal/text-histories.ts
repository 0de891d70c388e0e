import type { DocumentId } from '../../../shared/terms'
import { changedText, longText, wholeText } from '../../../shared/text/long-text'
import type { TextChange } from '../../../shared/text/text-change'
import { bytesOf } from '../checksum'
import { soundBytes, soundChange, type JournalRows, type TextRow } from './journal-rows'

/** A text: the row that contains it, and how many of that row's changes are applied. */
export type Ref = readonly [textId: number, changes: number]

export interface KnownText {
  readonly text: string
  readonly ref: Ref
}

/**
 * The length of a row's text with all its changes, the number of these changes, and the length of their stored form.
 */
export interface TextMeasure {
  readonly length: number
  readonly changes: number
  readonly changesLength: number
}

/** The error for a row, or a reference to one, that is not trustworthy. */
export class Unreadable extends Error {}

interface History {
  readonly text: string
  readonly changes: readonly (readonly TextChange[])[]
  readonly changesLength: number
}

/** The texts of one document. Throws `Unreadable` where a row is damaged, and where a requested text does not exist. */
export function textHistoriesOf(id: DocumentId, rows: JournalRows) {
  const histories = new Map(rows.texts(id).map((row) => [row.id, historyOf(id, row, rows)]))
  const known: KnownText[] = []

  function find(textId: number, changes: number): KnownText {
    const same = known.find(({ ref }) => ref[0] === textId && ref[1] === changes)
    if (same) return same
    const history = histories.get(textId)
    if (!history || changes > history.changes.length) throw new Unreadable(`text ${textId}`)
    const found: KnownText = { text: textAfter(history, changes), ref: [textId, changes] }
    known.push(found)
    return found
  }

  return {
    find,
    /** The text with all of its changes. */
    latest: (textId: number) => find(textId, histories.get(textId)?.changes.length ?? 0),
    /** All texts that were requested. */
    known: known as readonly KnownText[],
    measures: () => new Map([...histories].map(([textId, history]) => [textId, measureOf(history)])),
  }
}

function historyOf(id: DocumentId, row: TextRow, rows: JournalRows): History {
  const text = soundBytes(`${id}:${row.id}`, row)?.toString('utf8')
  if (text === undefined) throw new Unreadable(`text ${row.id}`)
  const stored = rows.changes(row.id)
  const changes = stored.map((change, index) => {
    const sound = soundChange(row.id, change)
    if (!sound || change.number !== index + 1) throw new Unreadable(`change ${change.number} of ${row.id}`)
    return sound
  })
  return { text, changes, changesLength: stored.reduce((sum, { body }) => sum + bytesOf(body).length, 0) }
}

function textAfter({ text, changes }: History, count: number): string {
  if (count === 0) return text
  return wholeText(changes.slice(0, count).reduce(changedText, longText(text)))
}

const measureOf = ({ text, changes, changesLength }: History): TextMeasure => ({
  length: changes
    .flat()
    .reduce((length, { from, to, insert }) => length + insert.length - (to - from), text.length),
  changes: changes.length,
  changesLength,
})
