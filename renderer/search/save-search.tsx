import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { SavedSearch } from '../../shared/ipc/ipc-saved-searches'
import type { SearchCriteria } from '../../shared/ipc/search-criteria'
import { useApp } from '../state/context'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { isSameSearch, useSavedSearches, criteriaOf } from './saved-search'
import { useSearch, type Way } from './search-state'
import styles from './search.module.css'

/** The current search, and the saved search that the panel shows, if any. */
function useSaved(way: Way) {
  const criteria = criteriaOf(useSearch(), way)
  const savedId = useSearch((state) => state.savedId)
  const saved = useSavedSearches().find(({ id }) => id === savedId)
  return { criteria, saved, isSame: saved !== undefined && isSameSearch(saved, criteria) }
}

export function SaveButton({ way }: { readonly way: Way }) {
  const { criteria, isSame } = useSaved(way)
  const naming = useSearch((state) => state.naming)
  return (
    <IconButton
      icon={Bookmark}
      label={isSame ? 'Rename this saved search' : 'Save this search'}
      aria-pressed={isSame}
      aria-expanded={naming}
      refused={criteria === undefined ? 'nothing is searched for' : undefined}
      onClick={() => useSearch.setState({ naming: !naming })}
    />
  )
}

/** The name under which this search is saved: shown, asked for, or offered again if the search has changed. */
export function SaveLine({ way }: { readonly way: Way }) {
  const { actions } = useApp()
  const { criteria, saved, isSame } = useSaved(way)
  const naming = useSearch((state) => state.naming)
  if (criteria === undefined) return null
  if (naming)
    return (
      <NameForm
        name={isSame && saved !== undefined ? saved.name : criteria.query.slice(0, 80)}
        onName={(name) => void keep(name, criteria, isSame ? saved : undefined)}
      />
    )
  if (saved === undefined) return null
  if (isSame) return <p className={styles.notice}>Saved on this device as “{saved.name}”.</p>
  return (
    <div className={styles.saveLine}>
      <span className={styles.notice}>Differs from “{saved.name}”</span>
      <Button
        onClick={() =>
          void actions.run('saved-search.change', { ...criteria, id: saved.id, name: saved.name })
        }
      >
        Save changes
      </Button>
      <Button onClick={() => useSearch.setState({ naming: true })}>Save as new</Button>
    </div>
  )

  async function keep(name: string, search: SearchCriteria, renamed: SavedSearch | undefined): Promise<void> {
    if (renamed !== undefined) await actions.run('saved-search.change', { ...renamed, name })
    else {
      const made = await actions.run('saved-search.create', { ...search, name })
      if (made === undefined) return
      useSearch.setState({ savedId: made.id })
    }
    useSearch.setState({ naming: false })
  }
}

function NameForm({ name, onName }: { readonly name: string; readonly onName: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  const cancel = () => useSearch.setState({ naming: false })
  return (
    <form
      className={styles.saveForm}
      data-keeps-escape
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') onName(typed.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel()
      }}
    >
      <input
        aria-label="Name of the search"
        aria-describedby="saved-where"
        value={typed}
        maxLength={255}
        spellCheck={false}
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        Save
      </Button>
      <Button onClick={cancel}>Cancel</Button>
      <p id="saved-where" className={styles.notice}>
        Kept on this device, with this library; not on the service.
      </p>
    </form>
  )
}
