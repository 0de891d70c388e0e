import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { EXPORT_FORMATS } from '../../shared/export-forms'
import type { ExportedWhat } from '../../shared/ipc/ipc-export'
import { useSession, useSessionPart } from '../document/use-session'
import { useSavedSearches } from '../search/saved-search'
import { useApp } from '../state/context'
import { useLibrary } from '../state/queries'
import { targetDocuments, showOverlay, useWindow, type Overlay } from '../state/store'
import { passageOf } from '../../shared/markdown/passage'
import { counted } from '../../shared/text/counted'
import { countTextWords } from '../../shared/text/words/text-words'
import { Button } from '../ui/button'
import { Choice } from '../ui/choice'
import { Dialog } from '../ui/dialog'
import { DocumentExport } from './document-export'
import { EXPORT_FORMS } from './export-forms'
import { LibraryExport } from './library-export'
import { Named, useCancel } from './steps'
import { useExportChoice } from './use-export-choice'
import { shownTitle } from '../../shared/terms'

const FORMATS = EXPORT_FORMATS.map((format) => [format, EXPORT_FORMS[format].name] as const)

type What = 'selection' | 'documents' | 'folder' | `search:${string}` | 'folder-files' | 'library'

/**
 * Export of a selection, a text, several texts, a folder as a book, or folders of plain files. `of` is the selection
 * offered first, if it exists.
 */
export function ExportDialog({ of }: Extract<Overlay, { kind: 'export' }>) {
  const { sessions } = useApp()
  const [isRunning, setRunning] = useState(false)
  const selected = useSelected()
  const offers = useOffers(selected)
  const asked = offers.find(([offered]) => offered === of) ?? offers[0]
  const [what, setWhat] = useState<What>(asked?.[0] ?? 'library')
  const [choice, choose] = useExportChoice()
  const folder = useFolderInView()
  const close = () => showOverlay(null)
  const cancel = useCancel()
  const flush = () => sessions.flushAll()
  const isFiles = what === 'library' || what === 'folder-files'
  const parts = {
    onClose: close,
    isRunning,
    async during<T>(work: () => Promise<T>): Promise<T> {
      setRunning(true)
      const done = await work()
      setRunning(false)
      return done
    },
    choices: (
      <>
        <Named name="What">
          <Choice value={what} options={offers} onChange={setWhat} />
        </Named>
        {what === 'documents' && selected !== undefined ? (
          <p>
            {counted(selected.words, 'word is', 'words are')} selected.{' '}
            <Button kind="link" onClick={() => setWhat('selection')}>
              Export only what is selected
            </Button>
          </p>
        ) : null}
        {isFiles ? null : (
          <Named name="Format">
            <Choice
              value={choice.format}
              options={FORMATS}
              onChange={(format) => choose({ ...choice, format })}
            />
          </Named>
        )}
      </>
    ),
  }
  const exported = useExported(what, selected)
  return (
    <Dialog label="Export" heading isBusy={isRunning} onClose={isRunning ? cancel : close}>
      {exported === undefined ? (
        <LibraryExport {...parts} folder={what === 'folder-files' ? folder : undefined} />
      ) : (
        <DocumentExport
          {...parts}
          key={what}
          what={exported}
          choice={choice}
          onChoice={choose}
          flush={flush}
        />
      )}
    </Dialog>
  )
}

function useFolderInView() {
  const folderId = useWindow((state) => state.filter.folderId)
  return useLibrary().data?.folders.find(({ id }) => id === folderId)
}

type Selected = Extract<ExportedWhat, { selection: unknown }> & {
  /** How many. */
  readonly words: number
}

/** The text selected in the document in front; undefined without a selection. */
function useSelected(): Selected | undefined {
  const id = useWindow((state) => state.active)
  const session = useSession(id)
  const title = useSessionPart(session, (view) => view.title) ?? ''
  // Taken once, when the dialog opens: the selection cannot change while it is open.
  const [{ text, words }] = useState(() => {
    const { from, to } = session?.editor.selection() ?? { from: 0, to: 0 }
    const whole = session?.editor.text() ?? ''
    return {
      text: from === to ? '' : passageOf(whole, { from, to }),
      words: countTextWords(whole, { from, to }),
    }
  })
  return id === null || text.trim() === '' ? undefined : { selection: { id, title, text }, words }
}

/**
 * What can be exported now, the most likely first: a writer notices a file that contains too much, but not one that
 * leaves most out.
 */
function useOffers(selected: Selected | undefined): readonly (readonly [What, string])[] {
  const ids = useWindow(useShallow(targetDocuments))
  const active = useWindow((state) => state.active)
  const title = useSessionPart(useSession(active), (view) => view.title)
  const folder = useFolderInView()
  // Searches by meaning are left out, because their order makes no book.
  const searches = useSavedSearches().filter(({ way }) => way === 'words')
  const documents =
    ids.length === 1
      ? title === undefined || ids[0] !== active
        ? 'The chosen document'
        : `${selected === undefined ? '' : 'All of '}“${shownTitle(title)}”`
      : `${ids.length.toLocaleString('en')} chosen documents`
  const all: readonly (readonly [What, string, boolean])[] = [
    ['documents', documents, ids.length > 0],
    ['selection', `Only what is selected, ${counted(selected?.words ?? 0, 'word')}`, selected !== undefined],
    ['folder', `The folder “${folder?.name ?? ''}” as one file`, folder !== undefined],
    ...searches.map(({ id, name }) => [`search:${id}`, `What “${name}” finds, as one file`, true] as const),
    ['folder-files', `The folder “${folder?.name ?? ''}” as markdown files`, folder !== undefined],
    ['library', 'The whole library as markdown files', true],
  ]
  return all.flatMap(([what, name, isThere]) => (isThere ? [[what, name] as const] : []))
}

const SEARCH = 'search:'

/** The content of a single-file export; undefined if the export writes many files. */
function useExported(what: What, selected: Selected | undefined): ExportedWhat | undefined {
  const ids = useWindow(useShallow(targetDocuments))
  const folder = useFolderInView()
  if (what === 'selection') return selected && { selection: selected.selection }
  if (what === 'documents') return { ids: [...ids] }
  if (what.startsWith(SEARCH)) return { savedSearch: what.slice(SEARCH.length) }
  return what === 'folder' && folder !== undefined ? { folderId: folder.id } : undefined
}
