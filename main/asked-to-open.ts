import { filesToOpen } from './app/files-to-open'
import { linkedDocument, stetLinksIn } from './app/stet-link'
import type { Workspaces } from './connections/workspaces'
import { exceptionWords } from '../shared/text/exception-words'
import { documentsIn } from './porting/files-source'
import type { Porting } from './porting/porting'
import type { Log } from './system/log'
import type { Notices } from './system/notices'

/** What the system asks the app to open: files, and links to documents. */
interface AskedToOpen {
  /** Opens these, or leaves them to the next start while the app is ending. */
  open(asked: readonly string[]): void
  /** Opens the files and links among the words of a command line; paths are relative to the folder. */
  openWords(words: readonly string[], folder: string): void
  /** The same at the start, after what the last run has left. */
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

  async function openAll(asked: readonly string[]): Promise<void> {
    const documents = asked.flatMap((one) => linkedDocument(one) ?? [])
    const files = asked.filter((one) => !one.startsWith('stet:'))
    try {
      if (!isEnding()) {
        for (const { id } of documents)
          if (!porting.openDocument(id, workspaces.active()))
            notices.raise({
              tone: 'attention',
              text: 'A link leads to a document that is not in this library.',
            })
        const exceptions = exceptionWords(await porting.openFiles(files, workspaces.active()))
        if (exceptions !== undefined) notices.raise({ tone: 'attention', text: exceptions })
        return
      }
    } catch (error) {
      log.error('opening files', error)
      // Its library was closed meanwhile: the next start opens them.
      if (!isEnding()) return
    }
    toOpen.leave(asked)
  }

  const open = (asked: readonly string[]) =>
    void openAll(asked).catch((error: unknown) => log.error('files for the next start', error))
  const askedIn = (words: readonly string[], folder: string) => [
    ...documentsIn(words, folder),
    ...stetLinksIn(words),
  ]
  return {
    open,
    openWords: (words, folder) => open(askedIn(words, folder)),
    begin: (words, folder) => open([...toOpen.take(), ...askedIn(words, folder)]),
  }
}
