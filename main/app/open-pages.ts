import type { Handlers } from '../../shared/ipc/ipc'
import type { DocumentId, LibraryEpoch } from '../../shared/terms'

/** A document that a page has open, in its library. */
interface OpenDocument<Library> {
  readonly id: DocumentId
  readonly library: Library
}

/**
 * The commands, with a record of which documents each page has open: a page that crashes or is loaded anew closes
 * nothing itself, and what it had open is given back for it.
 */
export function givingBack<Sender extends { readonly id: number }, Library>(
  handlers: Handlers<Sender, Library>,
  libraryOf: (epoch: LibraryEpoch) => Library | undefined,
  failed: (error: unknown) => void,
): { readonly commands: Handlers<Sender, Library>; pageGone(sender: Sender): void } {
  const open = new Map<number, OpenDocument<Library>[]>()
  const openIn = (sender: Sender): OpenDocument<Library>[] => {
    const documents = open.get(sender.id) ?? []
    open.set(sender.id, documents)
    return documents
  }
  return {
    commands: {
      ...handlers,
      async 'window.bootstrap'(input, sender) {
        const begun = await handlers['window.bootstrap'](input, sender)
        const library = libraryOf(begun.onScreen.library as LibraryEpoch)
        if (library !== undefined) openIn(sender).push(...begun.documents.map(({ id }) => ({ id, library })))
        return begun
      },
      async 'document.open'(input, library, sender) {
        const opened = await handlers['document.open'](input, library, sender)
        openIn(sender).push({ id: input.id, library })
        return opened
      },
      async 'document.close'(input, library, sender) {
        const documents = openIn(sender)
        const at = documents.findIndex((one) => one.id === input.id && one.library === library)
        if (at >= 0) documents.splice(at, 1)
        await handlers['document.close'](input, library, sender)
      },
    },
    pageGone(sender) {
      const documents = open.get(sender.id) ?? []
      open.delete(sender.id)
      for (const { id, library } of documents)
        void (async () => handlers['document.close']({ id }, library, sender))().catch(failed)
    },
  }
}
