import { Clock } from 'lucide-react'
import { useApp } from '../context'
import { useSettings } from '../queries'
import panel from '../window/side-panel.module.css'
import { useSearch } from './search-state'
import styles from './search.module.css'

const KEPT_MOST = 12

/** The list with a search put first, once. */
export function withRecent(recent: readonly string[], query: string): string[] {
  const typed = query.trim().slice(0, 1_000)
  return typed === '' ? [...recent] : [typed, ...recent.filter((one) => one !== typed)].slice(0, KEPT_MOST)
}

/** Takes down what was searched for, where the writer lets it be kept. */
export function useRecent(): (query: string) => void {
  const { actions } = useApp()
  const settings = useSettings().data
  return (query) => {
    if (settings?.keepsRecentSearches !== true) return
    const recentSearches = withRecent(settings.recentSearches, query)
    if (recentSearches.join('\n') !== settings.recentSearches.join('\n'))
      void actions.run('settings.set', { recentSearches })
  }
}

/** What was searched for before, kept on this device alone; it can be cleared and switched off. */
export function RecentSearches() {
  const { actions } = useApp()
  const settings = useSettings().data
  if (settings === undefined) return null
  const { recentSearches, keepsRecentSearches } = settings
  return (
    <section aria-label="Recent searches">
      {recentSearches.length === 0 ? null : (
        <>
          <h3 className={panel.group}>Recent searches</h3>
          <ul className={styles.recent}>
            {recentSearches.map((query) => (
              <li key={query}>
                <button type="button" onClick={() => useSearch.setState({ typed: query, query })}>
                  <Clock size={14} strokeWidth={1.6} aria-hidden />
                  <span>{query}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.keeping}>
        <label className={styles.chip}>
          <input
            type="checkbox"
            checked={keepsRecentSearches}
            onChange={() =>
              void actions.run('settings.set', {
                keepsRecentSearches: !keepsRecentSearches,
                ...(keepsRecentSearches && { recentSearches: [] }),
              })
            }
          />
          Keep recent searches on this device
        </label>
        {recentSearches.length === 0 ? null : (
          <button
            type="button"
            className={styles.offer}
            onClick={() => void actions.run('settings.set', { recentSearches: [] })}
          >
            Clear
          </button>
        )}
      </div>
    </section>
  )
}
