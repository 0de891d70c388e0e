import { afterEach } from 'vitest'
import { createThere, openWriter, type Writer, type WriterOptions } from './writer'

/** Creates writers for the tests of one file, each closed at the end of its test. */
export function useWriters() {
  const writers: Writer[] = []
  afterEach(async () => {
    for (const writer of writers.splice(0)) await writer.close()
  })

  function start(options: WriterOptions = {}): Writer {
    const writer = openWriter(options)
    writers.push(writer)
    return writer
  }

  /** Creates a writer whose network fails from the beginning. */
  function startOffline(): Writer {
    const writer = start()
    writer.faults.offline(true)
    return writer
  }

  /** Creates a writer who has a document of the service open; `body` contains further fields of the document. */
  async function withDocument(text = 'One.\n', options: WriterOptions & { readonly body?: object } = {}) {
    const { body, ...rest } = options
    const writer = start(rest)
    const id = await createThere(writer, { content: text, ...body })
    await writer.pass(1_000)
    const window = await writer.edit(id)
    await writer.pass(100)
    return { writer, id, window }
  }

  return { writers, start, startOffline, withDocument }
}
