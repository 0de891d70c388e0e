import { applyChanges, type TextChange } from '../../shared/text/text-change'
import { createPage, pageChange, type PageBlock, type PageChange } from './page-blocks'

/**
 * The worker's end of the message channel, for which the window's type definitions have no type. The worker receives
 * changes of a text and answers with changes of its page.
 */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<TextChange>) => void): void
  postMessage(answer: PageChange): void
}

const pageOf = createPage()
let text = ''
let shown: readonly PageBlock[] = []

port.addEventListener('message', ({ data }) => {
  text = applyChanges(text, [data])
  const next = pageOf(text)
  port.postMessage(pageChange(shown, next))
  shown = next
})
