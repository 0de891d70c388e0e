import type { DocumentId } from '../../shared/terms'
import type { App } from '../state/context'

/**
 * Writes captured words to the end of a document as one change, without showing it. Main has them there, and nowhere else,
 * when this resolves; throws where they cannot be written, and then they are where they were.
 */
export async function addCaptured({ client, sessions }: App, id: DocumentId, was: string): Promise<void> {
  const open = sessions.get(id)
  await open?.flush()
  const { from, insert } = await client.ask('capture.add', { id, was })
  // In the text on screen they are the writer's own, for undo.
  open?.editor.adoptReplaced([{ from, to: from, found: '', replacement: insert }])
}
