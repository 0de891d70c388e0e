import { captureWaits } from '../days/use-capture'
import { useSession, useSessionPart } from '../document/use-session'
import { useAttach } from '../files/use-attach'
import { unlessRefused, useRefusals } from '../state/abilities'
import { useChangeSettings } from '../state/change-settings'
import { useApp } from '../state/context'
import { useSettings, useSpelling } from '../state/queries'
import {
  focusActiveEditor,
  showOverlay,
  readFrom,
  readOn,
  stopReading,
  togglePanel,
  useWindow,
  type PanelName,
} from '../state/store'
import type { Session } from '../state/sessions'
import { showToastHere, showToastOfDialog } from '../state/toasts'
import { focusPanel, paneNamed } from '../ui/panes'
import { topDialogName } from '../ui/top-dialog'
import { PALETTE_COMMANDS, type CommandId } from './command-list'
import type { CommandState } from './command-state'
import { useDayCommands } from './day-commands'
import { useDocumentCommands } from './document-commands'
import { editCommands } from './edit-commands'
import { useExportChoice } from '../porting/use-export-choice'
import { exportCommands } from './export-commands'
import { historyCommands } from './history-commands'
import { useLibraryCommands } from './library-commands'
import { placeCommands } from './place-commands'
import { readingCommands } from './reading-commands'
import { useSearchCommands } from './search-commands'
import { selectionCommands } from './selection-commands'
import { spellingCommands } from './spelling-commands'
import { useCover } from './use-cover'
import { useTabCommands } from './tab-commands'
import { templateCommands } from './template-commands'
import { textCommands } from './text-commands'
import { typingCommands } from './typing-commands'
import { useWindowCommands } from './window-commands'

/** Commands that change nothing under a dialog. */
const WITH_DIALOGS: ReadonlySet<CommandId> = new Set(['full-screen', 'zoom-in', 'zoom-out', 'zoom-usual'])

/**
 * Runs a command, or says why it is not available; for keys and the system's menu, which do not show this. While a
 * dialog is open, no other command runs.
 */
export function runOrSay(commands: Readonly<Record<CommandId, CommandState>>, id: CommandId): void {
  const { disabled, run, possible } = commands[id]
  const dialog = topDialogName()
  const goesOn = id === 'capture' && captureWaits(useWindow.getState().overlay)
  if (dialog === undefined || goesOn || WITH_DIALOGS.has(id)) return unlessRefused(disabled, run, possible)
  const { name } = PALETTE_COMMANDS[id]
  // The dialog was opened by this command itself, so there is nothing to say.
  if (`“${name.replace('…', '')}”` !== dialog)
    showToastOfDialog(`“${name}” is not available: ${dialog} is open.`)
}

/** Opens a panel and focuses it, or closes the panel that has the focus, and focuses the text. */
const panel = (name: Exclude<PanelName, 'none'>, disabled?: string): CommandState => ({
  run: () => {
    const wasInside = paneNamed('panel')?.contains(document.activeElement) === true
    if (wasInside || useWindow.getState().panes.panel.open !== name) togglePanel(name)
    if (useWindow.getState().panes.panel.open !== 'none') requestAnimationFrame(focusPanel)
    else if (wasInside) focusActiveEditor()
  },
  disabled,
})

/** Switches the active side between reading view and editor. */
function turnReading(session: Session | undefined): void {
  if (session === undefined) return
  const state = useWindow.getState()
  if (readOn(state, state.side) !== undefined) stopReading(session.id, state.side)
  else readFrom(state.side, { id: session.id, place: session.editor.top() })
}

/** The find command of the reading view, which has a find bar of its own. */
const findInReading = (session: Session | undefined, disabled: string | undefined): CommandState => ({
  run: () => session && useWindow.setState({ focusOn: { id: session.id, part: 'find' } }),
  disabled,
})

/** The effect of every command, and the reason why it is not available, if so. */
export function useCommands(): Readonly<Record<CommandId, CommandState>> {
  const app = useApp()
  const { actions } = app
  const active = useWindow((state) => state.active)
  const session = useSession(active)
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const settings = useSettings().data
  const spelling = useSpelling().data
  const set = useChangeSettings()
  const attach = useAttach()
  const [exportChoice] = useExportChoice()
  const refusal = useRefusals()
  const write = refusal('documents:write')
  const isRead = useWindow((state) => readOn(state, state.side) !== undefined)
  const cover = useCover(session, isRead)
  const notOpen = session === undefined ? 'no document is open' : undefined
  const unwritable = (readOnly === undefined ? undefined : 'this document is read only') ?? write
  const none = notOpen ?? cover.screen
  const fixed = none ?? unwritable
  const noText = none ?? cover.text
  const fixedText = noText ?? fixed

  return {
    ...useDocumentCommands(app, session, none, fixed, cover.screen),
    ...useLibraryCommands(app, cover.screen),
    ...useWindowCommands(app),
    ...useTabCommands(notOpen),
    ...useSearchCommands(app),
    ...useDayCommands(app, none, write),
    ...historyCommands(session, none),
    ...exportCommands(app, session, active, none, exportChoice),
    ...selectionCommands(session, settings, fixed, set),
    ...readingCommands(session, none, noText, settings, set),
    ...editCommands(session, noText, fixedText),
    ...(isRead && { find: findInReading(session, none) }),
    ...placeCommands(session, noText, fixedText, settings?.imageWidths),
    ...templateCommands(active, fixedText, write),
    ...textCommands(app, session, noText, fixedText),
    ...typingCommands(settings, set),
    ...spellingCommands(session, noText, settings, spelling, set),
    'new-document': {
      run: () => void actions.newDocument(),
      disabled: write,
      possible: [{ label: 'Start a local draft', run: () => void actions.newDraft() }],
    },
    'go-to': { run: () => showOverlay({ kind: 'go-to' }) },
    commands: { run: () => showOverlay({ kind: 'commands' }) },
    save: { run: () => void session?.save(), disabled: notOpen ?? unwritable },
    history: panel('history', notOpen),
    outbox: panel('outbox'),
    'sync-log': { run: () => showOverlay({ kind: 'sync-log' }) },
    outline: panel('outline', notOpen),
    links: panel('links', notOpen),
    related: panel('related', notOpen),
    files: panel('files'),
    attach: { run: () => void attach(), disabled: cover.screen ?? refusal('files:write') },
    'replace-picture': {
      run: () => {
        if (session?.editor.run('replace-picture') === false) showToastHere('The cursor is not in a picture.')
      },
      disabled: fixedText ?? refusal('files:write'),
    },
    goals: { run: () => showOverlay({ kind: 'goals' }) },
    reading: { run: () => turnReading(session), disabled: none, isOn: isRead },
    source: { run: () => set((now) => ({ sourceMode: !now.sourceMode })), isOn: settings?.sourceMode },
    settings: { run: () => showOverlay({ kind: 'settings', page: 'appearance' }) },
    shortcuts: { run: () => showOverlay({ kind: 'shortcuts' }) },
    'report-problem': { run: () => showOverlay({ kind: 'problem-report' }) },
  }
}
