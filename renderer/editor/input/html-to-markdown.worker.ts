import type { Conversion, ConversionRequest } from '../../../shared/markdown/from-html/conversion'
import { convertHtml } from '../../../shared/markdown/from-html/html-to-markdown'

/**
 * The worker's side of its port, which the types of a window do not describe. The first message says that the worker is
 * ready.
 */
const port = globalThis as unknown as {
  addEventListener(name: 'message', heard: (event: MessageEvent<ConversionRequest>) => void): void
  postMessage(answer: Conversion | 'ready'): void
}

port.addEventListener('message', ({ data }) => port.postMessage(convertHtml(data.html, data.highestNote)))
port.postMessage('ready')
