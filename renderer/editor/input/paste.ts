import {
  EditorSelection,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type SelectionRange,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { attempt } from '../../../shared/thrown'
import { withLineFeeds } from '../../../shared/text/normal-form'
import type { TakeFile } from './attachments'
import { createHtmlConversion, plainTextOf } from './html-conversion'
import { joinsList, placeBlocks, placeLines, type AroundPaste, type Placed } from './pasted-blocks'
import { isInItem } from '../markdown/list-levels'
import { CODE, isWithin } from '../markdown/syntax'
import { copiedTable, pastedText } from '../tables/cell-clipboard'

/** Shared by all editors of the window. */
const conversion = createHtmlConversion()

/** The selection at the beginning of a paste, mapped through later changes. */
interface Target {
  readonly paste: symbol
  readonly selection: EditorSelection
}

const begun = StateEffect.define<Target>()
const over = StateEffect.define<symbol>()

/**
 * The writer may type while the worker converts. Each paste goes to the place where it was requested, before the text
 * typed there since, and replaces the selection of that time only if nothing was typed into it.
 */
const targets = StateField.define<readonly Target[]>({
  create: () => [],
  update(before, { docChanged, changes, effects }) {
    let next = before
    if (docChanged)
      next = next.map(({ paste, selection }) => ({
        paste,
        selection: EditorSelection.create(
          selection.ranges.map(({ from, to }) => {
            const start = changes.mapPos(from, -1)
            const isTouched = changes.touchesRange(from, to) !== false
            return EditorSelection.range(start, isTouched ? start : changes.mapPos(to, 1))
          }),
          selection.mainIndex,
        ),
      }))
    for (const effect of effects)
      if (effect.is(begun)) next = [...next, effect.value]
      else if (effect.is(over)) next = next.filter(({ paste }) => paste !== effect.value)
    return next
  },
})

const underWay = new WeakMap<EditorView, Promise<unknown>>()

/** Resolves when everything pasted into this editor is in its text; `undefined` if no paste is under way. */
export const pasting = (view: EditorView): Promise<unknown> | undefined => underWay.get(view)

/**
 * Converts pasted formatted text to markdown, in one undo step. Source is pasted unchanged: in code, and from editors
 * that include their colours. A paste without formatting (Ctrl+Shift+V) contains none. `take` stores the pictures that
 * are within the HTML. `pastedPlain` is called if the formatting was dropped because the conversion took too long.
 */
export function formattedPaste(take: TakeFile, pastedPlain: () => void): Extension {
  const handlers = EditorView.domEventHandlers({
    // The worker has started by the time something is pasted.
    focus: () => void requestIdleCallback(() => conversion.prepare()),
    paste(event, view) {
      const { clipboardData } = event
      if (clipboardData === null || view.state.readOnly) return false
      const html = clipboardData.getData('text/html')
      const plain = pastedText(plainTextOf(clipboardData), html)
      const blocks = !html && plain ? pastedBlocks(view.state, plain) : undefined
      if (blocks !== undefined) {
        event.preventDefault()
        insert(view, view.state.selection, blocks)
        return true
      }
      // A picture that is copied alone has no plain text.
      if (!html || clipboardData.types.includes('vscode-editor-data')) return false
      const isInCode = isWithin(view.state, view.state.selection.main.head, CODE)
      if (isInCode || /^https?:\/\/\S+$/.test(plain)) {
        // The editor itself pastes what is there as plain text.
        if (clipboardData.getData('text/plain') !== '') return false
        event.preventDefault()
        insert(view, view.state.selection, { insert: withLineFeeds(plain), cut: 0 })
        return true
      }
      event.preventDefault()
      const paste = Symbol('paste')
      view.dispatch({ effects: begun.of({ paste, selection: view.state.selection }) })
      const converted = withStoredPictures(html, take).then((stored) =>
        conversion.convert(stored, lastNote(view.state)),
      )
      const inserted = converted.then((result) => {
        const { state } = view
        const target = state.field(targets).find((one) => one.paste === paste)?.selection ?? state.selection
        const text =
          result.kind === 'markdown'
            ? placed(state, target.main, result.markdown, plain)
            : { insert: withLineFeeds(plain), cut: 0 }
        insert(view, target, text, over.of(paste))
        if (result.kind === 'given-up') pastedPlain()
      })
      const all = Promise.allSettled([underWay.get(view), inserted])
      underWay.set(view, all)
      void all.then(() => underWay.get(view) === all && underWay.delete(view))
      return true
    },
  })
  return [targets, handlers]
}

const DATA_PICTURE = /(\ssrc\s{0,9}=\s{0,9}["'])data:image\/([a-z0-9]{1,10})[^"',]{0,100};base64,([^"']*)/gi

/** A picture of a checkbox, which becomes a sign. */
const TICK = /\s(?:(?:aria-roledescription|role)=["']?checkbox|alt=["']?(?:un)?checked["'])/i
/** The rest of a tag is not read beyond this many characters. */
const TAG_MAX = 1_000

/** The HTML with links to stored files in place of the pictures that are within it. */
async function withStoredPictures(html: string, take: TakeFile): Promise<string> {
  const parts: string[] = []
  let done = 0
  for (const { index, 0: whole, 1: before = '', 2: kind = '', 3: base64 = '' } of html.matchAll(
    DATA_PICTURE,
  )) {
    const end = index + whole.length
    const [tagEnd = ''] = html.slice(end, end + TAG_MAX).split('>', 1)
    if (TICK.test((html.slice(done, index).split('<').at(-1) ?? '') + tagEnd)) continue
    const bytes = attempt(() => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
    const name = `Image.${kind.toLowerCase().replace('jpeg', 'jpg')}`
    const taken = bytes && (await take(new File([bytes], name)))
    parts.push(html.slice(done, index), before, taken?.link ?? '')
    done = end
  }
  return parts.join('') + html.slice(done)
}

/** The highest number of a footnote in the text: pasted text has notes of its own. */
const lastNote = ({ doc }: EditorState): number =>
  Array.from(doc.toString().matchAll(/\[\^(\d{1,9})\]/g), ([, label]) => Number(label)).reduce(
    (most, number) => Math.max(most, number),
    0,
  )

/** Plain text that forms blocks: cells copied here, or a list or lines that go into a list. */
function pastedBlocks(state: EditorState, plain: string): Placed | undefined {
  if (state.readOnly || isWithin(state, state.selection.main.head, CODE)) return undefined
  const [there, words] = [around(state), withLineFeeds(plain)]
  const isInOneItem = state.selection.ranges.length === 1 && isInItem(state)
  const blocks = copiedTable(plain) ?? (joinsList(words, there, isInOneItem) ? words : undefined)
  if (blocks !== undefined) return placeBlocks(blocks, there)
  return isInOneItem ? placeLines(words, there) : undefined
}

function insert(
  view: EditorView,
  target: EditorSelection,
  { insert: text, cut }: Placed,
  ...effects: readonly StateEffect<symbol>[]
): void {
  const { state } = view
  // With several selections, only the main one is known to have a list mark before it.
  const cutThere = target.ranges.length === 1 ? cut : 0
  const changes = state.changes(
    target.ranges.map(({ from, to }) => ({ from: from - cutThere, to, insert: text })),
  )
  const hasMoved = !target.ranges.every(({ from, to }, index) => {
    const now = state.selection.ranges[index]
    return now?.from === from && now.to === to
  })
  view.dispatch({
    changes,
    // If the writer has moved the cursor, it stays; otherwise it goes after the pasted text.
    selection: hasMoved
      ? state.selection.map(changes, 1)
      : EditorSelection.create(
          target.ranges.map(({ to }) => EditorSelection.cursor(changes.mapPos(to, 1))),
          target.mainIndex,
        ),
    effects,
    userEvent: 'input.paste',
    scrollIntoView: !hasMoved,
  })
}

/** Matches text that begins a block, or contains a line break that is not within a paragraph. */
const BLOCK = /^(?:#{1,6} |[-*+>] |\d+[.)] |```|~~~|---$)|(?:^|[^\\])\n/

function around({ doc, selection }: EditorState, { from, to } = selection.main): AroundPaste {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)]
  return { before: first.text.slice(0, from - first.from), after: last.text.slice(to - last.from) }
}

function placed(state: EditorState, target: SelectionRange, markdown: string, plain: string): Placed {
  if (BLOCK.test(markdown)) return placeBlocks(markdown, around(state, target))
  // Only the plain text contains the spaces around a phrase.
  const [before, after] = [plain.startsWith(' ') ? ' ' : '', plain.endsWith(' ') ? ' ' : '']
  return { insert: before + markdown + after, cut: 0 }
}
