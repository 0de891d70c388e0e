import type { Unsent } from '../../../shared/ipc/ipc-connections'
import { SAVE_STATUS } from '../../../shared/terms'
import { hereLink } from '../../../shared/text/file-links'
import { capturedIn } from '../../library/captured'
import { isPending } from '../../library/items/library-item'
import { describeItem } from '../../library/items/item-words'
import { ITEM_KINDS, type LibraryItems } from '../../library/items/library-items'
import type { Store } from '../../store/store'

/** What of a library only this device has; the files are those whose bytes were never uploaded. */
export interface OnlyHere extends Unsent {
  readonly files: readonly { readonly name: string; readonly link: string }[]
}

/** What would be gone with this library: unsent texts, captured words, uploads and changes that wait, recovered texts. */
export function unsentIn(store: Pick<Store, 'table' | 'snapshots' | 'facts'>, items: LibraryItems): OnlyHere {
  const waiting = ITEM_KINDS.flatMap((kind) => [...items.all(kind)].filter(isPending))
  return {
    texts: store.table
      .pending()
      .filter(({ hidden }) => !hidden)
      .map(({ id, title, excerpt, phase }) => ({
        documentId: id,
        title,
        excerpt,
        state: SAVE_STATUS[phase],
      })),
    changes: waiting.map((item) => describeItem(item, items, undefined).what),
    recovered: store.snapshots.list().length,
    captured: capturedIn(store.facts),
    files: waiting
      .filter(({ kind, base, deleted }) => kind === 'file' && !base && !deleted)
      .map(({ id, mine }) => ({ name: mine.name, link: hereLink(id.replace(/^new:/, '')) })),
  }
}
