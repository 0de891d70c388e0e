import {
  EditorSelection,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type SelectionRange,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { createHtmlConversion } from './html-conversion'
import { CODE_BLOCKS, isWithin } from '../markdown/syntax'

/** One for all editors of the window. */
const conversion = createHtmlConversion()

/** What was chosen when a paste began, moved with the text since. */
interface Target {
  readonly paste: symbol
  readonly selection: EditorSelection
}

const begun = StateEffect.define<Target>()
const over = StateEffect.define<symbol>()

/**
 * The writer types on while the worker converts: each paste goes to where it was asked for, before what was typed there
 * since, and it replaces what was chosen then only where nothing has been typed into that since.
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

/** Resolves when everything that was pasted into this editor is in its text; `undefined` where nothing is on its way. */
export const pasting = (view: EditorView): Promise<unknown> | undefined => underWay.get(view)

/**
 * Formatted text that is pasted becomes markdown, in one step to undo. Source stays source: in code, and from editors that
 * give its colours along. Pasted without formatting (Ctrl+Shift+V), there is none to be seen here.
 * `pastedPlain` is told where formatting was left out because converting it took too long.
 */
export function formattedPaste(pastedPlain: () => void): Extension {
  const handlers = EditorView.domEventHandlers({
    // The worker has started by the time something is pasted.
    focus: () => void requestIdleCallback(() => conversion.prepare()),
    paste(event, view) {
      const { clipboardData } = event
      if (clipboardData === null || view.state.readOnly) return false
      const [html, plain] = ['text/html', 'text/plain'].map((type) => clipboardData.getData(type))
      if (!html || !plain || clipboardData.types.includes('vscode-editor-data')) return false
      if (/^https?:\/\/\S+$/.test(plain) || isWithin(view.state, view.state.selection.main.head, CODE))
        return false
      event.preventDefault()
      const paste = Symbol('paste')
      view.dispatch({ effects: begun.of({ paste, selection: view.state.selection }) })
      const inserted = conversion.convert(html).then((result) => {
        insert(view, paste, result.kind === 'markdown' ? result.markdown : undefined, plain)
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

function insert(view: EditorView, paste: symbol, markdown: string | undefined, plain: string): void {
  const { state } = view
  const target = state.field(targets).find((one) => one.paste === paste)?.selection ?? state.selection
  const text =
    markdown === undefined ? plain.replace(/\r\n?/g, '\n') : placed(state, target.main, markdown, plain)
  const changes = state.changes(target.ranges.map(({ from, to }) => ({ from, to, insert: text })))
  const hasMoved = !target.ranges.every(({ from, to }, index) => {
    const now = state.selection.ranges[index]
    return now?.from === from && now.to === to
  })
  view.dispatch({
    changes,
    // Whoever has gone elsewhere stays there; the cursor that waited goes behind what was pasted.
    selection: hasMoved
      ? state.selection.map(changes, 1)
      : EditorSelection.create(
          target.ranges.map(({ to }) => EditorSelection.cursor(changes.mapPos(to, 1))),
          target.mainIndex,
        ),
    effects: over.of(paste),
    userEvent: 'input.paste',
    scrollIntoView: !hasMoved,
  })
}

/** What begins a block by itself, or goes on after a line break that is not within a paragraph. */
const BLOCK = /^(?:#{1,6} |[-*+>] |\d+[.)] |```|~~~|---$)|(?:^|[^\\])\n/

/** A heading, a list or several paragraphs begin on a line of their own, and what follows them does too. */
function placed(state: EditorState, target: SelectionRange, markdown: string, plain: string): string {
  // The space around a phrase stands in its plain text alone.
  if (!BLOCK.test(markdown))
    return `${plain.startsWith(' ') ? ' ' : ''}${markdown}${plain.endsWith(' ') ? ' ' : ''}`
  const { from, to } = target
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
  const before = first.text.slice(0, from - first.from).trim() === '' ? '' : '\n\n'
  const after = last.text.slice(to - last.from).trim() === '' ? '' : '\n\n'
  return before + markdown + after
}

const CODE: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'InlineCode'])
