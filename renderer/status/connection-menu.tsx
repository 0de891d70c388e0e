import {
  Check,
  FolderInput,
  FolderOutput,
  Gauge,
  Lock,
  Plug,
  RefreshCw,
  Search,
  Settings2,
  type LucideIcon,
} from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Connection } from '../../shared/ipc/ipc-sync'
import { useApp } from '../state/context'
import { goToLibrary } from '../state/actions/go-to-library'
import { connectionsQuery, useActiveConnection } from '../state/queries'
import { showOverlay } from '../state/store'
import { focusWriting } from '../ui/panes'
import { useNow } from '../ui/use-time'
import dot from '../ui/phase-dot.module.css'
import styles from '../library/library.module.css'
import windowStyles from '../ui/window.module.css'
import { connectionLook, connectionWords } from './connection-words'
import head from './status.module.css'
import { ButtonMenu, MenuItem, MenuRule } from '../ui/menus/button-menu'

/**
 * The library's name and the state of its connection. The menu switches to other libraries and shows the remaining
 * quota of the service.
 */
export function ConnectionMenu({ icon: Icon }: { readonly icon: LucideIcon }) {
  const { actions } = useApp()
  const connection = useActiveConnection()
  const now = useNow(connection?.retryAt !== undefined)
  const hasSwitched = useRef(false)
  return (
    <ButtonMenu
      button={
        <button type="button" className={head.connection}>
          <Icon size={18} />
          <bdi className={styles.name}>{connection?.name ?? 'Stet'}</bdi>
          <span className="visually-hidden">{connectionWords(connection, now)}</span>
          <span className={dot.dot} data-look={connectionLook(connection)} aria-hidden />
        </button>
      }
      isInPlace
      align="start"
      sideOffset={2}
      onCloseAutoFocus={(event) => {
        // After a switch the writer continues in the new library, so the focus does not return to the button.
        if (hasSwitched.current) event.preventDefault()
        hasSwitched.current = false
      }}
    >
      <Libraries onSwitch={() => void (hasSwitched.current = true)} />
      <MenuRule />
      <Meters connection={connection} />
      <Item icon={RefreshCw} onSelect={() => void actions.checkForChanges()}>
        Check for changes
      </Item>
      <Item icon={Settings2} onSelect={() => showOverlay({ kind: 'settings', page: 'connection' })}>
        Settings of this library…
      </Item>
      <Item icon={Plug} onSelect={() => showOverlay({ kind: 'settings', page: 'connect' })}>
        Connect to a service…
      </Item>
      <Item icon={FolderOutput} onSelect={() => showOverlay({ kind: 'move-library' })}>
        Move this library to a service…
      </Item>
      {connection?.movedFrom === undefined ? null : (
        <Item icon={FolderInput} onSelect={() => showOverlay({ kind: 'moved-here' })}>
          <span className={head.libraryName}>Moved here from “{connection.movedFrom}”…</span>
        </Item>
      )}
    </ButtonMenu>
  )
}

/** All libraries, requested anew because a file or another window may have added one. */
function Libraries({ onSwitch }: { readonly onSwitch: () => void }) {
  const { actions, client } = useApp()
  const { data } = useQuery({ ...connectionsQuery(client), refetchOnMount: 'always' })
  const current = useRef<HTMLDivElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    // Runs after the menu itself, which focuses its first entry.
    const opened = setTimeout(() => current.current?.focus())
    return () => clearTimeout(opened)
  }, [isThere])
  return (
    <DropdownMenu.RadioGroup
      value={data?.activeId ?? ''}
      onValueChange={(id) => {
        onSwitch()
        if (id === data?.activeId) focusWriting()
        else void goToLibrary(actions, id)
      }}
    >
      {data?.connections.map(({ id, name, waiting, locked }) => (
        <DropdownMenu.RadioItem
          key={id}
          ref={id === data.activeId ? current : undefined}
          value={id}
          className={windowStyles.menuItem}
        >
          <bdi className={head.libraryName}>{name}</bdi>
          <span data-end>
            {id === data.activeId ? (
              <DropdownMenu.ItemIndicator>
                <Check />
              </DropdownMenu.ItemIndicator>
            ) : (
              <>
                {waiting > 0 ? `${waiting.toLocaleString('en')} not sent` : ''}
                {locked ? <Lock size={14} aria-label="Locked" /> : null}
              </>
            )}
          </span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

function Item(props: {
  readonly icon: LucideIcon
  readonly onSelect: () => void
  readonly children: ReactNode
}) {
  const { icon: Icon, onSelect, children } = props
  return (
    <MenuItem onSelect={onSelect}>
      <Icon />
      {children}
    </MenuItem>
  )
}

/** The remaining requests and searches by meaning, if the service reports them. */
function Meters({ connection }: { readonly connection: Connection | undefined }) {
  const { rate, searchQuota } = connection ?? {}
  if (rate === undefined && searchQuota === undefined) return null
  return (
    <>
      {rate === undefined ? null : <MeterLine icon={Gauge} label="Requests left" {...rate} />}
      {searchQuota === undefined ? null : (
        <MeterLine icon={Search} label="Searches by meaning left" {...searchQuota} />
      )}
      <MenuRule />
    </>
  )
}

function MeterLine(props: {
  readonly icon: LucideIcon
  readonly label: string
  readonly limit: number
  readonly remaining: number
}) {
  const { icon: Icon, label, limit, remaining } = props
  const share = limit <= 0 ? 0 : Math.min(1, Math.max(0, remaining / limit))
  return (
    <DropdownMenu.Label className={head.meter}>
      <Icon />
      <span>{label}</span>
      <span data-end>
        {remaining.toLocaleString('en')} of {limit.toLocaleString('en')}
      </span>
      <span className={head.gauge} data-low={share < 0.2 ? '' : undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </DropdownMenu.Label>
  )
}
