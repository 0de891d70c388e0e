import type { Conversion, ConversionRequest } from '../../../shared/markdown/from-html/conversion'

/** HTML that takes longer to convert is pasted as plain text. The start of the worker does not count. */
const LONGEST_MS = 1_500

interface HtmlConversion {
  /** Starts the worker, so that the first paste need not wait for it. */
  prepare(): void
  /** Converts one request after another; never rejects. Footnotes are numbered from `highestNote` on. */
  convert(html: string, highestNote: number): Promise<Conversion>
}

/**
 * Converts HTML in a worker that can be terminated. The libraries that read HTML and write markdown take more than
 * linear time on some input, and a clipboard may contain anything.
 */
export function createHtmlConversion(): HtmlConversion {
  let current: { readonly worker: Worker; readonly ready: Promise<boolean> } | undefined
  let previous: Promise<unknown> = Promise.resolve()

  function start() {
    const worker = new Worker(new URL('html-to-markdown.worker.ts', import.meta.url), { type: 'module' })
    const ready = new Promise<boolean>((resolve) => {
      worker.addEventListener('message', () => resolve(true), { once: true })
      worker.addEventListener('error', () => resolve(false), { once: true })
    })
    return (current = { worker, ready })
  }

  async function convert(request: ConversionRequest): Promise<Conversion> {
    const { worker, ready } = current ?? start()
    const answer = (await ready) ? await ask(worker, request) : undefined
    if (answer) return answer
    worker.terminate()
    current = undefined
    return { kind: 'given-up' }
  }

  return {
    prepare: () => void (current ?? start()),
    convert(html, highestNote) {
      const converted = previous.then(() => convert({ html, highestNote }))
      previous = converted
      return converted
    },
  }
}

/** The worker's answer; `undefined` if it failed or took too long. */
function ask(worker: Worker, request: ConversionRequest): Promise<Conversion | undefined> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const { signal } = listening
    const settle = (answer: Conversion | undefined): void => {
      clearTimeout(timer)
      listening.abort()
      resolve(answer)
    }
    const timer = setTimeout(() => settle(undefined), LONGEST_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Conversion>) => settle(data), { signal })
    worker.addEventListener('error', () => settle(undefined), { signal })
    worker.postMessage(request)
  })
}

const BLOCK_END = /<br\b|<\/(?:p|div|li|h[1-6]|tr|pre|blockquote)\b/gi

/** The words on a clipboard; some programs offer them only as HTML. */
export function plainTextOf(clipboard: DataTransfer): string {
  const plain = clipboard.getData('text/plain')
  if (plain !== '') return plain
  const html = clipboard.getData('text/html').replace(BLOCK_END, '\n$&')
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
}
