import { Tooltip } from 'radix-ui'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, type CSSProperties } from 'react'
import { Sides } from '../document/sides'
import { DocumentList } from '../library/list/document-list'
import { Sidebar } from '../library/sidebar/sidebar'
import { commandNamed, type CommandId } from '../commands/command-list'
import { runOrSay, useCommands } from '../commands/use-commands'
import { useFileDrop } from '../porting/use-file-drop'
import { RecoveredTexts } from '../recovered/recovered-texts'
import { useWayBack } from '../search/use-way-back'
import { ConnectionBanner } from '../status/connection-banner'
import { StatusLine } from '../status/status-line'
import { useApp } from '../state/context'
import { actFrom, resizePane, setPaneOpen, showOverlay, useWindow } from '../state/store'
import { useOfConnection } from '../state/queries'
import { FocusAfterConnect } from './focus-after-connect'
import { Boundary, TabsBoundary, TextBoundary } from '../document/boundary'
import { Divider } from '../ui/divider'
import { keepFocus } from '../state/focus-keeper'
import { followPresses } from '../ui/focus-before'
import { useDrawerFocus } from './drawer-focus'
import { followFieldUndo } from './field-undo'
import { followFullFields } from './full-field'
import { followUndoKey } from './undo-key'
import { keepMiddleClick } from './middle-click'
import { Overlays } from './overlays'
import { SidePanel } from './side-panel'
import { Toasts } from '../status/toasts'
import { TopBar } from './top-bar'
import { TypeAhead } from './type-ahead-field'
import { usePanelGivesWay } from '../state/use-panel-gives-way'
import type { Layout } from '../state/layout'
import { useLayout } from '../state/use-layout'
import { useShortcutKeys } from './use-shortcuts'
import { useActiveSession, useSessionPart } from '../document/use-session'
import styles from './app.module.css'
import { shownTitle } from '../../shared/terms'

/** Panes whose only prop is the layout: they re-render when their own state changes, not with the window. */
const [SidebarPane, ListPane, PanelPane, Banner, Notes, Foot, WritingArea] = [
  memo(Sidebar),
  memo(DocumentList),
  memo(SidePanel),
  memo(ConnectionBanner),
  memo(Toasts),
  memo(StatusLine),
  memo(Sides),
]

/** The window: sidebar, document list, editor, side panel and status line. */
export function App() {
  return (
    <Boundary name="The window">
      <Window />
    </Boundary>
  )
}

function Window() {
  const view = useWindow((state) => state.view)
  const panes = useWindow((state) => state.panes)
  const drawer = useWindow((state) => state.drawer)
  const overlay = useWindow((state) => state.overlay?.kind ?? null)
  const layout = useLayout()
  const { commands, run } = useWindowCommands()
  // Reveals the text while it is being typed.
  const giveWay = usePanelGivesWay()
  useFileDrop()
  useWayBack()
  useEffect(keepFocus, [])
  useEffect(followPresses, [])
  useEffect(followUndoKey, [])
  useEffect(followFullFields, [])
  useEffect(followFieldUndo, [])
  useEffect(keepMiddleClick, [])

  const sidebar = layout.sidebarInline ? panes.sidebar.open : drawer === 'sidebar'
  const list = layout.listInline ? panes.list.open : drawer === 'list'
  const panel = panes.panel.open
  const panelOver = panel !== 'none' && !layout.panelInline ? layout.panelWidth : 0
  useSidebarForNames(sidebar, layout)
  // A pane beside the text is not a drawer, whatever was requested.
  const isOverlaid =
    (drawer === 'sidebar' && !layout.sidebarInline) || (drawer === 'list' && !layout.listInline)
  useDrawerFocus(drawer, isOverlaid, drawer === 'sidebar' ? sidebar : list)
  const closeDrawer = () => useWindow.setState({ drawer: 'none' })

  return (
    <Tooltip.Provider delayDuration={500}>
      <div
        className={styles.window}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || drawer === 'none') return
          // Escape must do nothing else here.
          event.preventDefault()
          closeDrawer()
        }}
      >
        {sidebar ? <SidebarPlace layout={layout} /> : null}
        <div className={styles.rest}>
          <TabsBoundary>
            <TopBar run={run} />
          </TabsBoundary>
          <Boundary name="The notice of the connection">
            <Banner />
          </Boundary>
          {view === 'recovered' ? (
            <Boundary name="Recovered texts">
              <RecoveredTexts />
            </Boundary>
          ) : (
            <div className={styles.panes} style={{ '--panel-over': `${panelOver}px` } as CSSProperties}>
              {list ? <ListPlace layout={layout} /> : null}
              <main className={styles.editor} onInput={giveWay} onFocus={() => actFrom('text')}>
                <WindowTitle />
                <TextBoundary>
                  <WritingArea layout={layout} />
                </TextBoundary>
                <TypeAhead />
                <Boundary name="The notice">
                  <Notes />
                </Boundary>
              </main>
              {panel === 'none' ? null : <PanelPlace layout={layout} shows={panel} />}
            </div>
          )}
        </div>
        {isOverlaid ? <div className={styles.scrim} onClick={closeDrawer} aria-hidden /> : null}
        <Boundary name="The status line">
          <Foot />
        </Boundary>
      </div>
      <Boundary name="This dialog" shows={overlay} onClose={() => showOverlay(null)}>
        <Overlays commands={commands} />
      </Boundary>
      <FocusAfterConnect />
    </Tooltip.Provider>
  )
}

