import type { Unsent } from '../../../shared/ipc/ipc-connections'
import { SAVE_STATUS } from '../../../shared/terms'
import { hereLink } from '../../../shared/text/file-links'
import { capturedIn } from '../../library/captured'
import { isPending } from '../../library/items/library-item'
import { describeItem } from '../../library/items/item-words'
import { ITEM_KINDS, type LibraryItems } from '../../library/items/library-items'
import type { Store } from '../../store/store'

/** Why words are among the recovered texts that a window could not hand over in time. */
export const TYPED_LATE = 'Typed after its library was left'

/** What of a library only this device has; the files are those whose bytes were never uploaded. */
export interface OnlyHere extends Unsent {
  /** Recovered texts that no service may ever have had: of a damaged row, or typed too late. */
  readonly setAside: number
  readonly files: readonly { readonly name: string; readonly link: string }[]
}

/** What would be gone with this library: unsent texts, captured words, uploads and changes that wait, recovered texts. */
export function unsentIn(store: Pick<Store, 'table' | 'snapshots' | 'facts'>, items: LibraryItems): OnlyHere {
  const recovered = store.snapshots.list()
  const waiting = ITEM_KINDS.flatMap((kind) => [...items.all(kind)].filter(isPending))
  return {
    texts: store.table
      .pending()
      .filter(({ hidden }) => !hidden)
      .map(({ id, title, phase }) => ({
        documentId: id,
        title,
        state: SAVE_STATUS[phase],
      })),
    changes: waiting.map((item) => describeItem(item, items, undefined).what),
    recovered: recovered.length,
    setAside: recovered.filter(({ kind, reason }) => kind === 'quarantine' || reason === TYPED_LATE).length,
    captured: capturedIn(store.facts),
    files: waiting
      .filter(({ kind, base, deleted }) => kind === 'file' && !base && !deleted)
      .map(({ id, mine }) => ({ name: mine.name, link: hereLink(id.replace(/^new:/, '')) })),
  }
}
