import type { Unsent } from '../../../shared/ipc/ipc-connections'
import { SAVE_STATUS } from '../../../shared/terms'
import { hereLink } from '../../../shared/text/file-links'
import { capturedIn } from '../../library/captured'
import { isPending } from '../../library/items/library-item'
import { describeItem } from '../../library/items/item-messages'
import { ITEM_KINDS, type LibraryItems } from '../../library/items/library-items'
import type { Store } from '../../store/store'

/** Why words that a window could not hand over in time are among the recovered texts. */
export const TYPED_LATE = 'Typed after its library was left'

/** The parts of a library that exist only on this device; its files are those whose bytes were never uploaded. */
export interface OnlyHere extends Unsent {
  /**
   * The number of recovered texts that no service may ever have had: those of a damaged row, or words typed too late.
   */
  readonly setAside: number
  readonly files: readonly { readonly name: string; readonly link: string }[]
}

/**
 * The parts that would be lost with this library: unsent texts, captured words, waiting uploads and changes, recovered
 * texts.
 */
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
