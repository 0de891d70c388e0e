import { useState } from 'react'
import { Tabs } from 'radix-ui'
import { showOverlay, type SettingsPage } from '../state/store'
import { Dialog } from '../ui/dialog'
import { SearchField } from '../ui/search-field'
import { AppearanceSettings } from './appearance-settings'
import { ConnectionSettings } from './connection-settings'
import { DeviceSettings } from './device-settings'
import { SettingsQuery } from './setting-line'
import { ShortcutSettings } from './shortcut-settings'
import { SpellingSettings } from './spelling-settings'
import { TypingSettings } from './typing-settings'
import styles from './settings.module.css'

const PAGES = [
  { id: 'appearance', name: 'Appearance and writing', Page: AppearanceSettings },
  { id: 'typing', name: 'Typing', Page: TypingSettings },
  { id: 'spelling', name: 'Spelling', Page: SpellingSettings },
  { id: 'connection', name: 'Connection', Page: ConnectionSettings },
  { id: 'device', name: 'This device', Page: DeviceSettings },
  { id: 'shortcuts', name: 'Shortcuts', Page: ShortcutSettings },
] as const satisfies readonly { readonly id: SettingsPage; readonly name: string; readonly Page: unknown }[]

/** The settings dialog: appearance, service, this device, shortcuts and more, with a search through all of them. */
export function SettingsDialog(props: {
  readonly page: SettingsPage
  /** The initial search words. */
  readonly query?: string
}) {
  const { page } = props
  const [query, setQuery] = useState(props.query ?? '')
  const searching = query.trim() !== ''
  const form = page === 'connect' || page === 'key' ? page : undefined
  return (
    <Dialog label="Settings" heading size="large" onClose={() => showOverlay(null)}>
      <SettingsQuery value={query}>
        <Tabs.Root defaultValue={form === undefined ? page : 'connection'} className={styles.tabs}>
          <div className={styles.head}>
            {searching ? null : (
              <Tabs.List className={styles.pages} aria-label="Settings">
                {PAGES.map(({ id, name }) => (
                  <Tabs.Trigger key={id} value={id} className={styles.page}>
                    {name}
                  </Tabs.Trigger>
                ))}
              </Tabs.List>
            )}
            <SearchField
              className={styles.search}
              label="Search in settings"
              placeholder="Search"
              value={query}
              onChange={setQuery}
            />
          </div>
          {searching ? (
            <div className={styles.body} role="region" aria-label="Found settings" tabIndex={0}>
              {PAGES.map(({ id, name, Page }) => (
                <section key={id} className={styles.found}>
                  <h3 className={styles.heading}>{name}</h3>
                  <Page />
                </section>
              ))}
              <p className={styles.nothing}>No settings match.</p>
            </div>
          ) : (
            PAGES.map(({ id, Page }) => (
              <Tabs.Content key={id} value={id} className={styles.body}>
                {id === 'connection' ? <ConnectionSettings form={form} /> : <Page />}
              </Tabs.Content>
            ))
          )}
        </Tabs.Root>
      </SettingsQuery>
    </Dialog>
  )
}
