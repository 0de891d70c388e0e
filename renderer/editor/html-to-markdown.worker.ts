import { htmlToMarkdown } from './html-to-markdown'

/** The answer to each HTML that is sent, in order; the first message, `{}`, says that the worker is ready. */
export interface HtmlAnswer {
  /** Absent where nothing in the HTML is formatted. */
  readonly markdown?: string | undefined
}

/** The worker's side of its port; the window's types know no other. */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<string>) => void): void
  postMessage(answer: HtmlAnswer): void
}

port.addEventListener('message', ({ data }) => port.postMessage({ markdown: htmlToMarkdown(data) }))
port.postMessage({})
