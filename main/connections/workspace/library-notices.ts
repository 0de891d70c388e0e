import path from 'node:path'
import type { Notice } from '../../../shared/ipc/ipc-records'
import { counted } from '../../../shared/text/counted'
import type { Opened } from '../../store/recovery'
import type { KnownConnection } from '../list/connection-list'

interface OfLibrary {
  readonly known: KnownConnection
  readonly folder: string
  readonly raise: (notice: Omit<Notice, 'id'>) => void
}

/** Tells the writer that the folder holds the library of another connection. */
export function tellSwapped({ known, raise, folder }: OfLibrary): void {
  raise({
    tone: 'attention',
    text: `What lies in the folder of “${known.name}” belongs to another library of yours. Every word in it can be read and written here, and nothing of it is sent unless its service knows it. If files were exchanged or copied, quit Stet and put library.db back: ${folder}`,
  })
}

/** Tells the writer that the database was damaged and a new one was begun. */
export function tellRecovered(
  { raise }: OfLibrary,
  { aside, texts }: NonNullable<Opened['recovered']>,
): void {
  const saved =
    texts === 0
      ? 'No unsent text could be read from it.'
      : `${counted(texts, 'text was', 'texts were')} read from it into Recovered texts.`
  raise({
    tone: 'attention',
    text: `The library on this device was damaged. ${saved} Texts that the service has are read again. The damaged file is kept as ${path.basename(aside)}.`,
    action: { label: 'Show', kind: 'show-recovered' },
  })
}
