import { hereLink } from '../../../shared/text/file-links'
import { changedFields } from '../core/record'
import type { WorkingCopy } from '../core/working-copy'

/**
 * Whether the text of this document may leave the device. It may where the service has every word of it, under an ETag
 * that came with it, or where it was only ever read from there; and where nothing is unsent, unconfirmed, undecided,
 * refused or can still be undone. `changesTexts`: the service stores other white space than it was sent, so a text that
 * was sent from here is nowhere else.
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
 * Whether something goes on or may still be taken back. The link of an upload under way is rewritten once it is done.
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
