import type { CommandInput } from '../../shared/ipc/ipc'
import { unlessRefused, useFieldRefusals, useRefusals } from '../state/abilities'
import type { DocumentId } from '../../shared/terms'
import { useShallow } from 'zustand/react/shallow'
import { useApp, type App } from '../state/context'
import { useSession, useSessionPart } from '../document/use-session'
import type { EditorCommand } from '../editor/editor'
import { useAttach } from '../files/use-attach'
import { keptBecause } from '../library/sidebar/keep-offline'
import { useActiveConnection, useIsWaiting, useLibrary, useSettings, useSpelling } from '../state/queries'
import { otherSide } from '../state/sides'
import { canGo } from '../state/visited'
import { editCommands } from './edit-commands'
import { goThrough } from '../state/visiting'
import {
  closeSide,
  goToSide,
  leaveTab,
  meantDocuments,
  postpone,
  renameDocument,
  reopenTab,
  setPaneOpen,
  showToTheSide,
  showList,
  showOverlay,
  showToast,
  stepTab,
  togglePanel,
  useWindow,
  type PanelName,
} from '../state/store'
import { cyclePanes } from '../ui/panes'
import { useLayout } from '../state/use-layout'
import { useChangeSettings } from '../state/change-settings'
import { useSearch } from '../search/search-state'
import { showAges, showPassage, showTool } from '../history/show-history'
import type { CommandId } from './command-list'
import type { CommandState } from './command-state'
import { useDayCommands } from './day-commands'
import { exportCommands } from './export-commands'
import { readingCommands } from './reading-commands'
import { spellingCommands } from './spelling-commands'
import { placeCommands } from './place-commands'
import { searchCommands } from './search-commands'
import { selectionCommands } from './selection-commands'
import { typingCommands } from './typing-commands'
import { useReadingView } from './use-reading-view'
import { templateCommands } from './template-commands'
import { textCommands } from './text-commands'

/** For keys and the system's menu, where nothing shows that the command is disabled. */
export const runOrSay = ({ disabled, run, possible }: CommandState): void =>
  unlessRefused(disabled, run, possible)

async function deleteMeant({ client, sessions, actions }: App, ids: readonly DocumentId[]): Promise<void> {
  const [id] = ids
  if (id === undefined) return
  const open = sessions.get(id)
  const listed = open === undefined ? await client.call('documents.summaries', { ids: [id] }) : undefined
  const title = open?.view().title ?? (listed?.ok === true ? listed.value[0]?.title : undefined)
  await actions.deleteDocuments(ids, title || 'Untitled')
}

