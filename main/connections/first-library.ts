import { AppError } from '../../shared/problem'
import { EMBEDDED_ID, type KnownConnection } from './list/connection-list'
import type { ConnectedLibrariesParts } from './connected-libraries'
import type { Hold } from './open-libraries'

/**
 * Opens the first library of a start. One that cannot be opened must not lock the writer out of all others: the
 * embedded library is shown instead, or the first that opens. The choice is kept, so that the library returns once it
 * can be opened.
 */
export async function openFirst(
  wanted: KnownConnection,
  all: readonly KnownConnection[],
  hold: (known: KnownConnection) => Promise<Hold>,
  notices: ConnectedLibrariesParts['notices'],
): Promise<{ readonly known: KnownConnection; readonly hold: Hold }> {
  const others = all.filter(({ id }) => id !== wanted.id)
  let failure: unknown
  for (const known of [wanted, ...others.sort((a, b) => rankOf(a) - rankOf(b))])
    try {
      const opened = await hold(known)
      if (known !== wanted)
        notices.raise({
          tone: 'attention',
          text: `“${wanted.name}” could not be opened, so “${known.name}” is shown. ${adviceOn(failure)}`,
        })
      return { known, hold: opened }
    } catch (error) {
      failure ??= error
    }
  throw failure
}

const rankOf = ({ id }: KnownConnection): number => (id === EMBEDDED_ID ? 0 : 1)

/** Why a library could not be opened, and how the writer can help. */
function adviceOn(error: unknown): string {
  if (!(error instanceof AppError)) return 'Its folder cannot be used.'
  const { code, message } = error.problem
  if (code === 'newer-version') return `${message} Install the newest version of Stet to open it.`
  if (code === 'storage-full') return `${message} Make room, then open it again.`
  return `${message} Nothing in it was changed.`
}
