import { crc32 } from 'node:zlib'
import type { ChangeAnswer, TextUpdate } from '../../../shared/ipc/ipc-records'
import { inEditor, inStore, lineEndOf, type LineEnd } from '../../../shared/text/line-ends'
import { textChanges, type TextChange } from '../../../shared/text/text-change'
import {
  changedText,
  editorOffset,
  longText,
  sliceText,
  storedOffset,
  wholeText,
  type LongText,
} from '../../../shared/text/long-text'

/** What the windows are told: the steps, and the version that follows them. */
interface Announced {
  readonly version: number
  readonly updates: readonly TextUpdate[]
}

/** How a change from a window ended. `stored` has the same changes in offsets of the stored text, for the journal. */
export type Accepted =
  | {
      readonly answer: Extract<ChangeAnswer, { kind: 'accepted' }>
      readonly stored: readonly (readonly TextChange[])[]
      readonly announced: Announced
    }
  | { readonly answer: Exclude<ChangeAnswer, { kind: 'accepted' }> }

/**
 * The text of a document while it is open. Every window applies the same steps in the same order. A change names the
 * step on which it is based and is refused when other steps came first (W14). Windows count a line break as one unit.
 */
export interface OpenText {
  readonly lineEnd: LineEnd
  version(): number
  /** The text as a window holds it, with `\n` between lines. */
  editorText(): string
  storedText(): string
  /** The length of the stored text in UTF-16 units. */
  length(): number
  /** The offset in the text as a window holds it, for one in the stored text. One past the end becomes the end. */
  editorPlace(stored: number): number
  /** A fingerprint of the present text; a stored undo history fits only the text with its fingerprint. */
  fingerprint(): string
  accept(clientId: string, version: number, updates: readonly (readonly TextChange[])[]): Accepted
  /**
   * Replaces the text by the smallest changes that lead to the new one. Changes from elsewhere are not part of the undo
   * history; what the writer decided, restored or replaced is a step of it.
   */
  replace(storedText: string, isUndoStep?: boolean): Announced | undefined
}

/**
 * How many steps of each open text are kept for a window that is behind. One message of a window brings fewer, and a
 * window reads its own steps again where a surrogate pair was torn. At some hundred bytes each, these steps are most of
 * main's memory for a text.
 */
const STEPS_MAX = 1_000
const STEPS_LENGTH_MAX = 8_000_000

/**
 * Opens a text. Its versions go on counting from the last time this document was open, so that a window with an
 * outdated text is recognised.
 */
export function openText(firstText: string, firstVersion: number): OpenText {
  let lineEnd = lineEndOf(firstText)
  let stored = longText(firstText)
  let version = firstVersion
  const steps: { readonly update: TextUpdate; readonly length: number }[] = []
  let stepsLength = 0

  function keep(update: TextUpdate): void {
    const length = update.changes.reduce((sum, { insert }) => sum + insert.length, 0)
    version++
    steps.push({ update, length })
    stepsLength += length
    while (steps.length > STEPS_MAX || (stepsLength > STEPS_LENGTH_MAX && steps.length > 1))
      stepsLength -= steps.shift()!.length
  }

  return {
    get lineEnd() {
      return lineEnd
    },
    version: () => version,
    editorText: () => inEditor(wholeText(stored), lineEnd),
    storedText: () => wholeText(stored),
    length: () => stored.length,
    editorPlace: (place) => (lineEnd === '\n' ? Math.min(place, stored.length) : editorOffset(stored, place)),
    fingerprint: () =>
      `${stored.length}:${stored.pieces.reduce((sum, { text: piece }) => crc32(piece, sum), 0)}`,

    accept(clientId, basedOn, updates) {
      const missed = version - basedOn
      if (missed < 0 || missed > steps.length) return { answer: { kind: 'reopen' } }
      if (missed > 0) {
        const behind = steps.slice(-missed).map(({ update }) => update)
        return { answer: { kind: 'behind', updates: behind, version } }
      }
      let text = stored
      const taken: TextUpdate[] = []
      const inStored: (readonly TextChange[])[] = []
      try {
        for (const changes of updates) {
          const asStored = toStored(text, changes, lineEnd)
          text = changedText(text, asStored)
          taken.push({ clientId, changes: [...changes] })
          inStored.push(asStored)
          const mended = tornPairs(text, asStored)
          if (mended.length === 0) continue
          taken.push({ clientId: null, changes: toEditor(text, mended, lineEnd) })
          text = changedText(text, mended)
          inStored.push(mended)
        }
      } catch (error) {
        if (error instanceof RangeError) return { answer: { kind: 'reopen' } }
        throw error
      }
      stored = text
      for (const update of taken) keep(update)
      return {
        // The window has its own steps already; the corrected surrogate pairs reach it as changes of somebody else.
        answer: { kind: 'accepted', version },
        stored: inStored,
        announced: { version, updates: taken },
      }
    },

    replace(text, isUndoStep = false) {
      const before = wholeText(stored)
      if (text === before) return undefined
      const shown = inEditor(before, lineEnd)
      // Where the new text has mixed line breaks, they are ordinary characters from now on: no byte of them is changed.
      if (lineEnd === '\r\n' && /(?<!\r)\n/.test(text)) lineEnd = '\n'
      const changes = textChanges(shown, inEditor(text, lineEnd))
      const update = { clientId: null, changes: [...changes], ...(isUndoStep && { isUndoStep }) }
      stored = longText(text)
      keep(update)
      return { version, updates: [update] }
    },
  }
}

/** Changes in a window's offsets as changes of the stored text. Throws a RangeError where they reach past its end. */
function toStored(text: LongText, changes: readonly TextChange[], lineEnd: LineEnd): readonly TextChange[] {
  if (lineEnd === '\n') return changes
  const end = editorOffset(text, text.length)
  return changes.map(({ from, to, insert }) => {
    if (to > end) throw new RangeError(`change ${from}..${to} reaches past the end of the text`)
    return { from: storedOffset(text, from), to: storedOffset(text, to), insert: inStore(insert, lineEnd) }
  })
}

function toEditor(text: LongText, changes: readonly TextChange[], lineEnd: LineEnd): TextChange[] {
  if (lineEnd === '\n') return [...changes]
  return changes.map(({ from, to, insert }) => ({
    from: editorOffset(text, from),
    to: editorOffset(text, to),
    insert,
  }))
}

/** The changes that replace halves of surrogate pairs, which earlier changes left in `text`, by visible characters. */
function tornPairs(text: LongText, changes: readonly TextChange[]): readonly TextChange[] {
  const mended: TextChange[] = []
  let shift = 0
  for (const { from, to, insert } of changes) {
    const start = Math.max(0, from + shift - 2)
    const end = Math.min(text.length, from + shift + insert.length + 2)
    shift += insert.length - (to - from)
    for (const { index } of sliceText(text, start, end).matchAll(/\p{Surrogate}/gu)) {
      const at = start + index
      // At the edges of the slice the slice itself may have cut a pair.
      const isCut = (index === 0 && start > 0) || (at === end - 1 && end < text.length)
      if (!isCut && at > (mended.at(-1)?.from ?? -1)) mended.push({ from: at, to: at + 1, insert: '\uFFFD' })
    }
  }
  return mended
}
