import { appended } from '../../shared/text/append'
import type { DocumentId } from '../../shared/terms'
import type { App } from '../state/context'

/** Others may write into the text meanwhile; after so many times it is no coincidence. */
const TRIES_MOST = 5
const TRY_AGAIN_MS = 500

/** Writes words to the end of a document as one change, without showing it. Main has them when this resolves; throws where they cannot be written. `waits`: they are there, and main does not take them yet. */
export async function appendTo(
  { client, sessions }: App,
  id: DocumentId,
  words: string,
  waits: () => void,
): Promise<void> {
  const open = sessions.get(id)
  if (open !== undefined) {
    refuse(open.view().readOnly)
    const text = open.editor.text()
    open.editor.change([{ from: text.length, to: text.length, insert: appended(text, words) }])
    while (!(await open.flush())) {
      waits()
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
    return
  }
  const clientId = `capture-${crypto.randomUUID()}`
  for (let tries = 0; tries < TRIES_MOST; tries++) {
    const { text, version, view, state } = await client.ask('document.open', { id })
    try {
      refuse(state.readOnly)
      const change = { from: text.length, to: text.length, insert: appended(text, words) }
      const answer = await client.ask('document.change', { id, clientId, version, updates: [[change]] })
      if (answer.kind === 'accepted') return
    } finally {
      await client.call('document.close', { id, ...(view !== undefined && { view }) })
    }
  }
  throw new Error('Others are writing into that document just now. Try again.')
}

function refuse(readOnly: string | undefined): void {
  if (readOnly !== undefined) throw new Error(readOnly)
}
