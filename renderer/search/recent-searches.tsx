import { Clock } from 'lucide-react'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { useApp } from '../state/context'
import { useSettings } from '../state/queries'
import { useChangeSettings } from '../state/change-settings'
import { Button } from '../ui/button'
import panel from '../ui/side-panel.module.css'
import { useSearch } from './search-state'
import styles from './search.module.css'

const KEPT_MAX = 12
/**
 * The maximum number of libraries whose searches are remembered; the library searched longest ago is forgotten first.
 */
const LIBRARIES_MAX = 100

type Recent = Settings['recentSearches']

/** The searches of all libraries, with this one moved to the beginning of its own library. */
function withRecent(recent: Recent, library: string, query: string): Recent {
  const typed = query.trim().slice(0, 1_000)
  const { [library]: before = [], ...others } = recent
  if (typed === '' || typed === before[0]) return recent
  const own = [typed, ...before.filter((one) => one !== typed)].slice(0, KEPT_MAX)
  const kept = Object.entries(others).slice(1 - LIBRARIES_MAX)
  return { ...Object.fromEntries(kept), [library]: own }
}

/** Returns a function that remembers a search in this library, unless the writer has switched this off. */
export function useRecent(): (query: string) => void {
  const { connectionId } = useApp()
  const set = useChangeSettings()
  return (query) =>
    set(({ keepsRecentSearches, recentSearches: before }) => {
      const recentSearches = withRecent(before, connectionId, query)
      return keepsRecentSearches && recentSearches !== before ? { recentSearches } : {}
    })
}

/** The earlier searches in this library, kept on this device only; the list can be cleared and switched off. */
export function RecentSearches() {
  const { connectionId } = useApp()
  const set = useChangeSettings()
  const settings = useSettings().data
  if (settings === undefined) return null
  const { keepsRecentSearches } = settings
  const recent = settings.recentSearches[connectionId] ?? []
  return (
    <section aria-label="Recent searches">
      {recent.length === 0 ? null : (
        <>
          <h3 className={panel.group}>Recent searches</h3>
          <ul className={styles.recent}>
            {recent.map((query) => (
              <li key={query}>
                <button type="button" onClick={() => useSearch.setState({ typed: query, query })}>
                  <Clock size={14} />
                  <span className="cut">{query}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={styles.keeping}>
        <label className={styles.switch}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={keepsRecentSearches}
            checked={keepsRecentSearches}
            onChange={() =>
              set((now) => ({
                keepsRecentSearches: !now.keepsRecentSearches,
                ...(now.keepsRecentSearches && { recentSearches: {} }),
              }))
            }
          />
          Keep recent searches on this device
        </label>
        {recent.length === 0 ? null : (
          <Button
            onClick={() =>
              set(({ recentSearches: { [connectionId]: _own, ...others } }) => ({ recentSearches: others }))
            }
          >
            Clear
          </Button>
        )}
      </div>
    </section>
  )
}
