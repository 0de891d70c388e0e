import { runScopeHandlers, type Command } from '@codemirror/view'
import { CodeMirror, Vim, type ActionFn, type CM5EditorInterface } from '@replit/codemirror-vim'
import { FOLD_COMMANDS } from '../folding/fold-commands'
import { foldsAt, toggleFoldAt } from '../folding/folds'
import { say } from './vim-messages'
import { thingAround, viewOf } from './vim-motions'
import { vimSurroundings } from './vim-surroundings'

const around = (cm: CM5EditorInterface) => viewOf(cm).state.facet(vimSurroundings)

/**
 * Defines the commands for saving and closing. Every word is saved as it is typed, so nothing is discarded, not even by
 * `:q!`.
 */
function defineEx(): void {
  for (const [name, prefix] of [
    ['write', 'w'],
    ['wall', 'wa'],
    ['update', 'up'],
  ] as const)
    Vim.defineEx(name, prefix, (cm) => around(cm).save())
  for (const [name, prefix] of [
    ['quit', 'q'],
    ['wq', 'wq'],
    ['xit', 'x'],
    ['exit', 'exi'],
    ['close', 'clo'],
  ] as const)
    Vim.defineEx(name, prefix, (cm) => around(cm).saveAndLeave())
}

type Actions = Readonly<Record<string, ActionFn & ((cm: unknown, ...more: unknown[]) => void)>>

/** Inserts a line as Enter does, continuing a list or quotation. */
function enter(cm: CM5EditorInterface): void {
  const press = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 13 })
  runScopeHandlers(viewOf(cm), press, 'editor')
}

const newLine: ActionFn = function (this: Actions, cm, args, vim) {
  const view = viewOf(cm)
  const { doc, readOnly } = view.state
  if (readOnly) return
  vim.insertMode = true
  const number = cm.getCursor().line + 1
  if (args.after !== true && number === 1) {
    cm.replaceRange('\n', new CodeMirror.Pos(0, 0))
    cm.setCursor(0, 0)
  } else {
    const line = doc.line(args.after === true ? number : number - 1)
    // After folded text, because a new line inside it would be hidden.
    const fold = foldsAt(view.state, line.from, line.to).find(({ from }) => from === line.to)
    cm.setCursor(cm.posFromIndex(fold?.to ?? line.to))
    enter(cm)
  }
  this['enterInsertMode']?.(cm, { repeat: args.repeat }, vim)
}

/** Starts typing after the character under the cursor, which may be an image or formula. */
const append: ActionFn = function (this: Actions, cm, args, vim) {
  const place = cm.indexFromPos(cm.getCursor())
  const thing = thingAround(viewOf(cm), place, true)
  const where =
    thing === undefined ? { insertAt: 'charAfter' } : { insertAt: 'inplace', head: cm.posFromIndex(thing.to) }
  this['enterInsertMode']?.(cm, { ...args, ...where }, vim)
}

const put: ActionFn = function (this: Actions, cm, args, vim) {
  const { registerName } = args as { readonly registerName?: string }
  if (registerName === '+')
    say(cm, 'Stet reads the clipboard only where you paste. Press i, and then Ctrl+V.')
  else {
    const register = Vim.getRegisterController().getRegister(registerName)
    this['continuePaste']?.(cm, args, vim, register.toString(), register)
  }
}

const byFoldCommand =
  (command: Command): ActionFn =>
  (cm) =>
    void command(viewOf(cm))

function defineActions(): void {
  Vim.defineAction('newLineAndEnterInsertMode', newLine)
  Vim.defineAction('append', append)
  Vim.defineAction('paste', put)
  Vim.mapCommand('a', 'action', 'append', {}, { isEdit: true, context: 'normal' })
  for (const keys of ['ZZ', 'ZQ']) {
    Vim.defineAction('saveAndLeave', (cm) => around(cm).saveAndLeave())
    Vim.mapCommand(keys, 'action', 'saveAndLeave', {}, { context: 'normal' })
  }
  const folds: Readonly<Record<string, ActionFn>> = {
    zo: byFoldCommand(FOLD_COMMANDS.unfold),
    zc: byFoldCommand(FOLD_COMMANDS.fold),
    za: byFoldCommand((view) => (toggleFoldAt(view, view.state.selection.main.head), true)),
    zM: byFoldCommand(FOLD_COMMANDS['fold-all']),
    zR: byFoldCommand(FOLD_COMMANDS['unfold-all']),
  }
  for (const [keys, run] of Object.entries(folds)) {
    Vim.defineAction(`fold ${keys}`, run)
    Vim.mapCommand(keys, 'action', `fold ${keys}`, {}, { context: 'normal' })
  }
  // Readers cannot see comments, and the indentation of prose cannot be computed, so these keys do nothing.
  for (const keys of ['gc', '=', 'g?']) Vim.mapCommand(keys, 'idle', '', {}, {})
}

export function defineCommands(): void {
  defineEx()
  defineActions()
}
