import { Transaction } from '@codemirror/state'
import { ViewPlugin, type EditorView, type PluginValue, type ViewUpdate } from '@codemirror/view'
import { readAhead } from './kept-view'

/** Left of an idle moment for what comes after it. */
const SPARE_MS = 3

/** The writer changed the text, and not somebody elsewhere. */
export const isTyped = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(
    (transaction) => transaction.docChanged && transaction.annotation(Transaction.remote) !== true,
  )

/** The first view kept of a typed text needs all of it: it is read bit by bit, so that no key ever waits for that. */
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
