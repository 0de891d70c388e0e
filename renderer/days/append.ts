import type { DocumentId } from '../../shared/terms'
import type { App } from '../state/context'

/**
 * Appends captured words to a document as one change, without showing the document. When the promise resolves, main has
 * moved the words from the capture store into the document. If the document cannot be written, the function throws and
 * the words stay where they were.
 */
export async function addCaptured({ client, sessions }: App, id: DocumentId, was: string): Promise<void> {
  const open = sessions.get(id)
  await open?.flush()
  const { from, insert } = await client.ask('capture.add', { id, was })
  // In the text on screen, the words can be undone like the writer's own typing.
  open?.editor.adoptReplaced([{ from, to: from, found: '', replacement: insert }])
}
