import { filesToOpen } from './app/files-to-open'
import { linkedDocument, stetLinksIn } from './app/stet-link'
import type { OpenLibrary } from './connections/open-libraries'
import type { Workspaces } from './connections/workspaces'
import { exceptionWords } from '../shared/text/exception-words'
import { filesIn } from './porting/files-source'
import type { Porting } from './porting/porting'
import type { Log } from './system/log'
import type { Notices } from './system/notices'

/** Opens the files and links to documents that the system passes to the app. */
interface AskedToOpen {
  /** Opens these, or leaves them to the next start while the app is ending. */
  open(asked: readonly string[]): void
  /** Opens the files and links among the arguments of a command line; paths are relative to the folder. */
  openWords(words: readonly string[], folder: string): void
  /** Opens those of the start, after the files that the last run has left. */
  begin(words: readonly string[], folder: string): void
}

export function createAskedToOpen(parts: {
  readonly profile: string
  readonly porting: Porting
  readonly workspaces: Workspaces
  readonly notices: Notices
  readonly log: Log
  readonly isEnding: () => boolean
}): AskedToOpen {
  const { porting, workspaces, notices, log, isEnding } = parts
  const toOpen = filesToOpen(parts.profile)

  /** Shows the document of the address; returns the reason where that is impossible. */
  function showLinked(link: string, library: OpenLibrary): string | undefined {
    const named = linkedDocument(link)
    if (named === undefined) return 'A link that was opened with Stet names no document.'
    const id = library.catalog.named(named.id)
    if (id === undefined) return 'A link leads to a document that is not in this library.'
    porting.showDocument(id, library)
    return undefined
  }

  async function openAll(asked: readonly string[]): Promise<void> {
    const links = stetLinksIn(asked)
    const files = asked.filter((one) => !links.includes(one))
    try {
      if (!isEnding()) {
        const library = workspaces.active()
        for (const text of new Set(links.flatMap((link) => showLinked(link, library) ?? [])))
          notices.raise({ tone: 'attention', text })
        const exceptions = exceptionWords(await porting.openFiles(files, workspaces.active()))
        if (exceptions !== undefined) notices.raise({ tone: 'attention', text: exceptions })
        return
      }
    } catch (error) {
      log.error('opening files', error)
      // Its library was closed meanwhile: the next start opens the files.
      if (!isEnding()) return
    }
    toOpen.leave(asked)
  }

  const open = (asked: readonly string[]) =>
    void openAll(asked).catch((error: unknown) => log.error('files for the next start', error))
  function askedIn(words: readonly string[], folder: string): readonly string[] {
    const links = stetLinksIn(words)
    const others = words.filter((word) => !links.includes(word))
    return [...filesIn(others, folder), ...links]
  }
  return {
    open,
    openWords: (words, folder) => open(askedIn(words, folder)),
    begin: (words, folder) => open([...toOpen.take(), ...askedIn(words, folder)]),
  }
}
