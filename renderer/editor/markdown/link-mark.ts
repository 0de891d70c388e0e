import { completionStatus } from '@codemirror/autocomplete'
import {
  Annotation,
  EditorSelection,
  EditorState,
  Prec,
  StateField,
  type ChangeSet,
  type StateCommand,
} from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { addressFor } from '../../../shared/markdown/links'
import type { Span } from '../../../shared/text/span'
import { vimModeOf } from '../keys/text-keys'
import { hasMark, nodeAt, overWords } from './formatting'
import { blockWords, marking } from './inline-blocks'
import { CODE, isWithin } from './syntax'

const ADDRESS = /^(https?:\/\/|mailto:)\S+$/

/** The maximum length of an address. */
const ADDRESS_MAX = 2_000

/**
 * Makes a link of the selected words, or of the word at a cursor; with several blocks or cells, one link in each and a
 * cursor in every address. Links among the words are left unchanged. A selected address becomes the address of a link;
 * in a link, the address is selected; without a word, an empty link is inserted.
 */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const annotations = beginsLink.of(true)
  dispatch(state.update(linking(state), { annotations, scrollIntoView: true, userEvent: 'input.format' }))
  return true
}

/** True when links are begun or an address is to be edited; false when an address is complete. */
export const beginsLink = Annotation.define<boolean>()

interface UnfinishedLink {
  /** The selection before the command. */
  readonly chosen: EditorSelection
  /** Whether the link existed before. */
  readonly isOld: boolean
}

/** The links that were begun last. */
const lastUnfinished = StateField.define<UnfinishedLink | undefined>({
  create: () => undefined,
  update(before, transaction) {
    const { changes, docChanged, startState } = transaction
    const begins = transaction.annotation(beginsLink)
    if (begins === false) return undefined
    const last = begins === true ? { chosen: startState.selection, isOld: !docChanged } : before
    return last && docChanged ? { ...last, chosen: last.chosen.map(changes) } : last
  },
})

function linking(state: EditorState) {
  const { main, ranges } = state.selection
  if (main.empty && nodeAt(state, main.head, 'Link') !== undefined) return atAddress(state, main.head)
  const spans = main.empty ? [state.wordAt(main.head) ?? main] : ranges
  const pieces = spans.flatMap((span) => blockWords(state, span))
  const [piece] = pieces
  if (piece === undefined) return begun({ from: main.to, to: main.to }, '[]()')
  const words = state.sliceDoc(piece.from, piece.to)
  if (pieces.length === 1 && ADDRESS.test(words)) return begun(piece, `[](${addressFor(words)})`)
  if (!main.empty && hasMark(state, '[')) return overWords(state, '[')
  const changes = state.changes(marking(state, spans, '[', true))
  const places = addressesOf(changes)
  return changes.empty
    ? atAddress(state, piece.from)
    : { changes, ...(places.length > 0 && { selection: EditorSelection.create(places) }) }
}

/** Encodes an address that is pasted into a link or onto words, so that it is valid as the address of a link. */
export const pastedAddress = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.isUserEvent('input.paste')) return transaction
  const { newDoc } = transaction
  const changes: { readonly from: number; readonly to: number; readonly insert: string }[] = []
  let selection: { readonly anchor: number } | undefined
  transaction.changes.iterChanges((_fromA, _toA, from, to, inserted) => {
    // For a paste onto words, the brackets around the address are inserted with it.
    const begins = inserted.sliceString(0, 2) === '](' ? from + 2 : from
    const ends = begins > from ? to - 1 : to
    const address = newDoc.sliceString(begins, Math.min(ends, begins + ADDRESS_MAX + 1))
    const isAddress =
      newDoc.sliceString(begins - 2, begins) === '](' && newDoc.sliceString(ends, ends + 1) === ')'
    if (!isAddress || address.length > ADDRESS_MAX || /^<|[\n"']/.test(address)) return
    const insert = addressFor(address)
    if (insert !== address) changes.push({ from: begins, to: ends, insert })
    // Otherwise the words would stay selected, and typing would replace them.
    if (begins > from && transaction.selection === undefined)
      selection = { anchor: begins + insert.length + 1 }
  })
  return changes.length === 0 && selection === undefined
    ? transaction
    : [transaction, { changes, selection, sequential: true }]
})

