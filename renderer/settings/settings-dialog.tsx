import { useState } from 'react'
import { showOverlay } from '../store'
import { Dialog } from '../window/dialog'
import { AppearanceSettings } from './appearance-settings'
import { ConnectionSettings } from './connection-settings'
import styles from './settings.module.css'

const PAGES = [
  ['appearance', 'Appearance and writing'],
  ['connection', 'Connection'],
] as const

/** How the text looks, and which service the library is on. */
export function SettingsDialog(props: { readonly page: 'appearance' | 'connection' }) {
  const [page, setPage] = useState(props.page)
  return (
    <Dialog label="Settings" heading size="large" onClose={() => showOverlay(null)}>
      <div className={styles.pages}>
        {PAGES.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className={styles.page}
            aria-current={page === name ? 'page' : undefined}
            onClick={() => setPage(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={styles.body}>
        {page === 'appearance' ? <AppearanceSettings /> : <ConnectionSettings />}
      </div>
    </Dialog>
  )
}
