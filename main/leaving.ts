import type { Documents } from './documents/documents'

export interface UnwrittenText {
  readonly title: string
  readonly text: string
}

/** How the writer is asked, and what a copy is taken into. */
export interface LeavingParts {
  ask(texts: readonly UnwrittenText[]): Promise<'stay' | 'copy' | 'leave'>
  copy(text: string): Promise<void>
}

/**
 * Quit never asks, but for this: words that no disk took are in memory alone, and end with it. Says whether to go; a
 * copy can be taken before, as often as it is wanted.
 */
export async function mayLeave(
  documents: Pick<Documents, 'unwritten' | 'read'>,
  { ask, copy }: LeavingParts,
): Promise<boolean> {
  for (;;) {
    const texts = documents.unwritten().flatMap((id) => {
      const document = documents.read(id)
      return document === undefined
        ? []
        : [{ title: document.fields.title ?? '', text: document.text } satisfies UnwrittenText]
    })
    if (texts.length === 0) return true
    const answer = await ask(texts)
    if (answer !== 'copy') return answer === 'leave'
    await copy(texts.map(({ title, text }) => (title === '' ? text : `# ${title}\n\n${text}`)).join('\n\n'))
  }
}