const begun = ({ from, to }: Span, insert: string) => ({
  changes: { from, to, insert },
  selection: EditorSelection.cursor(from + 1),
})

/** A cursor in each address to be written. */
function addressesOf(changes: ChangeSet) {
  const places: ReturnType<typeof EditorSelection.cursor>[] = []
  changes.iterChanges((_fromA, _toA, from, _to, inserted) => {
    const at = inserted.toString().indexOf('](')
    if (at >= 0) places.push(EditorSelection.cursor(from + at + 2))
  })
  return places
}

/** The address of a link, selected for editing. */
function atAddress(state: EditorState, place: number) {
  const link = nodeAt(state, place, 'Link')
  const url = link?.getChild('URL')
  const end = link?.getChildren('LinkMark')[2]
  if (url != null) return { selection: EditorSelection.single(url.from, url.to) }
  return end === undefined ? {} : { selection: EditorSelection.cursor(end.to) }
}

/** The words of the link at a position, its address with the rest of the text in the brackets, and its ends. */
function partsAt(state: EditorState, place: number) {
  const link = nodeAt(state, place, 'Link')
  const [begin, middle, opening, closing] = link?.getChildren('LinkMark') ?? []
  if (begin === undefined || middle === undefined || opening === undefined || closing === undefined)
    return undefined
  return {
    begin: begin.from,
    words: { from: begin.to, to: middle.from },
    address: { from: opening.to, to: closing.from },
    end: closing.to,
  }
}

const isAt = ({ from, to }: Span, place: number): boolean => from <= place && place <= to

/**
 * Goes from the words of a link without an address to its address. Words that are an address become that of the link,
 * and the cursor leaves the link. False elsewhere.
 */
export const toAddress: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection
  const parts = main.empty ? partsAt(state, main.head) : undefined
  if (parts === undefined || !isAt(parts.words, main.head) || parts.address.from < parts.address.to)
    return false
  const { from } = parts.address
  const words = state.sliceDoc(parts.words.from, parts.words.to)
  const insert = ADDRESS.test(words) && !state.readOnly ? addressFor(words) : ''
  dispatch(
    state.update(
      insert === ''
        ? { selection: { anchor: from }, userEvent: 'select' }
        : {
            changes: { from, insert },
            selection: { anchor: parts.end + insert.length },
            annotations: beginsLink.of(false),
            userEvent: 'input.complete',
          },
      { scrollIntoView: true },
    ),
  )
  return true
}

const leaving =
  (mayBeEmpty: boolean): StateCommand =>
  ({ state, dispatch }) => {
    if (completionStatus(state) === 'active') return false
    const ends = state.selection.ranges.map(({ from, to }) => {
      const parts = partsAt(state, from)
      if (parts === undefined || !isAt(parts.address, from) || !isAt(parts.address, to)) return undefined
      return mayBeEmpty || parts.address.from < parts.address.to ? parts.end : undefined
    })
    if (ends.some((end) => end === undefined)) return leaveTyped({ state, dispatch })
    const selection = EditorSelection.create(
      ends.map((end = 0) => EditorSelection.cursor(end)),
      state.selection.mainIndex,
    )
    const annotations = beginsLink.of(false)
    dispatch(state.update({ selection, annotations, scrollIntoView: true, userEvent: 'select' }))
    return true
  }

/** Leaves an address and goes after the link. In a completion list, Enter chooses a completion instead. */
export const leaveAddress = leaving(true)

/** Leaves a non-empty address and goes after the link. */
export const leaveWritten = leaving(false)

