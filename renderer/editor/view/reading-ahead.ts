import { Transaction } from '@codemirror/state'
import { ViewPlugin, type EditorView, type PluginValue, type ViewUpdate } from '@codemirror/view'
import { readAhead } from './kept-view'

/** The part of an idle period that is left free for what follows. */
const SPARE_MS = 3

/** Whether the writer changed the text, and not somebody elsewhere. */
export const isTyped = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(
    (transaction) => transaction.docChanged && transaction.annotation(Transaction.remote) !== true,
  )

/**
 * Reads a typed text in small parts during idle periods. The first kept view needs all of it, and no key must wait for
 * that.
 */
class ReadingAhead implements PluginValue {
  private reading: number | undefined

  constructor(private readonly view: EditorView) {}

  update(update: ViewUpdate): void {
    if (isTyped(update)) this.goOn()
  }

  destroy(): void {
    if (this.reading !== undefined) cancelIdleCallback(this.reading)
  }

  private goOn(): void {
    this.reading ??= requestIdleCallback((deadline) => {
      this.reading = undefined
      if (!readAhead(this.view.state.doc, () => deadline.timeRemaining() > SPARE_MS)) this.goOn()
    })
  }
}

export const readingAhead = ViewPlugin.fromClass(ReadingAhead)
