import { closeCompletion, completionStatus } from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import { EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap, runScopeHandlers, ViewPlugin, type PluginValue } from '@codemirror/view'
import { getCM, vim, Vim, type CodeMirror } from '@replit/codemirror-vim'
import { takeBegunBack } from '../markdown/link-mark'
import { isTextPress, isVimTyping, type VimMode } from './text-keys'
import { nextCell, previousCell } from '../tables/table-cells'
import { TypedRun } from './typed-run'
import { defineCommands } from './vim-commands'
import { Inserts, undoByInserts } from './vim-inserts'
import { defineLineCommands, defineOperators, endLines, nestByIndent, partNumbers } from './vim-lines'
import { vimLook } from './vim-look'
import { plainMessages } from './vim-messages'
import { defineMotions, viewOf } from './vim-motions'
import { fitToScreen } from './vim-screen'
import { guardLines, guardSearch } from './vim-search'
import { byCommand, vimSurroundings } from './vim-surroundings'

const { getVimGlobalState_: globalState } = Vim

defineMotions()
defineCommands()
defineOperators()
defineLineCommands()
guardLines()
undoByInserts((cm) => viewOf(cm).plugin(companion)?.inserts)

const isTyping = (view: EditorView): boolean => isVimTyping((view.dom.dataset['vim'] ?? 'normal') as VimMode)

/** The text in which a command of Vim is running. */
let commanded: EditorView | undefined

const companion = ViewPlugin.define((view) => new Companion(view))

/** Tracks the mode, and the text typed since insert mode began. */
class Companion implements PluginValue {
  readonly run = new TypedRun()
  readonly inserts = new Inserts()
  private readonly cm: CodeMirror
  private readonly noteMode = () => {
    this.run.begin()
    this.tellMode()
    this.inserts.modeChanged(this.view.state, isTyping(this.view))
  }
  /** The number of changes to the text since the command line opened. */
  private changed = 0
  private readonly nameField = () => {
    const field = this.cm.state.dialog?.querySelector('input')
    field?.setAttribute('aria-label', 'Command line of vim')
    if (field?.value === '') this.changed = 0
  }

  constructor(readonly view: EditorView) {
    const cm = getCM(view)
    if (cm === null) throw new Error('The keys of vim are not there.')
    this.cm = cm
    fitToScreen(cm, view)
    guardSearch(cm)
    endLines(cm)
    nestByIndent(cm, view)
    partNumbers(cm)
    plainMessages(cm, () => this.changed)
    cm.on('vim-mode-change', this.noteMode)
    cm.on('dialog', this.nameField)
    this.tellMode()
  }

  update(update: Parameters<NonNullable<PluginValue['update']>>[0]): void {
    const { state, view } = update
    this.inserts.update(update)
    this.changed += update.transactions.filter(({ docChanged }) => docChanged).length
    if (isTyping(view)) return this.run.update(update)
    const isTakenBack = update.transactions.some((one) => one.isUserEvent('undo') || one.isUserEvent('redo'))
    if (isTakenBack && !state.selection.main.empty) queueMicrotask(() => this.clearSelection())
    // Text inserted by a command of Vim is not typed, so it opens no completion.
    if (completionStatus(state) !== null)
      setTimeout(() => completionStatus(view.state) !== null && !isTyping(view) && closeCompletion(view))
  }

  /**
   * Vim would repeat the typed letters; the text to repeat is the one that smart typing and Backspace have made of
   * them.
   */
  leaveTyping(): void {
    const words = this.run.words(this.view.state)
    if (words === undefined || this.cm.state.overwrite === true) return
    const { macroModeState } = globalState()
    macroModeState.lastInsertModeChanges.changes = [words]
    macroModeState.lastInsertModeChanges.maybeReset = false
  }

  /**
   * Clears a selection made by undo or redo of the window: it is not the writer's choice, and the next key would apply
   * to all of it.
   */
  private clearSelection(): void {
    const { from, to } = this.view.state.selection.main
    if (from < to) this.view.dispatch({ selection: { anchor: from } })
  }

  private tellMode(): void {
    const { vim: state, overwrite } = this.cm.state
    this.view.dom.dataset['vim'] =
      state?.insertMode === true
        ? overwrite === true
          ? 'replace'
          : 'insert'
        : state?.visualMode !== true
          ? 'normal'
          : state.visualLine
            ? 'visual line'
            : state.visualBlock
              ? 'visual block'
              : 'visual'
    this.view.state.facet(vimSurroundings).modeChanged()
  }

  destroy(): void {
    this.cm.off('vim-mode-change', this.noteMode)
    this.cm.off('dialog', this.nameField)
    delete this.view.dom.dataset['vim']
    this.view.state.facet(vimSurroundings).modeChanged()
  }
}

