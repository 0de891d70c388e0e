import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../shared/problem'
import {
  folderOf,
  libraryFileIn,
  nameInFolder,
  servedFileIn,
  servedFolderOf,
} from '../connections/list/connection-list'
import { openLibraryReader, type LibraryReader } from '../store/library-reader'
import { openServedReader, type ServedReader } from '../store/served-reader'
import { arrivalFolder } from '../transfer/arrival'

/** A library of a profile that is only read. */
export interface NamedLibrary {
  readonly name: string
  readonly reader: LibraryReader
  /** The embedded service's data of the library; absent where another service has it. */
  readonly served?: ServedReader
  /** The folder of its attached files. */
  readonly files: string
}

/** The readable parts of a profile that this version may not write to. */
export interface ReadProfile {
  readonly libraries: readonly NamedLibrary[]
  /** Sentences about parts that cannot be read. */
  readonly unread: readonly string[]
  close(): void
}

const ARRIVING =
  'Libraries from another computer that are not in place yet are not shown here; the newest version of Stet brings them in.'

/**
 * Opens every library of the profile for reading, including removed ones. Throws an AppError with a sentence where
 * there are libraries and none of them can be read.
 */
export function openProfile(profile: string): ReadProfile {
  const folder = path.join(profile, 'connections')
  const ids = (existsSync(folder) ? readdirSync(folder) : []).filter((id) =>
    existsSync(libraryFileIn(folderOf(profile, id))),
  )
  const libraries: NamedLibrary[] = []
  const failures: AppError[] = []
  const opened = <T>(open: () => T): T | undefined => {
    try {
      return open()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failures.push(error)
      return undefined
    }
  }
  for (const id of ids) {
    const reader = opened(() => readable(libraryFileIn(folderOf(profile, id))))
    if (reader === undefined) continue
    const service = servedFileIn(servedFolderOf(profile, id))
    const served = existsSync(service) ? opened(() => openServedReader(service)) : undefined
    const files = path.join(folderOf(profile, id), 'files')
    libraries.push({ name: nameInFolder(profile, id), reader, files, ...(served && { served }) })
  }
  const [failure] = failures
  if (libraries.length === 0 && failure) throw failure
  const arriving = existsSync(arrivalFolder(profile)) ? [ARRIVING] : []
  return {
    libraries,
    unread: [...failures.map(({ message }) => message), ...arriving],
    close() {
      for (const { reader, served } of libraries) {
        reader.close()
        served?.close()
      }
    },
  }
}

function readable(file: string): LibraryReader {
  const reader = openLibraryReader(file)
  try {
    reader.documents()
    return reader
  } catch (error) {
    reader.close()
    throw error
  }
}
