import { useQuery } from '@tanstack/react-query'
import { Cloud, Monitor } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { VersionSummary } from '../../shared/ipc-records'
import { useApp } from '../context'
import { useSession } from '../document/use-session'
import { useHistory } from '../queries'
import { clockTime, dayName } from '../status/relative-time'
import { showToast, useWindow } from '../store'
import { PanelFrame } from '../window/panel-frame'
import { VersionReader } from './version-reader'
import panel from '../window/side-panel.module.css'
import window from '../window/window.module.css'
import styles from './history.module.css'

/** The versions of the document on screen: read one, see what has changed since, restore it. */
export function HistoryPanel() {
  const active = useWindow((state) => state.active)
  return active === null ? (
    <PanelFrame name="History">
      <p className={panel.hint}>The versions of an open document are listed here.</p>
    </PanelFrame>
  ) : (
    <Versions key={active} id={active} />
  )
}

const NONE: NonNullable<ReturnType<typeof useHistory>['data']>['versions'] = []

function Versions({ id }: { readonly id: string }) {
  const { actions, client } = useApp()
  const session = useSession(id)
  const { data, error } = useHistory(id)
  const versions = data?.versions ?? NONE
  const [chosenId, setChosenId] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const index = Math.max(
    0,
    versions.findIndex((version) => version.id === chosenId),
  )
  const chosen = chosenId === undefined ? undefined : versions[index]
  const text = useQuery({
    queryKey: ['version', id, chosenId],
    enabled: chosenId !== undefined,
    queryFn: () => client.ask('history.read', { id, versionId: chosenId ?? '' }),
  })
  const days = useMemo(() => byDay(versions), [versions])

  function choose(next: number): void {
    const version = versions[Math.min(versions.length - 1, Math.max(0, next))]
    if (version === undefined) return
    setChosenId(version.id)
    list.current?.querySelector<HTMLElement>(`[data-version="${CSS.escape(version.id)}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: versions.length - 1 }[event.key]
    if (event.key === 'Enter' || event.key === ' ') choose(index)
    else if (to === undefined) return
    else choose(to)
    event.preventDefault()
  }

  async function restore(version: VersionSummary): Promise<void> {
    await session?.flush()
    const done = await actions.did('history.restore', { id, versionId: version.id })
    setChosenId(undefined)
    if (done) showToast('Restored. The text before it stays in the history.')
  }

  return (
    <>
      <PanelFrame
        name="History"
        foot={
          chosen === undefined ? undefined : (
            <>
              <button type="button" className={window.primaryButton} onClick={() => void restore(chosen)}>
                Restore this version
              </button>
              <button type="button" className={window.button} onClick={() => setChosenId(undefined)}>
                Back to now
              </button>
            </>
          )
        }
      >
        {versions.length < 2 ? null : (
          <div className={styles.slider}>
            <input
              type="range"
              aria-label="Version"
              min={0}
              max={versions.length - 1}
              value={versions.length - 1 - index}
              aria-valuetext={`${dayName(versions[index]?.at ?? '')} ${clockTime(versions[index]?.at ?? '')}`}
              onChange={(event) =>
                setChosenId(versions[versions.length - 1 - Number(event.target.value)]?.id)
              }
            />
          </div>
        )}
        <div
          ref={list}
          role="listbox"
          aria-label="Versions"
          className={styles.versions}
          onKeyDown={onKeyDown}
        >
          {days.map(({ day, members }) => (
            <div key={day} role="group" aria-label={day}>
              <div className={panel.group} aria-hidden>
                {day}
              </div>
              {members.map((version) => (
                <VersionLine
                  key={version.id}
                  version={version}
                  chosen={version.id === chosenId}
                  focusable={versions[index]?.id === version.id}
                  onChoose={() => setChosenId(version.id)}
                />
              ))}
            </div>
          ))}
        </div>
        {error === null ? null : <p className={panel.hint}>{error.message}</p>}
        {data?.note === undefined ? null : <p className={panel.hint}>{data.note}</p>}
        {data !== undefined && versions.length === 0 ? (
          <p className={panel.hint}>No version yet. Each save makes one.</p>
        ) : null}
      </PanelFrame>
      {chosen === undefined || text.data === undefined || session === undefined ? null : (
        <VersionReader
          text={text.data.text}
          title={text.data.title}
          now={session.editor.text()}
          onClose={() => setChosenId(undefined)}
        />
      )}
    </>
  )
}

function VersionLine(props: {
  readonly version: VersionSummary
  readonly chosen: boolean
  readonly focusable: boolean
  readonly onChoose: () => void
}) {
  const { version } = props
  const Icon = version.origin === 'service' ? Cloud : Monitor
  return (
    <div
      role="option"
      data-version={version.id}
      aria-selected={props.chosen}
      tabIndex={props.focusable ? 0 : -1}
      className={styles.version}
      onClick={props.onChoose}
    >
      <Icon size={16} strokeWidth={1.6} aria-hidden />
      <div>
        <div>{clockTime(version.at)}</div>
        <div className={styles.label}>{version.label}</div>
      </div>
    </div>
  )
}

function byDay(versions: readonly VersionSummary[]) {
  const days: { readonly day: string; readonly members: VersionSummary[] }[] = []
  for (const version of versions) {
    const day = dayName(version.at)
    const last = days.at(-1)
    if (last?.day === day) last.members.push(version)
    else days.push({ day, members: [version] })
  }
  return days
}
