import { problem, type Problem } from '../../../shared/problem'
import type { DocumentId } from '../../../shared/terms'
import type { DocumentRow } from '../../store/document-table'
import type { OpenText } from './open-texts'
import type { Rec } from '../core/record'
import type { WorkingCopy } from '../core/working-copy'

/** A working copy in use, with its state towards the windows, the journal and the service. */
export interface Live {
  readonly id: DocumentId
  copy: WorkingCopy
  row: DocumentRow | undefined
  /**
   * The service showed an older state of the document than before, and its text was not taken in since: a backup was
   * restored there (C7).
   */
  isOlderThere?: boolean
  /** Present while a window shows the document; `shown` is the text of mine that its windows have. */
  open: Shown | undefined
  /** True while the journal has typed changes that were not applied to the working copy yet. */
  hasUnappliedTyping: boolean
  cancelApply: () => void
  /** Why the latest state could not be written yet. */
  unwritten: Problem | undefined
  owed: Owed[]
  /** How many callers hold the copy in memory (`withCopy`). */
  holds: number
  /** How many exchanges with the service are in progress. */
  exchanges: number
  idle: (() => void)[]
  /** The outbox has decided that this document is tried now, whatever the state of the connection. */
  isTrying: boolean
  /** How many writes were sent since the last attempt began. */
  sends: number
  toldStatus: string
}

export interface Shown {
  readonly text: OpenText
  windows: number
  shown: string
  /** The record as it was opened, until the first change keeps it as a snapshot. */
  asOpened: Rec | undefined
}

/** A part of the next transaction, and its consequences once that is durable. */
export interface Owed {
  readonly within: () => void
  readonly then?: () => void
  /** True for a snapshot of a text that a step replaces. */
  readonly isText?: boolean
}

export function newLive(copy: WorkingCopy, row: DocumentRow | undefined): Live {
  return {
    id: copy.id,
    copy,
    row,
    open: undefined,
    hasUnappliedTyping: false,
    cancelApply: () => {},
    unwritten: undefined,
    owed: [],
    holds: 0,
    exchanges: 0,
    idle: [],
    isTrying: false,
    sends: 0,
    toldStatus: '',
  }
}

/** Whether a write or a request is open and will be answered. */
export const isAsking = ({ flight, reading }: WorkingCopy): boolean =>
  flight !== undefined || reading !== undefined

/** The problem of a document whose latest words are only in memory. */
export function unwrittenProblem(why: Problem): Problem {
  return problem(
    why.code,
    why.code === 'storage-full'
      ? 'The disk is full, or does not take what is written. Free some space and keep Stet open until your words are saved.'
      : why.message,
  )
}

/** The notice that is shown once, when words could not be written for the first time. */
export function unwrittenNotice(why: Problem): string {
  return why.code === 'storage-full'
    ? 'The disk is full, or does not take what is written. What you type is kept in memory until it does. Keep Stet open.'
    : `${why.message} What you type is kept in memory. Keep Stet open.`
}
