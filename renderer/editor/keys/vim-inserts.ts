import { undoDepth } from '@codemirror/commands'
import type { EditorState } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import { CodeMirror } from '@replit/codemirror-vim'

/** The depth of the undo history before and after an insert. */
interface Insert {
  readonly from: number
  readonly to: number
}

/**
 * The inserts of a text. An insert may be several steps for Ctrl+Z, which goes back by a few words; for `u` it is one,
 * together with the command that began it, as in Vim. Inserts that are not known, as after a restart, are undone by
 * steps.
 */
export class Inserts {
  private all: readonly Insert[] = []
  /** The depth before the key that may begin an insert. */
  private before = 0
  private from: number | undefined

  keyPressed(state: EditorState): void {
    this.before = undoDepth(state)
  }

  modeChanged(state: EditorState, isTyping: boolean): void {
    if (isTyping) this.from ??= Math.min(this.before, undoDepth(state))
    else this.end(state)
  }

  /** Arrow keys and clicks end an insert and begin the next one, as in Vim. */
  update({ startState, state, transactions }: ViewUpdate): void {
    if (transactions.some((one) => one.isUserEvent('undo') || one.isUserEvent('redo'))) return
    const [past, now] = [undoDepth(startState), undoDepth(state)]
    if (now < past) this.all = []
    else if (now > past) this.all = this.all.filter(({ to }) => to <= past)
    const isMoved = transactions.some((one) => one.isUserEvent('select') && !one.docChanged)
    if (!isMoved || this.from === undefined) return
    this.end(state)
    this.from = now
  }

  /** The depth to which `u` goes: that before the insert that ends here, or else one step back. */
  depthBefore(depth: number): number {
    return this.all.findLast(({ from, to }) => from < depth && depth <= to)?.from ?? depth - 1
  }

  depthAfter(depth: number): number {
    return this.all.findLast(({ from, to }) => from <= depth && depth < to)?.to ?? depth + 1
  }

  private end(state: EditorState): void {
    const to = undoDepth(state)
    if (this.from !== undefined && this.from < to) this.all = [...this.all, { from: this.from, to }]
    this.from = undefined
    this.before = to
  }
}

/** Makes `u` and Ctrl+R go by inserts. */
export function undoByInserts(insertsOf: (cm: CodeMirror) => Inserts | undefined): void {
  const { undo, redo } = CodeMirror.commands
  const go = (
    cm: CodeMirror,
    step: (cm: CodeMirror) => void,
    to: (inserts: Inserts, depth: number) => number,
  ) => {
    const inserts = insertsOf(cm)
    if (inserts === undefined) return step(cm)
    const depth = () => undoDepth(cm.cm6.state)
    const end = to(inserts, depth())
    for (let at = depth(), last = NaN; at !== end && at !== last; at = depth()) {
      last = at
      step(cm)
    }
  }
  CodeMirror.commands.undo = (cm: CodeMirror) => go(cm, undo, (inserts, depth) => inserts.depthBefore(depth))
  CodeMirror.commands.redo = (cm: CodeMirror) => go(cm, redo, (inserts, depth) => inserts.depthAfter(depth))
}
