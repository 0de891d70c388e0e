import type { Handlers } from '../../../shared/ipc/ipc'
import type { DocumentId, LibraryEpoch } from '../../../shared/terms'

interface OpenDocument<Library> {
  readonly id: DocumentId
  readonly library: Library
}

/**
 * Wraps the commands and records which documents each page has open: a page that crashes or reloads closes none itself,
 * so its documents are closed for it.
 */
export function trackingOpenDocuments<Sender extends { readonly id: number }, Library>(
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
  const close = ({ id, library }: OpenDocument<Library>, sender: Sender) =>
    void (async () => handlers['document.close']({ id }, library, sender))().catch(failed)
  /** Notes documents that were opened for a page; where that page is gone meanwhile, they are closed again. */
  const note = (
    documents: OpenDocument<Library>[],
    sender: Sender,
    opened: readonly OpenDocument<Library>[],
  ) => {
    if (open.get(sender.id) === documents) documents.push(...opened)
    else for (const one of opened) close(one, sender)
  }
  return {
    commands: {
      ...handlers,
      async 'window.bootstrap'(input, sender) {
        const documents = openIn(sender)
        const begun = await handlers['window.bootstrap'](input, sender)
        const library = libraryOf(begun.onScreen.library as LibraryEpoch)
        if (library !== undefined)
          note(
            documents,
            sender,
            begun.documents.map(({ id }) => ({ id, library })),
          )
        return begun
      },
      async 'document.open'(input, library, sender) {
        const documents = openIn(sender)
        const opened = await handlers['document.open'](input, library, sender)
        note(documents, sender, [{ id: input.id, library }])
        return opened
      },
      async 'document.close'(input, library, sender) {
        const documents = openIn(sender)
        const at = documents.findIndex((one) => one.id === input.id && one.library === library)
        // A page can close only documents that it has open itself.
        if (at < 0) return
        documents.splice(at, 1)
        await handlers['document.close'](input, library, sender)
      },
    },
    pageGone(sender) {
      const documents = open.get(sender.id) ?? []
      open.delete(sender.id)
      for (const one of documents) close(one, sender)
    },
  }
}
