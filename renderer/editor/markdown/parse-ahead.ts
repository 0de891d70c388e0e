import { ensureSyntaxTree, syntaxTree, syntaxTreeAvailable } from '@codemirror/language'
import { ViewPlugin, type EditorView, type PluginValue, type ViewUpdate } from '@codemirror/view'

/** As far below the screen as CodeMirror's own worker parses, which then has nothing left to do. */
const AHEAD_CHARACTERS = 100_000
const SLICE_MS = 8
const WAIT_MS_MAX = 50

/**
 * Parses the visible part and a little more in slices of some milliseconds, from the first idle period on. CodeMirror's
 * own worker starts 100 ms later, runs for up to 100 ms at once, and pauses as long, so that text far down in a long
 * document would be without its style for twice the time.
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
        // There is no time left as soon as a key or the pointer waits.
        do tree = ensureSyntaxTree(this.view.state, this.end(), SLICE_MS)
        while (tree === null && deadline.timeRemaining() > 2 * SLICE_MS)
        if (tree === null) this.goOn()
        // Updates everything that is rendered from the tree.
        else if (tree !== syntaxTree(this.view.state)) this.view.dispatch({})
      },
      { timeout: WAIT_MS_MAX },
    )
  }
}

export const parseAhead = ViewPlugin.fromClass(ParseAhead)
