import type { CommandInput, Handlers } from '../shared/ipc'
import type { DocumentId } from '../shared/terms'

/**
 * The commands, with a record of which documents each page has open: a page that crashes or is loaded anew closes
 * nothing itself, and what it had open is given back for it.
 */
export function givingBack<Sender extends { readonly id: number }>(
  handlers: Handlers<Sender>,
  failed: (error: unknown) => void,
): { readonly commands: Handlers<Sender>; pageGone(sender: Sender): void } {
  const open = new Map<number, DocumentId[]>()
  const idsOf = (sender: Sender): DocumentId[] => {
    const ids = open.get(sender.id) ?? []
    open.set(sender.id, ids)
    return ids
  }
  return {
    commands: {
      ...handlers,
      async 'document.open'(input, sender) {
        const opened = await handlers['document.open'](input, sender)
        idsOf(sender).push(input.id)
        return opened
      },
      async 'document.close'(input: CommandInput<'document.close'>, sender) {
        const ids = idsOf(sender)
        const at = ids.indexOf(input.id)
        if (at >= 0) ids.splice(at, 1)
        await handlers['document.close'](input, sender)
      },
    },
    pageGone(sender) {
      const ids = open.get(sender.id) ?? []
      open.delete(sender.id)
      for (const id of ids) void (async () => handlers['document.close']({ id }, sender))().catch(failed)
    },
  }
}