/** What every command does, and which cannot be done now and why. */
export function useCommands(): Readonly<Record<CommandId, CommandState>> {
  const app = useApp()
  const { actions, sessions } = app
  const active = useWindow((state) => state.active)
  const ids = useWindow(useShallow(meantDocuments))
  const filter = useWindow((state) => state.filter)
  const panes = useWindow((state) => state.panes)
  const isSplit = useWindow((state) => state.sideDocument !== null)
  const tabs = useWindow((state) => state.tabs)
  const canReopen = useWindow((state) => state.closed.length > 0)
  const visited = useWindow((state) => state.visited)
  const session = useSession(active)
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const isConflicted = useSessionPart(session, (view) => view.phase === 'conflicted')
  const isPublished = useSessionPart(session, (view) => view.status === 'published')
  const notYetPublished = useSessionPart(session, (view) => view.state.notYetPublished)
  const settings = useSettings().data
  const spelling = useSpelling().data
  const isWaiting = useIsWaiting()
  const folder = useLibrary().data?.folders.find(({ id }) => id === filter.folderId)
  const layout = useLayout()
  const attach = useAttach()
  const movedFrom = useActiveConnection()?.movedFrom

  const found = useSearch(({ hits }) => (hits.length === 0 ? 'nothing is found yet' : undefined))
  const none = session === undefined ? 'no document is open' : undefined
  const isAsked = useSearch(({ query }) => query !== '')
  const refusal = useRefusals()
  const write = refusal('documents:write')
  const field = useFieldRefusals()
  const unsplit = isSplit ? undefined : 'the view is not split'
  const fixed = none ?? (readOnly === undefined ? undefined : 'this document is read only') ?? write
  const dayCommands = useDayCommands(app, none, write)
  const { isRead, reading } = useReadingView(session, none)
  const noText = none ?? (isRead ? 'the text is being read' : undefined)
  const fixedText = noText ?? fixed
  const nothing = ids.length === 0 ? 'no document is chosen' : write
  const many = ids.length > 1 ? 'more than one document is chosen' : undefined
  const about = many && `${ids.length.toLocaleString('en')} documents`
  const set = useChangeSettings()

  const edit = (command: EditorCommand): CommandState => ({
    disabled: command === 'find' || command === 'follow-link' ? noText : fixedText,
    run: () => session?.editor.run(command),
  })
  const panel = (name: Exclude<PanelName, 'none'>, disabled?: string): CommandState => ({
    run: () => togglePanel(name),
    disabled,
  })

  const zoom = (step: CommandInput<'window.zoom'>['step']): CommandState => ({
    run: () => void actions.run('window.zoom', { step }),
  })

  return {
    'new-document': {
      run: () => void actions.newDocument(),
      disabled: write,
      possible: [{ label: 'Start a local draft', run: () => void actions.newDraft() }],
    },
    'new-folder': {
      run: () => void actions.newFolder(filter.folderId ?? null),
      disabled: refusal('folders:write'),
    },
    'new-tag': { run: () => void actions.newTag(), disabled: refusal('tags:write') },
    'keep-offline': {
      run: () => folder !== undefined && void actions.keepOffline(folder, true),
      disabled: keptBecause(folder) ?? (folder?.offline === 'chosen' ? 'it is kept offline' : undefined),
    },
    'stop-offline': {
      run: () => folder !== undefined && void actions.keepOffline(folder, false),
      disabled: keptBecause(folder) ?? (folder?.offline === undefined ? 'it is not kept offline' : undefined),
    },
    'new-window': {
      run: () => void actions.run('window.open', active === null ? {} : { documentId: active }),
    },
    'go-to': { run: () => showOverlay({ kind: 'go-to' }) },
    split: {
      run: () => {
        if (isSplit) closeSide(otherSide(useWindow.getState().side))
        else if (active !== null) showToTheSide(active)
      },
      isOn: isSplit,
      disabled: active === null ? 'no document is open' : undefined,
    },
    'open-to-side': { run: () => showOverlay({ kind: 'go-to', toTheSide: true }) },
    'other-side': { run: () => goToSide(), disabled: unsplit },
    'close-side': { run: () => closeSide(), disabled: unsplit },
    commands: { run: () => showOverlay({ kind: 'commands' }) },
    save: { run: () => void session?.save(), disabled: fixed },
    find: edit('find'),
    ...searchCommands(sessions, isAsked, found),
    history: panel('history', none),
    'passage-history': {
      run: () => session !== undefined && void showPassage(session),
      disabled: none,
    },
    'lost-sentence': {
      run: () => session !== undefined && showTool(session.id, 'lost'),
      disabled: none,
    },
    ages: {
      run: () => session !== undefined && showAges(session.id),
      disabled: none,
    },
    outbox: panel('outbox'),
    'sync-log': { run: () => showOverlay({ kind: 'sync-log' }) },
    outline: panel('outline', none),
    'full-screen': { run: () => void actions.run('window.toggle-full-screen', undefined) },
    'zoom-in': zoom('in'),
    'zoom-out': zoom('out'),
    'zoom-usual': zoom('usual'),
    links: panel('links', none),
    related: panel('related', none),
    files: panel('files'),
    import: { run: () => showOverlay({ kind: 'import' }), disabled: write },
    ...exportCommands(app, session, active, none),
    'move-library': { run: () => showOverlay({ kind: 'move-library' }) },
    'restore-backup': { run: () => showOverlay({ kind: 'restore' }), disabled: write },
    'moved-here': {
      run: () => showOverlay({ kind: 'moved-here' }),
      disabled: movedFrom === undefined ? 'nothing was moved here that could be taken back' : undefined,
    },
    attach: { run: () => void attach(), disabled: refusal('files:write') },
    recovered: { run: () => useWindow.setState({ view: 'recovered', drawer: 'none' }) },
    'show-all': { run: () => showList({ smart: 'all' }) },
    'show-drafts': { run: () => showList({ smart: 'drafts' }) },
    'show-published': { run: () => showList({ smart: 'published' }) },
    'show-needs-you': { run: () => showList({ smart: 'needs-you' }) },
    rename: {
      run: () => active !== null && renameDocument(active),
      disabled: many ?? fixed ?? field('title'),
    },
    duplicate: {
      run: () => active !== null && void actions.duplicate(active),
      disabled: many ?? none ?? write,
    },
    move: {
      run: () => showOverlay({ kind: 'move', ids }),
      disabled: nothing ?? field('folderId'),
      about,
    },
    'add-tag': {
      run: () => showOverlay({ kind: 'add-tag', ids }),
      disabled: nothing ?? field('tagIds'),
      about,
    },
    delete: { run: () => void deleteMeant(app, ids), disabled: nothing, about },
    'delete-folder': {
      run: () => folder !== undefined && void actions.deleteFolder(folder.id, folder.name),
      disabled: folder === undefined ? 'no folder is chosen' : refusal('folders:write'),
    },
    'keep-draft': {
      run: () => active !== null && void actions.keepAsDraft(active),
      disabled: none ?? (readOnly === undefined ? 'this document can be edited' : undefined),
    },
    publish: {
      run: () => active !== null && showOverlay({ kind: 'publish', id: active }),
      disabled:
        many ??
        fixed ??
        field('status') ??
        (isConflicted
          ? 'resolve the conflict in this document first'
          : isPublished && notYetPublished === false
            ? 'this document is published'
            : undefined),
    },
    unpublish: {
      run: () => active !== null && void actions.unpublish(active),
      disabled: many ?? fixed ?? field('status') ?? (isPublished ? undefined : 'this document is a draft'),
    },
    decide: {
      run: () => active !== null && postpone(active, false),
      disabled: none ?? (isConflicted ? undefined : 'this document is not in conflict'),
    },
    bold: edit('bold'),
    code: edit('code'),
    ...selectionCommands(session, settings, fixed, set),
    italic: edit('italic'),
    link: edit('link'),
    'follow-link': edit('follow-link'),
    'heading-1': edit('heading-1'),
    'heading-2': edit('heading-2'),
    'heading-3': edit('heading-3'),
    list: edit('list'),
    task: edit('task'),
    quote: edit('quote'),
    'code-block': edit('code-block'),
    table: edit('table'),
    rule: edit('rule'),
    'replace-picture': {
      run: () => {
        if (session?.editor.run('replace-picture') === false) showToast('The cursor is not in a picture.')
      },
      disabled: fixedText ?? refusal('files:write'),
    },
    'insert-date': edit('insert-date'),
    ...readingCommands(session, none, settings, set),
    ...editCommands(edit),
    ...placeCommands(session, noText, fixedText),
    ...dayCommands,
    ...templateCommands(active, fixedText, write),
    ...textCommands(app, session, noText, fixedText),
    undo: edit('undo'),
    redo: edit('redo'),
    reading,
    source: { run: () => set((now) => ({ sourceMode: !now.sourceMode })), isOn: settings?.sourceMode },
    ...typingCommands(settings, set),
    ...spellingCommands(session, noText, settings, spelling, set),
    sidebar: {
      run: () =>
        layout.sidebarInline
          ? setPaneOpen('sidebar', !panes.sidebar.open)
          : useWindow.setState(({ drawer }) => ({ drawer: drawer === 'sidebar' ? 'none' : 'sidebar' })),
    },
    'document-list': {
      run: () =>
        layout.listInline
          ? setPaneOpen('list', !panes.list.open)
          : useWindow.setState(({ drawer }) => ({ drawer: drawer === 'list' ? 'none' : 'list' })),
    },
    'close-tab': { run: () => active !== null && leaveTab(active), disabled: none },
    'reopen-tab': {
      run: reopenTab,
      disabled: canReopen ? undefined : 'no tab was closed',
    },
    'next-tab': { run: () => stepTab(1), disabled: tabs.length < 2 ? 'no other tab is open' : undefined },
    'previous-tab': {
      run: () => stepTab(-1),
      disabled: tabs.length < 2 ? 'no other tab is open' : undefined,
    },
    back: {
      run: () => goThrough(-1),
      disabled: canGo(visited, -1) ? undefined : 'no document was open before',
    },
    forward: {
      run: () => goThrough(1),
      disabled: canGo(visited, 1) ? undefined : 'no document was open after this one',
    },
    'next-pane': { run: () => cyclePanes(1) },
    'previous-pane': { run: () => cyclePanes(-1) },
    'look-now': { run: () => void actions.checkForChanges() },
    'send-now': {
      run: () => void actions.run('outbox.retry', {}),
      disabled: isWaiting ? undefined : 'nothing waits',
    },
    connect: { run: () => showOverlay({ kind: 'settings', page: 'connect' }) },
    settings: { run: () => showOverlay({ kind: 'settings', page: 'appearance' }) },
    shortcuts: { run: () => showOverlay({ kind: 'shortcuts' }) },
    'report-problem': { run: () => showOverlay({ kind: 'problem-report' }) },
  }
}
