import { applyChanges, type TextChange } from '../../shared/text/text-change'
import { createPage, pageChange, type PageBlock, type PageChange } from './page-blocks'

/** The worker's side of its port; the window's types know no other. It is given changes of a text and answers with those of its page. */
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
