import { Tabs } from 'radix-ui'
import { showOverlay } from '../store'
import { Dialog } from '../window/dialog'
import { AppearanceSettings } from './appearance-settings'
import { ConnectionSettings } from './connection-settings'
import styles from './settings.module.css'

/** How the text looks, and which service the library is on. */
export function SettingsDialog({ page }: { readonly page: 'appearance' | 'connection' }) {
  return (
    <Dialog label="Settings" heading size="large" onClose={() => showOverlay(null)}>
      <Tabs.Root defaultValue={page} className={styles.tabs}>
        <Tabs.List className={styles.pages} aria-label="Settings">
          <Tabs.Trigger value="appearance" className={styles.page}>
            Appearance and writing
          </Tabs.Trigger>
          <Tabs.Trigger value="connection" className={styles.page}>
            Connection
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="appearance" className={styles.body}>
          <AppearanceSettings />
        </Tabs.Content>
        <Tabs.Content value="connection" className={styles.body}>
          <ConnectionSettings />
        </Tabs.Content>
      </Tabs.Root>
    </Dialog>
  )
}
