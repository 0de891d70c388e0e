import { ensureSyntaxTree, syntaxTree, syntaxTreeAvailable } from '@codemirror/language'
import { ViewPlugin, type EditorView, type PluginValue, type ViewUpdate } from '@codemirror/view'

/** As far below the screen as CodeMirror's own worker goes, which then finds nothing left to do. */
const AHEAD_CHARACTERS = 100_000
const SLICE_MS = 8
const WAIT_MS_MAX = 50

/**
 * Parses what is on screen and a little more, some milliseconds at a time, from the first idle moment on. CodeMirror's
 * own worker begins 100 ms later, takes up to 100 ms at once, and rests as long: what is far down in a long text would
 * be without its style for twice the time.
 */
class ParseAhead implements PluginValue {
  private idle: number | undefined

  constructor(private readonly view: EditorView) {
    this.goOn()
  }

  update({ docChanged, viewportChanged, state }: ViewUpdate): void {
    if ((docChanged || viewportChanged) && !syntaxTreeAvailable(state, this.end())) this.goOn()
  }

  destroy(): void {
    if (this.idle !== undefined) cancelIdleCallback(this.idle)
  }

  private end(): number {
    return Math.min(this.view.state.doc.length, this.view.viewport.to + AHEAD_CHARACTERS)
  }

  private goOn(): void {
    this.idle ??= requestIdleCallback(
      (deadline) => {
        this.idle = undefined
        let tree
        // No time remains as soon as a key or the pointer waits.
        do tree = ensureSyntaxTree(this.view.state, this.end(), SLICE_MS)
        while (tree === null && deadline.timeRemaining() > 2 * SLICE_MS)
        if (tree === null) this.goOn()
        // What stands on the tree is drawn by it.
        else if (tree !== syntaxTree(this.view.state)) this.view.dispatch({})
      },
      { timeout: WAIT_MS_MAX },
    )
  }
}

export const parseAhead = ViewPlugin.fromClass(ParseAhead)