/** The commands, for keys and for the system's menu; `run` is a stable function. */
function useWindowCommands() {
  const { client } = useApp()
  const commands = useCommands()
  useShortcutKeys(commands)
  useEffect(
    () =>
      client.listen('command.requested', ({ name }) => {
        const id = commandNamed(name)
        if (id !== undefined) runOrSay(commands, id)
      }),
    [client, commands],
  )
  const latest = useRef(commands)
  useLayoutEffect(() => void (latest.current = commands))
  const run = useCallback((command: CommandId) => latest.current[command].run(), [])
  return { commands, run }
}

/** Shows the sidebar while a name is typed in it; if it were hidden, the keys would go into the text. */
function useSidebarForNames(isShown: boolean, layout: Layout): void {
  const isNaming = useWindow(({ newItem }) => newItem !== null && newItem.name === undefined)
  useLayoutEffect(() => {
    if (!isNaming || isShown) return
    if (layout.sidebarInline) setPaneOpen('sidebar', true)
    else useWindow.setState({ drawer: 'sidebar' })
    // If nothing was created, the sidebar is hidden again. A drawer closes by itself when the focus leaves it.
    return () => {
      if (layout.sidebarInline && useWindow.getState().newItem === null) setPaneOpen('sidebar', false)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the writer may close the sidebar while a name is being typed
  }, [isNaming])
}

function SidebarPlace({ layout }: { readonly layout: Layout }) {
  return (
    <aside
      aria-label="Sidebar"
      data-pane="sidebar"
      className={layout.sidebarInline ? styles.sidebar : styles.sidebarDrawer}
      style={{ width: layout.sidebarWidth }}
    >
      <Boundary name="The sidebar">
        <SidebarPane />
      </Boundary>
      <Divider
        label="Width of the sidebar"
        side="start"
        size={layout.sidebarWidth}
        {...{ least: 160, most: 400, usual: 216 }}
        onResize={(width) => resizePane('sidebar', width)}
      />
    </aside>
  )
}

function ListPlace({ layout }: { readonly layout: Layout }) {
  return (
    <section
      aria-label="Document list"
      data-pane="list"
      className={layout.listInline ? styles.list : styles.listDrawer}
      style={{ width: layout.listWidth }}
      onFocus={() => actFrom('list')}
    >
      <Boundary name="The document list">
        <ListPane />
      </Boundary>
      <Divider
        label="Width of the document list"
        side="start"
        size={layout.listWidth}
        {...{ least: 200, most: 480, usual: 272 }}
        onResize={(width) => resizePane('list', width)}
      />
    </section>
  )
}

function PanelPlace({ layout, shows }: { readonly layout: Layout; readonly shows: string }) {
  return (
    <aside
      aria-label="Panel"
      data-pane="panel"
      className={layout.panelInline ? styles.panel : styles.panelOver}
      style={{ width: layout.panelWidth }}
    >
      <Boundary name="This panel" shows={shows}>
        <PanelPane />
      </Boundary>
      <Divider
        label="Width of the panel"
        side="end"
        size={layout.panelWidth}
        {...{ least: 260, most: 560, usual: 328 }}
        onResize={(width) => resizePane('panel', width)}
      />
    </aside>
  )
}

/** Names the window after its document, or after its library. */
function WindowTitle() {
  const { client } = useApp()
  const title = useSessionPart(useActiveSession(), (view) => view.title)
  const library = useOfConnection(({ name }) => name)
  const name = title === undefined ? library : shownTitle(title)
  useEffect(() => {
    if (name === undefined) return
    document.title = `${name} — Stet`
    void client.call('window.set-title', { title: `${name} — Stet` })
  }, [client, name])
  return <h1 className="visually-hidden">{name ?? 'Stet'}</h1>
}