/** Like `leaveAddress`, for an address that was begun or selected here last. */
export const leaveBegun: StateCommand = (target) => {
  const { doc, selection } = target.state
  const chosen = target.state.field(lastUnfinished)?.chosen.ranges ?? []
  const isBegun = selection.ranges.every(({ head }) =>
    chosen.some(({ from, to }) => from <= head && doc.lineAt(to).number === doc.lineAt(head).number),
  )
  return isBegun && leaveWritten(target)
}

/** Leaves text that is not a valid address because of spaces or brackets, and makes it one. */
const leaveTyped: StateCommand = ({ state, dispatch }) => {
  const { head, empty } = state.selection.main
  const line = state.doc.lineAt(head)
  const before = state.sliceDoc(Math.max(line.from, head - ADDRESS_MAX), head)
  const address = /\[[^\][\n]*\]\((<[^<>\n]*>|(?:[^()\n]|\([^()\n]*\))+)$/.exec(before)?.[1]
  const isInAddress = address !== undefined && state.sliceDoc(head, head + 1) === ')'
  if (!empty || !isInAddress || state.readOnly || isWithin(state, head, CODE)) return false
  // A title may follow the address, which is valid already then.
  const insert = /^<|["']/.test(address) ? address : addressFor(address)
  const from = head - address.length
  dispatch(
    state.update(
      insert === address
        ? { selection: { anchor: head + 1 }, userEvent: 'select' }
        : {
            changes: { from, to: head, insert },
            selection: { anchor: from + insert.length + 1 },
            userEvent: 'input.complete',
          },
    ),
  )
  return true
}

/**
 * Removes links that were begun here and have no address or no words yet, keeping the part that exists. False
 * elsewhere.
 */
export const takeBegunBack: StateCommand = ({ state, dispatch }) => {
  const { chosen, isOld } = state.field(lastUnfinished) ?? {}
  if (state.readOnly || chosen === undefined || isOld === true || completionStatus(state) === 'active')
    return false
  const signs: Span[] = []
  for (const { head } of state.selection.ranges) {
    const parts = partsAt(state, head)
    if (parts === undefined) return false
    const { begin, words, address, end } = parts
    const isWhole = words.from < words.to && address.from < address.to
    if (isWhole || !chosen.ranges.some(({ from, to }) => from <= end && begin <= to)) return false
    signs.push(
      { from: begin, to: words.from },
      { from: words.to, to: address.from },
      { from: address.to, to: end },
    )
  }
  const changes = state.changes(signs)
  const selection = (chosen.main.empty ? state.selection : chosen).map(changes)
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'input.format' }))
  return true
}

/** Removes links that were only begun, if the cursor is in their empty words or address. False elsewhere. */
export const deleteBegun: StateCommand = (target) => {
  const isInEmpty = target.state.selection.ranges.every(({ head }) => {
    const { words, address } = partsAt(target.state, head) ?? {}
    return [words, address].some((part) => part?.from === head && part.to === head)
  })
  return isInEmpty && takeBegunBack(target)
}

/**
 * A link that is being written contains no line break: Enter goes from its words to its address, and out of that, as
 * Escape does if there is an address. A link that was only begun is removed by Escape, and by deleting keys where it is
 * empty. In Vim's normal mode Escape moves no cursor.
 */
export const addressKeys = [
  lastUnfinished,
  Prec.highest(
    keymap.of([
      {
        key: 'Enter',
        run: (view) => leaveAddress(view) || (completionStatus(view.state) !== 'active' && toAddress(view)),
      },
      {
        key: 'Escape',
        run: (view) => takeBegunBack(view) || (vimModeOf(view.dom) === undefined && leaveWritten(view)),
      },
      { key: 'Backspace', run: deleteBegun, shift: deleteBegun },
      { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteBegun },
      { key: 'Delete', run: deleteBegun },
      { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteBegun },
    ]),
  ),
]
