import { hereLink } from '../../../shared/text/file-links'
import { changedFields } from '../core/record'
import type { WorkingCopy } from '../core/working-copy'

/**
 * Whether the text of this document may be removed from the device. It may where the service has every word of it,
 * under an ETag that came with it, or where it was only ever read from the service; and where nothing is unsent,
 * unconfirmed, undecided, refused or still undoable. `changesTexts`: the service stores other white space than it was
 * sent, so a text that was sent from this device exists nowhere else.
 */
export function canEvict(copy: WorkingCopy, changesTexts: boolean): boolean {
  const { phase, remoteId, base, mine, counter } = copy
  if (phase !== 'clean' || remoteId === undefined || base === undefined || mine.deleted) return false
  const isAsRead = counter === 0
  const isThere = isAsRead || (base.etag !== undefined && !changesTexts)
  const isSame = mine.text === base.text && changedFields(base, mine).length === 0
  return isThere && isSame && !isBusy(copy) && !mine.text.includes(hereLink(''))
}

/**
 * Whether work on the document is in progress or may still be undone. The link of an upload is rewritten when that is
 * done.
 */
function isBusy(copy: WorkingCopy): boolean {
  const { unconfirmedSends, lateSends, parked } = copy
  const { flight, reading, create, conflict, merge, problem } = copy
  return (
    unconfirmedSends.length + lateSends.length + parked.length > 0 ||
    [flight, reading, create, conflict, merge, problem].some((one) => one !== undefined) ||
    copy.remoteUpdatePending === true
  )
}
