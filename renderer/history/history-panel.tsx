import { CalendarClock, TextSearch } from 'lucide-react'
import { useEffect } from 'react'
import { useActiveSession } from '../document/use-session'
import { useApp } from '../state/context'
import { usePausedRestore } from '../state/paused-restore'
import { focusActiveEditor, showOverlay } from '../state/store'
import { holdingKeysHere } from '../state/typed/type-ahead'
import { onScreen } from '../templates/use-template'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { PanelFrame } from '../ui/panel-frame'
import panel from '../ui/side-panel.module.css'
import { GetAll } from './get-all'
import { chooseVersion, lookAt, setHistory, useHistoryState, type HistoryState } from './history-state'
import { LostSentences } from './lost-sentences'
import { ParagraphAges } from './paragraph-ages'
import { PassageHistory } from './passage-history'
import { useTakingBack } from './use-taking-back'
import { useTimeline } from './use-timeline'
import { VersionList } from './version-list'
import { VersionReader } from './version-reader'
import type { Session } from '../state/sessions'

/** The versions of the document on screen: step through them, restore a passage, find deleted sentences. */
export function HistoryPanel() {
  const session = useActiveSession()
  return session === undefined ? (
    <PanelFrame name="History">
      <p className={panel.hint}>The versions of an open document are listed here.</p>
    </PanelFrame>
  ) : (
    <History key={session.id} session={session} />
  )
}

function History({ session }: { readonly session: Session }) {
  const { id } = session
  const { client } = useApp()
  const timeline = useTimeline(id)
  const state = useHistoryState()
  const { chosen, tool } = state.documentId === id ? state : { chosen: undefined, tool: 'versions' as const }
  const { restore } = useTakingBack(session)
  const isRestoring = usePausedRestore(({ paused }) => paused !== null)
  const { entries } = timeline
  const index = entries.findIndex(({ ids }) => chosen !== undefined && ids.includes(chosen))
  const entry = entries[index]

  useEffect(() => lookAt(id), [id])
  // When the panel closes, the text replaces the version on screen.
  useEffect(() => () => chooseVersion(undefined), [])

  /** Restores the version and focuses the text; keys typed meanwhile are held until it is restored. */
  const restoreChosen = () =>
    holdingKeysHere(async () => {
      if (entry === undefined) return
      const version = await client.call('history.read', { id, versionId: entry.id })
      if (!version.ok || !(await restore(version.value))) return
      backToNow()
      await onScreen()
    })

  return (
    <>
      <PanelFrame
        name="History"
        onEscape={entry === undefined ? undefined : () => chooseVersion(undefined)}
        head={<Tools tool={tool} showsAges={state.showsAges} />}
        foot={
          entry === undefined && !isRestoring ? undefined : (
            <>
              {entry === undefined ? null : (
                <>
                  <Button kind="primary" onClick={() => void restoreChosen()}>
                    Restore this version
                  </Button>
                  <Button onClick={backToNow}>Back to now</Button>
                </>
              )}
              {isRestoring ? (
                <Button onClick={() => showOverlay({ kind: 'restore' })}>Back to the restore</Button>
              ) : null}
            </>
          )
        }
      >
        {tool === 'lost' ? <LostSentences session={session} /> : null}
        {tool === 'passage' ? <PassageHistory id={id} /> : null}
        {tool === 'versions' ? <VersionList timeline={timeline} chosen={entry} /> : null}
        {timeline.failure === undefined ? null : <p className={panel.hint}>{timeline.failure}</p>}
        {timeline.note === undefined ? null : <p className={panel.hint}>{timeline.note}</p>}
        {entries.length > 0 || (timeline.note ?? timeline.failure) !== undefined ? null : (
          <p className={panel.hint} role="status">
            {timeline.isReady ? 'No version yet. Each save makes one.' : 'Looking for versions…'}
          </p>
        )}
        <GetAll id={id} timeline={timeline} />
      </PanelFrame>
      {state.showsAges ? <ParagraphAges session={session} saved={timeline.known} /> : null}
      {entry === undefined ? null : (
        <VersionReader
          session={session}
          entry={entry}
          time={timeline.timeOf(entry)}
          previous={entries[index + 1]}
          noted={() => void timeline.refresh()}
        />
      )}
    </>
  )
}

function Tools({ tool, showsAges }: Pick<HistoryState, 'tool' | 'showsAges'>) {
  const isLost = tool === 'lost'
  return (
    <>
      <IconButton
        icon={TextSearch}
        label="Where did that sentence go?"
        aria-pressed={isLost}
        onClick={() => setHistory(isLost ? { tool: 'versions' } : { tool: 'lost', showsAges: false })}
      />
      <IconButton
        icon={CalendarClock}
        label="Age of each paragraph"
        aria-pressed={showsAges}
        onClick={() =>
          setHistory({ showsAges: !showsAges, ...(isLost && !showsAges && { tool: 'versions' }) })
        }
      />
    </>
  )
}

/** The buttons of the panel disappear with the version, so the text gets the focus. */
function backToNow(): void {
  chooseVersion(undefined)
  focusActiveEditor()
}
