import { Check, Plug, RefreshCw, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useApp } from '../context'
import { useActiveConnection, useConnections } from '../queries'
import { showOverlay } from '../store'
import { useNow } from './use-now'
import styles from '../library/library.module.css'
import window from '../window/window.module.css'
import { connectionLook, connectionWords } from './connection-words'
import head from './status.module.css'

/** The library's name and how its connection is; opens the other connections. */
export function ConnectionMenu({ icon: Icon }: { readonly icon: LucideIcon }) {
  const { actions } = useApp()
  const { data } = useConnections()
  const connection = useActiveConnection()
  const now = useNow(connection?.retryAt !== undefined)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className={head.connection}>
          <Icon size={18} strokeWidth={1.6} aria-hidden />
          <span className={styles.name}>{connection?.name ?? 'Stet'}</span>
          <span className="visually-hidden">{connectionWords(connection, now)}</span>
          <span className={styles.dot} data-look={connectionLook(connection)} aria-hidden />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={window.menu} align="start" sideOffset={2}>
          <DropdownMenu.RadioGroup
            value={data?.activeId ?? ''}
            onValueChange={(id) => void actions.run('connection.activate', { id })}
          >
            {data?.connections.map(({ id, name }) => (
              <DropdownMenu.RadioItem key={id} value={id} className={window.menuItem}>
                {name}
                <DropdownMenu.ItemIndicator data-end>
                  <Check size={16} strokeWidth={1.6} aria-hidden />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={window.menuLine} />
          <DropdownMenu.Item
            className={window.menuItem}
            onSelect={() => showOverlay({ kind: 'settings', page: 'connection' })}
          >
            <Plug size={16} strokeWidth={1.6} aria-hidden />
            Connect to a service…
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={window.menuItem}
            onSelect={() => void actions.run('connection.retry', undefined)}
          >
            <RefreshCw size={16} strokeWidth={1.6} aria-hidden />
            Look for changes now
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
