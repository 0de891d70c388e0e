import { createPage, pageChange, type PageBlock, type PageChange } from './page-blocks'

/** The worker's side of its port; the window's types know no other. It is given texts and answers with what changed. */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<string>) => void): void
  postMessage(answer: PageChange): void
}

const pageOf = createPage()
let shown: readonly PageBlock[] = []

port.addEventListener('message', ({ data }) => {
  const next = pageOf(data)
  port.postMessage(pageChange(shown, next))
  shown = next
})
