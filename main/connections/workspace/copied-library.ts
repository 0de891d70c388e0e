import { AppError } from '../../../shared/problem'
import type { DocumentsParts } from '../../documents/open-documents'
import { lookForUnsent, type LibraryItems } from '../../library/items/library-items'
import type { Store } from '../../store/store'
import type { KnownConnection } from '../list/connection-list'

const DEVICE = 'device'

/**
 * Whether this library was last used by another device, whose copy may still be in use; no other record in it names a
 * device.
 */
export function copiedTo(
  { deviceId, known }: { readonly deviceId?: string; readonly known: KnownConnection },
  facts: Store['facts'],
  items: LibraryItems,
): DocumentsParts['copied'] {
  const before = facts.read(DEVICE)
  if (deviceId === undefined || before === deviceId) return undefined
  // A full disk does not prevent the library from opening: the next start checks again, which is as safe.
  const tolerant = (write: () => void) => {
    try {
      write()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  const settled = () => tolerant(() => facts.write(DEVICE, deviceId))
  // The embedded service of a copied library is a copy itself; the other device does not send to it.
  if (typeof before === 'string' && known.kind === 'service') {
    tolerant(() => lookForUnsent(items))
    return { settled }
  }
  settled()
  return undefined
}