const leavesTyping = ({ key, ctrlKey }: KeyboardEvent): boolean =>
  key === 'Escape' || (ctrlKey && (key === '[' || key === 'c'))

/** Commands after which Vim would keep a selection that it could not change. */
const CHANGES: ReadonlySet<string> = new Set(['c', 'C', 's', 'S'])

/**
 * Whether Vim must not see a key press. Vim takes a non-Latin letter for the key in its position, Cyrillic о for j, and
 * would do so with other signs too: ß, beside 0, for s.
 */
function isNothing({ key, code, ctrlKey, metaKey, altKey }: KeyboardEvent, view: EditorView): boolean {
  const vimState = getCM(view)?.state.vim
  if (vimState?.expectLiteralNext === true || ctrlKey || metaKey || altKey) return false
  if (key.length === 1 && key > '~' && !/^Key[A-Z]$/.test(code)) return true
  const isBegun = (vimState?.inputState.keyBuffer.length ?? 0) > 0 || vimState?.inputState.operator
  return view.state.readOnly && !isBegun && CHANGES.has(key)
}

/** Handles keys before Vim. */
const beforeVim = EditorView.domEventHandlers({
  keydown(press, view) {
    if (!isTyping(view)) {
      commanded = view
      view.plugin(companion)?.inserts.keyPressed(view.state)
      queueMicrotask(() => (commanded = undefined))
      return isNothing(press, view)
    }
    if (!leavesTyping(press) || press.isComposing) return false
    // As everywhere, the first Escape closes the menu.
    if (press.key === 'Escape' && completionStatus(view.state) === 'active')
      return runScopeHandlers(view, press, 'editor')
    takeBegunBack(view)
    view.plugin(companion)?.leaveTyping()
    return false
  },
})

const DELETING_OR_ENTER: ReadonlySet<string> = new Set(['Enter', 'Backspace', 'Delete'])

/**
 * Consumes keys that Vim did not use, as Ctrl+B after `g`: Stet's commands for them would change the text. Copying is
 * left to the browser.
 */
const behindVim = EditorView.domEventHandlers({
  keydown(press, view) {
    const { key, ctrlKey, metaKey, altKey } = press
    if (isTextPress('vim', press, view.contentDOM)) return key.toLowerCase() !== 'c'
    return !isTyping(view) && !ctrlKey && !metaKey && !altKey && DELETING_OR_ENTER.has(key)
  },
})

/** Makes each command an undo step of its own; its later changes join the first by themselves. */
const steps = EditorState.transactionExtender.of((transaction) => {
  if (commanded?.state !== transaction.startState || !transaction.isUserEvent('input.type.compose'))
    return null
  const isFirst = transaction.isUserEvent('input.type.compose.start')
  return { annotations: [byCommand.of(true), ...(isFirst ? [isolateHistory.of('before')] : [])] }
})

/**
 * Outside insert mode only commands change the text: letters from an input method or a character picker are dropped. A
 * letter composed of keys, such as é, is left to Vim, which may be waiting for one.
 */
const noLetters: Extension = [
  EditorView.inputHandler.of((view, _from, _to, words) => {
    const cm = getCM(view)
    if (cm === null || isTyping(view) || cm.curOp?.isVimOp === true) return false
    const { useNextTextInput } = cm.state.vimPlugin as { readonly useNextTextInput: boolean }
    return words.length > 1 || !useNextTextInput
  }),
  EditorView.domEventHandlers({
    compositionstart(_event, view) {
      if (isTyping(view) || getCM(view)?.state.vim?.expectLiteralNext === true) return false
      // The browser ends a composition when the focus moves.
      view.contentDOM.blur()
      view.focus()
      return false
    },
  }),
]

/** Tab goes through the cells of a table and does nothing else in the text. */
const cells = keymap.of([
  { key: 'Tab', run: (view) => byTab(view, nextCell), shift: (view) => byTab(view, previousCell) },
])

function byTab(view: EditorView, go: typeof nextCell): boolean {
  if (isTyping(view) || view.state.readOnly) return false
  if (go(view)) view.dispatch({ selection: { anchor: view.state.selection.main.from } })
  return true
}

/** Vim's keys, with priority over all other keys in the text. */
export const vimKeys: Extension = [
  vimLook,
  Prec.highest([beforeVim, noLetters, cells]),
  Prec.high([vim(), behindVim, companion]),
  steps,
]

/** Replays a key that was pressed before Vim was loaded. */
export function pressHeld(view: EditorView, press: KeyboardEvent): void {
  const again = new KeyboardEvent('keydown', {
    key: press.key,
    code: press.code,
    bubbles: true,
    cancelable: true,
  })
  if (view.contentDOM.dispatchEvent(again))
    view.dispatch(view.state.replaceSelection(press.key), { userEvent: 'input.type', scrollIntoView: true })
}
